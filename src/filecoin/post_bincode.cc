// SPDX-License-Identifier: MIT OR Apache-2.0
#include "filecoin/post_bincode.h"

#include "filecoin/record_bincode.h"

namespace cuzk::filecoin {

using base::ErrorCode;

uint64_t post_record_bytes(const PostProof& proof) {
  return RecordReader::kCount + RecordReader::kElement + 2 * RecordReader::kCount +
         openings_per_record(proof.kind) * replica_record_tree(*proof.sector).opening_bytes() +
         2 * RecordReader::kElement;
}

PostRecord read_post_record(const PostProof& proof, std::span<const uint8_t> bytes,
                            std::string_view label) {
  RecordReader reader(bytes, post_record_bytes(proof), label);
  const auto named = [](const char* name) { return [name] { return std::string(name); }; };
  const RecordTree tree = replica_record_tree(*proof.sector);
  PostRecord out;
  out.sector_number = reader.number(RecordReader::kCount);
  out.comm_r = reader.element(named("comm_r"));
  reader.expect(named("number of vanilla_proof"), RecordReader::kCount, 1, ErrorCode::kRecordCount);
  const unsigned openings = openings_per_record(proof.kind);
  reader.expect(named("number of inclusion_proofs"), RecordReader::kCount, openings,
                ErrorCode::kRecordCount);
  for (unsigned n = 0; n < openings; ++n) {
    const auto name = [n] { return fmt::format("inclusion_proofs[{}]", n); };
    out.openings.push_back(reader.opening(name, tree));
  }
  out.comm_c = reader.element(named("comm_c"));
  out.comm_r_last = reader.element(named("comm_r_last"));
  return out;
}

std::string write_post_record(const PostProof& proof, const PostRecord& record) {
  const RecordTree tree = replica_record_tree(*proof.sector);
  RecordWriter out;
  out.number(record.sector_number, RecordReader::kCount);
  out.element(record.comm_r);
  out.number(1, RecordReader::kCount);
  out.number(record.openings.size(), RecordReader::kCount);
  for (const Opening& opening : record.openings) out.opening(opening, tree);
  out.element(record.comm_c);
  out.element(record.comm_r_last);
  return out.take();
}

}  // namespace cuzk::filecoin
