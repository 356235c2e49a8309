// SPDX-License-Identifier: MIT OR Apache-2.0
// The quotient polynomial of quotient.h on the device, in two steps that need two vectors of m
// elements each: h = (C - D) / 2, where D is A B modulo X^m + 1 and C is A B modulo X^m - 1.
//
// The vectors of a and b are free after the first step but for the one that holds D; the caller
// then forms the products a_j b_j, which are the values of C, in the other one, from the rows if
// it can make them again. All row values stand in bit-reversed order.
//
// Both functions enqueue on the stream and return; nothing is allocated. Products and the last
// combination are formed while a pass of a transform reads or writes its vector.
// Cost: five transforms and m products; one transform and m divisions by powers of two.
#pragma once

#include "gpu/stream.h"
#include "ntt/gpu_domain.h"

namespace cuzk::ntt {

// a, b: row values. Afterwards a holds m^3 times the coefficients of D; b is free.
void enqueue_negacyclic_product(const gpu::Stream& stream, const GpuDomain& domain, Fr* a, Fr* b);

// d: as the function above leaves a. c: the products a_j b_j. Afterwards d holds h_0 .. h_(m-1) in
// natural order, with h_(m-1) = 0, and c is free.
void enqueue_quotient(const gpu::Stream& stream, const GpuDomain& domain, Fr* d, Fr* c);

}  // namespace cuzk::ntt
