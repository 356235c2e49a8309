// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_packed.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace cuzk::filecoin {
namespace {

// Writes one range after another into a block of known size.
class Writer {
 public:
  Writer(void* out, uint64_t bytes) : out_(static_cast<uint8_t*>(out)), left_(bytes) {}

  template <class T>
  void put(const T* values, size_t count) {
    uint64_t bytes = count * sizeof(T);
    base::check(bytes <= left_, "values have the shape");
    std::memcpy(out_, values, bytes);
    out_ += bytes;
    left_ -= bytes;
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.data(), values.size());
  }

  bool is_full() const { return left_ == 0; }

 private:
  uint8_t* out_;
  uint64_t left_;
};

template <class F>
void for_each_parent(const ChallengeProof& proof, F&& f) {
  for (const ColumnOpening& parent : proof.drg_parents) f(parent);
  for (const ColumnOpening& parent : proof.exp_parents) f(parent);
}

}  // namespace

PackedShape::PackedShape(const PorepShape& shape)
    : challenges(shape.challenges),
      layers(shape.layers),
      data_levels(static_cast<unsigned>(shape.data_arities.size())),
      tree_levels(static_cast<unsigned>(shape.tree_arities.size())),
      siblings(0) {
  base::check(layers <= kLayersMax, "known layers");
  base::check(data_levels <= gadget::kPathLevelsMax && tree_levels <= gadget::kPathLevelsMax,
              "trees of known depth");
  for (unsigned i = 0; i < tree_levels; ++i) {
    arities[i] = shape.tree_arities[i];
    siblings += arities[i] - 1;
  }
}

void pack_porep(const PackedShape& shape, const PorepValues& values, void* out) {
  Writer writer(out, shape.bytes());
  writer.put(&values.roots, 1);
  for (const ChallengeProof& proof : values.challenges) {
    writer.put(&proof.data.leaf, 1);
    writer.put(proof.data.siblings);
    for_each_parent(proof, [&](const ColumnOpening& parent) { writer.put(parent.rows); });
    for_each_parent(proof, [&](const ColumnOpening& parent) { writer.put(parent.path.siblings); });
    writer.put(proof.column.path.siblings);
    writer.put(proof.replica.siblings);
  }
  for (const ChallengeProof& proof : values.challenges) writer.put(&proof.node, 1);
  for (const ChallengeProof& proof : values.challenges) {
    writer.put(proof.data.indices);
    for_each_parent(proof, [&](const ColumnOpening& parent) { writer.put(parent.path.indices); });
    writer.put(proof.column.path.indices);
    writer.put(proof.replica.indices);
  }
  base::check(writer.is_full(), "values have the shape");
}

}  // namespace cuzk::filecoin
