// SPDX-License-Identifier: MIT OR Apache-2.0
// The fixed vector of post.md POST-95 at every registered size: a tree of eight runs of equal
// leaves, whose records have the digests that the specification's own model computed. They check
// shapes of paths, order of siblings and digits of mixed arity, independently of the reader's
// cases.
#include <gtest/gtest.h>

#include "base/digest.h"
#include "filecoin/merkle.h"
#include "filecoin/post_bincode.h"
#include "filecoin/post_check.h"
#include "filecoin/post_statement.h"
#include "filecoin/test_vectors.h"

namespace cuzk::filecoin {
namespace {

using field::Fr;

struct Vector {
  const char *size, *comm_r_last, *comm_r, *window, *winning;
};

constexpr Vector kVectors[] = {
    {"2KiB", "322c7a04d0f954d9e8058f9a575733660f89385d2774bf4c6fd7b7e0118f4a5c",
     "3bce2c70e7fbebba4e50bfd77b1ddfc8a22ed8859304a11df7dedeb564ee9751",
     "612e30b1a7d901e96dd98b9963f1f773384e049809e4e6e7595fa9da4cfeb36a",
     "bf83a5de332e143a78ab1e148305f5c20319716356428e5eba8caae0a5f518af"},
    {"8MiB", "78282049c5b118d5ce3c70ae91c3413d172d53bb50abdf29487aeedba9d13540",
     "2b788b8b5148a478b84c719d81c5c3ba40415cf4faf599e2424e4b81721d0e34",
     "87fb69664616a6c6a6bb3b1a1e4be68e86d7195fd6339f16fdcb60f903281142",
     "36d5daacbee8e873d9e00f886ea322e6fa217529cbd84306e0c313de075fe54f"},
    {"512MiB", "b37fdf25e5bf690a901a0e0bb9e030cae25a4f296367e63115282606993b761f",
     "0b7753687a2ac3b1d6f43a1f637822adb986e6b4a9afca1254ece30aed3c9608",
     "8b8ffdc9af563c9ff0109dc5d8269b2ffb6e85043e15c752afc9b088c696c03f",
     "edd6033b85d4a64d1f0924bc79a4d2f851413366ce7d4a294b75e41ddd9ce8b5"},
    {"32GiB", "cc89b465b5e4ab451b375d37d4303f2cd59f80d9377edaf508b77f99d743684f",
     "8899e2f069075864de44da53e78e88f4dbc8d882a722b6d642e450244367aa4b",
     "b610ded8a8f5e1a5a7e52b644f0f91e4620881a0df1b4d860700c51aed958df8",
     "22f7415cce9236355cbdf26fe02fdba2ff46969c2f39b2d2f578eeb3f3d0ba51"},
    {"64GiB", "a8313a0f9af41115818cd745568d538c16da35ed2ea95ee4bbc3d0cb6eec7a5e",
     "5beaac7efe4a6e6c00b3cd9c658301467f4c3ac603502396009980e6e047ff6c",
     "e3ef8c02ae9aaf63a2e9e63572f2d9178d77ddeb6611573a375641c73cac59f5",
     "564dfc680e219655ee7be9a2d6f9fc5bc8896566ffa1dcd324edbac600978edc"},
};

// Leaf i is 100 + (i >> (log N - 3)).
class RunTree {
 public:
  explicit RunTree(const Sector& sector) : sector_(sector), arities_(tree_r_arities(sector)) {
    std::vector<Fr> nodes;  // one a run while a level's nodes lie inside runs
    for (uint64_t run = 0; run < 8; ++run) nodes.push_back(Fr::from_u64(100 + run));
    levels_.push_back(nodes);
    for (unsigned arity : arities_) {
      const uint64_t below = width_.back();
      width_.push_back(below * arity);
      std::vector<Fr> next(
          std::max<uint64_t>(1, width_.back() <= run_leaves() ? 8 : sector_.nodes / width_.back()));
      for (uint64_t i = 0; i < next.size(); ++i) {
        const uint64_t leaf = width_.back() <= run_leaves() ? i * run_leaves() : i * width_.back();
        std::vector<Fr> children;
        for (unsigned k = 0; k < arity; ++k) {
          children.push_back(node(levels_.size() - 1, leaf + k * below));
        }
        next[i] = merkle_node(NodeHash::kPoseidon, children);
      }
      levels_.push_back(std::move(next));
    }
  }

  Fr root() const { return levels_.back()[0]; }

  Opening open(uint64_t leaf) const {
    Opening out{.leaf = node(0, leaf), .root = root(), .indices = path_indices(arities_, leaf)};
    for (size_t level = 0; level < arities_.size(); ++level) {
      const uint64_t first = leaf - leaf % width_[level + 1];
      for (unsigned k = 0; k < arities_[level]; ++k) {
        if (k == out.indices[level]) continue;
        out.siblings.push_back(node(level, first + k * width_[level]));
      }
    }
    return out;
  }

 private:
  uint64_t run_leaves() const { return sector_.nodes / 8; }
  // The node of a level above a leaf.
  const Fr& node(size_t level, uint64_t leaf) const {
    return levels_[level][leaf / std::max(run_leaves(), width_[level])];
  }

  const Sector& sector_;
  const std::vector<unsigned> arities_;
  std::vector<uint64_t> width_{1};  // leaves below a node
  std::vector<std::vector<Fr>> levels_;
};

base::Bytes32 counting_randomness() {
  base::Bytes32 out;
  for (uint8_t i = 0; i < 32; ++i) out[i] = i;
  return out;
}

TEST(PostVector, RecordsHaveTheDigestsOfTheSpecification) {
  for (const Vector& expected : kVectors) {
    const RunTree tree(*find_sector(expected.size));
    for (const PostProof& proof : post_proofs()) {
      if (proof.sector != find_sector(expected.size)) continue;
      PostRecord record{.sector_number = 5, .comm_c = Fr::from_u64(11)};
      record.comm_r_last = tree.root();
      record.comm_r = replica_commitment(record.comm_c, record.comm_r_last);
      for (uint64_t leaf :
           post_challenges(counting_randomness(), 5, 0, openings_per_record(proof.kind),
                           proof.sector->nodes, proof.api)) {
        record.openings.push_back(tree.open(leaf));
      }
      EXPECT_EQ(base::to_hex(record.comm_r_last.to_bytes_le()), expected.comm_r_last);
      EXPECT_EQ(base::to_hex(record.comm_r.to_bytes_le()), expected.comm_r);
      EXPECT_EQ(base::to_hex(base::sha256(write_post_record(proof, record))),
                proof.kind == PostKind::kWindow ? expected.window : expected.winning)
          << proof.name;
      EXPECT_NO_THROW(check_post_records(proof, counting_randomness(), 0, {&record, 1}));
    }
  }
}

}  // namespace
}  // namespace cuzk::filecoin
