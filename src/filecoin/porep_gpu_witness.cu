// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/porep_gpu_witness.h"

#include "gpu/stream.h"
#include "hash/poseidon_group.cuh"

namespace cuzk::filecoin {
namespace {

constexpr unsigned kPieceThreads = 32;
constexpr unsigned kChainThreads = 32;

// The hasher of porep_chains.h.
struct GroupHasher {
  const gadget::PoseidonTables& tables;
  hash::PoseidonGroup group;

  template <unsigned kArity, class Child>
  __device__ Fr hash(const Child& child) const {
    return group.hash<kArity>(tables.poseidon<kArity>(), child);
  }
  __device__ bool leads() const { return group.leads(); }
};

__device__ unsigned thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void row_words(PieceContext context) {
  unsigned rows = PackedShape::kParents * context.shape.layers;
  unsigned item = thread_number();
  if (item >= rows * context.shape.challenges) return;
  unsigned i = item / rows, row = item % rows;
  context.values(i).row_words[row] = r1cs::to_words(context.challenge(i).rows(0)[row]);
}

// Chain 0 of a challenge is that of tree D, the others are the labels'.
__global__ void __launch_bounds__(kChainThreads) word_chains(PieceContext context) {
  unsigned item = thread_number();
  unsigned i = item % context.shape.challenges, chain = item / context.shape.challenges;
  if (chain > context.shape.layers) return;
  PackedChallenge challenge = context.challenge(i);
  if (chain == 0) {
    chain_data(context.shape, challenge, context.values(i));
  } else {
    chain_label(context.shape, challenge, context.roots().replica_id, chain, context.values(i));
  }
}

__global__ void __launch_bounds__(kChainThreads) path_chains(PieceContext context) {
  unsigned item = thread_number() / hash::PoseidonGroup::kThreads;
  unsigned i = item % context.shape.challenges, path = item / context.shape.challenges;
  if (path >= PackedShape::kPaths) return;
  chain_path(context.shape, context.challenge(i), path, context.values(i),
             GroupHasher{context.tables, {}});
}

__global__ void __launch_bounds__(kPieceThreads)
    word_pieces(PieceContext context, const Piece* pieces, unsigned count) {
  unsigned item = thread_number();
  unsigned i = item % context.shape.challenges, piece = item / context.shape.challenges;
  if (piece < count) run_word_piece(context, pieces[piece], i);
}

__global__ void __launch_bounds__(kPieceThreads)
    hash_pieces(PieceContext context, const Piece* pieces, unsigned count) {
  unsigned item = thread_number();
  unsigned i = item % context.shape.challenges, piece = item / context.shape.challenges;
  if (piece < count) run_hash_piece(context, pieces[piece], i);
}

unsigned blocks_for(unsigned threads, unsigned block) { return (threads + block - 1) / block; }

}  // namespace

PorepGpuWitness::PorepGpuWitness(gpu::Device& device, const PorepShape& shape) : shape_(shape) {
  r1cs::ScopePlaces places = porep_places(shape);
  PieceList list(shape, places);
  challenge_size_ = list.challenge_size;
  size_ = places.block_begin() + shape.challenges * challenge_size_;
  hash_count_ = static_cast<unsigned>(list.hashes.size());
  word_count_ = static_cast<unsigned>(list.words.size());
  gpu::Stream stream(device);
  gpu::Arena need;
  place(list, need, stream);
  memory_ = gpu::DeviceMemory(device, need.peak());
  gpu::Arena arena(memory_.data(), memory_.bytes());
  place(list, arena, stream);
  stream.wait();
}

// Copies the constants into the arena, or only takes their place if it measures.
void PorepGpuWitness::place(const PieceList& list, gpu::Arena& arena, const gpu::Stream& stream) {
  auto put = [&]<class T>(const T* values, size_t count) {
    T* out = arena.take<T>(count);
    if (!arena.measures()) stream.copy(out, values, count);
    return out;
  };
  tables_ = {put(&hash::poseidon_constants<2>(), 1), put(&hash::poseidon_constants<4>(), 1),
             put(&hash::poseidon_constants<8>(), 1), put(&hash::poseidon_constants<11>(), 1)};
  hashes_ = put(list.hashes.data(), list.hashes.size());
  words_ = put(list.words.data(), list.words.size());
}

void PorepGpuWitness::enqueue(const gpu::Stream& stream, const void* input, void* scratch,
                              Fr* inputs, uint64_t* bits, Fr* wide) const {
  PieceContext context{shape_, input, scratch, {inputs, bits, wide}, tables_, challenge_size_};
  stream.clear(bits, (uint64_t{size_.aux} + 63) / 64);
  unsigned rows = shape_.challenges * PackedShape::kParents * shape_.layers;
  row_words<<<blocks_for(rows, 128), 128, 0, stream.get()>>>(context);
  stream.check_launch("row_words");
  unsigned chains = shape_.challenges * (1 + shape_.layers);
  word_chains<<<blocks_for(chains, kChainThreads), kChainThreads, 0, stream.get()>>>(context);
  stream.check_launch("word_chains");
  word_pieces<<<blocks_for(shape_.challenges * word_count_, kPieceThreads), kPieceThreads, 0,
                stream.get()>>>(context, words_, word_count_);
  stream.check_launch("word_pieces");
  unsigned paths = shape_.challenges * PackedShape::kPaths * hash::PoseidonGroup::kThreads;
  path_chains<<<blocks_for(paths, kChainThreads), kChainThreads, 0, stream.get()>>>(context);
  stream.check_launch("path_chains");
  hash_pieces<<<blocks_for(shape_.challenges * hash_count_, kPieceThreads), kPieceThreads, 0,
                stream.get()>>>(context, hashes_, hash_count_);
  stream.check_launch("hash_pieces");
}

}  // namespace cuzk::filecoin
