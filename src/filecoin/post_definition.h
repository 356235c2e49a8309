// SPDX-License-Identifier: MIT OR Apache-2.0
// The definition of the FallbackPoSt circuit (post.md 4) over a back end. The host runs it as a
// whole (post_circuit.h); a device runs the same functions region by region, so what a region needs
// is for host and device and takes no vectors. The names of the scopes are more than names of rows:
// by them the offsets of the regions in the assignment are found.
//
// An object is a handle on the back end, used by one thread.
#pragma once

#include "filecoin/post_circuit.h"
#include "gadget/merkle.h"
#include "gadget/poseidon.h"

namespace cuzk::filecoin {

using gadget::Number;

template <class B>
class PostDefinition {
 public:
  CUZK_HOST_DEVICE explicit PostDefinition(B& b) : b_(b) {}

  // POST-31, steps 1 to 6. Returns comm_r_last, the root of the sector's paths.
  CUZK_HOST_DEVICE Number<B> commitments(const field::Fr& comm_r_last_value,
                                         const field::Fr& comm_c_value,
                                         const field::Fr& comm_r_value) {
    auto scope = b_.scope("commitments");
    Number<B> comm_r_last = b_.alloc(comm_r_last_value);
    Number<B> comm_c = b_.alloc(comm_c_value);
    Number<B> comm_r = b_.alloc(comm_r_value);
    gadget::inputize(b_, comm_r);
    Number<B> hash = gadget::poseidon<2>(b_, {comm_c, comm_r_last});
    gadget::enforce_equal(b_, comm_r, hash);
    return comm_r_last;
  }

  // POST-32.
  CUZK_HOST_DEVICE void challenge(const field::Fr& leaf_value, const Number<B>& root,
                                  const gadget::PathValues& path) {
    Number<B> leaf = b_.alloc(leaf_value);
    gadget::enforce_inclusion<gadget::PoseidonTree>(b_, leaf, root, path);
  }

 private:
  B& b_;
};

// A whole partition (POST-30).
template <class B>
void post_text(B& b, const PostShape& shape, std::span<const PostSectorValues> sectors) {
  check_shape(shape, sectors);
  b.repeat(shape.sectors, [&](B& block, unsigned i) {
    auto scope = block.scope("sector ", i);
    const PostSectorValues& sector = sectors[i];
    PostDefinition<B> text(block);
    Number<B> root = text.commitments(sector.comm_r_last, sector.comm_c, sector.comm_r);
    for (unsigned n = 0; n < shape.challenges; ++n) {
      auto challenge_scope = block.scope("challenge ", n);
      const Opening& opening = sector.openings[n];
      text.challenge(opening.leaf, root, {shape.tree_arities, opening.indices, opening.siblings});
    }
  });
}

}  // namespace cuzk::filecoin
