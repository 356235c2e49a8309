// SPDX-License-Identifier: MIT OR Apache-2.0
// The definition of the PoSt circuit cut into regions that a device runs at the same time: for each
// sector its commitments and each of its inclusion proofs. A region calls the functions of the
// definition with a writer at its offset in the assignment; the offsets are found by the scopes of
// the definition (r1cs/scope_offsets.h). A region needs nothing of another but comm_r_last, which
// is given. Together the regions write every variable, each once.
//
// A 32 GiB WindowPoSt partition has 2,349 regions of one hash and 23,490 of ten.
// For host and device; the list is made once for a shape, on the host.
#pragma once

#include <vector>

#include "filecoin/post_definition.h"
#include "filecoin/post_packed.h"
#include "gadget/poseidon_tables.h"
#include "r1cs/offset.h"
#include "r1cs/scope_offsets.h"

namespace cuzk::filecoin {

// Offsets of regions in sector 0.
struct PostRegionList {
  PostRegionList(const PostShape& shape, const r1cs::ScopeOffsets& offsets);

  r1cs::Offset commitments;
  std::vector<r1cs::Offset> paths;  // a challenge each
  r1cs::Offset sector_size;
};

// All that regions read and write.
struct PostRegionContext {
  PackedPostShape shape;
  const void* packed;
  r1cs::AssignmentMemory out;
  gadget::PoseidonTables tables;

  CUZK_HOST_DEVICE PackedPostSector sector(unsigned i) const { return {shape, packed, i}; }
};

// The commitments of a sector; with those of the first one, the number ONE.
template <class B>
CUZK_HOST_DEVICE void run_commitments(const PostRegionContext& context, unsigned i, B& writer) {
  if (i == 0) context.out.inputs[0] = field::Fr::one();
  const PackedPostSector sector = context.sector(i);
  PostDefinition<B>(writer).commitments(sector.comm_r_last(), sector.comm_c(), sector.comm_r());
}

// A leaf and its path.
template <class B>
CUZK_HOST_DEVICE void run_path(const PostRegionContext& context, unsigned i, unsigned challenge,
                               B& writer) {
  const PackedPostSector sector = context.sector(i);
  PostDefinition<B>(writer).challenge(sector.leaf(challenge), sector.comm_r_last(),
                                      sector.path(challenge));
}

}  // namespace cuzk::filecoin
