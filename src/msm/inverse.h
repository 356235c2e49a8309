// SPDX-License-Identifier: MIT OR Apache-2.0
// The inverse that batches of additions share, by blst: about 3 us in Fp, a twentieth of an inverse
// by exponentiation. 0 gives 0.
// One inverse serves a batch of kBatch additions (tuning.h) and costs a few percent of them; by
// exponentiation it would be as much as the additions themselves.
// Pure; callable by any thread.
#pragma once

#include "curve/curve.h"

namespace cuzk::msm {

curve::Fp fast_inverse(const curve::Fp& value);
curve::Fp2 fast_inverse(const curve::Fp2& value);

}  // namespace cuzk::msm
