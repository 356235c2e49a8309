// SPDX-License-Identifier: MIT OR Apache-2.0
// The one exception type: a job or a command cannot go on because of its input or its
// surroundings. The code is for programs, the text for people: it names the file, the field, what
// was expected, what was found and what to do. Thrown anywhere, caught only where a job ends
// (stage runner, service handler, main).
// Codes are grouped by what they are about and appended within their group; their names are part
// of the interface (messages, reports), their numbers are not.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

namespace cuzk::base {

enum class ErrorCode : uint16_t {
  // Files and arguments.
  kBadArgument,
  kFileMissing,
  kFileUnreadable,
  kFileEmpty,
  kFileExists,
  kWriteFailed,
  kOutOfMemory,
  // C1 files (porep.md 6).
  kC1TooLarge,
  kC1Truncated,
  kC1BadJson,
  kC1TooDeep,
  kC1MissingField,
  kC1DuplicateField,
  kC1BadType,
  kC1BadNumber,
  kC1BadBase64,
  kC1BadByteArray,
  kC1UnknownProof,
  kC1WrongProof,
  kC1SizeMismatch,
  kC1NotCanonical,
  kC1ZeroValue,
  kC1PartitionCount,
  kC1ChallengeCount,
  kC1LayerCount,
  kC1ParentCount,
  kC1PathShape,
  kC1PathIndex,
  kC1TrailingData,
  // Records of vanilla proofs, and what comes with them (update.md 5 and 6).
  kRecordCount,
  kRecordLength,
  kRecordPathShape,
  kRecordPathIndex,
  kRecordNotCanonical,
  kCommitmentLength,
  kCommitmentNotCanonical,
  // Statement checks before proving (porep.md SYN-7, update.md UPD-42).
  kVanillaMismatch,
  // Parameter files, keys and proofs (groth16.md 3 and 6).
  kParamsTruncated,
  kParamsTrailingData,
  kParamsCountMismatch,
  kParamsBadPoint,
  kParamsDigestMismatch,
  kKeyTruncated,
  kKeyTrailingData,
  kKeyBadPoint,
  kPointBadEncoding,
  kPointNotCanonical,
  kPointNotOnCurve,
  kPointNotInSubgroup,
  kPointInfinity,
  kProofLength,
  kProofBadPoint,
  kInputsBadJson,
  kInputsCount,
  kInputNotCanonical,
  kSetupBadSecret,
  // Compiled circuits (r1cs/circuit_file.h).
  kCircuitFileVersion,
  kCircuitFileDamaged,
  // Proving.
  kUnsatisfied,
  kProofInvalid,
  kNotSupported,
  // Graphics processors (gpu/device.h).
  kGpuNotFound,
  kGpuOutOfMemory,
  kGpuFault,
  kGpuFailed,
  // Jobs (engine/engine.h).
  kResourceExhausted,
  kCancelled,
  kDeadlineExceeded,
  kNotFound,
  kUnavailable,
  kInternal,
  // Measured runs (bench/comparison.h).
  kRunsBadJson,
};

// The stable spelling of a code in messages and reports: "C1_BAD_BASE64".
const char* error_name(ErrorCode code);

class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string text);

  ErrorCode code() const { return code_; }
  const std::string& text() const { return text_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  ErrorCode code_;
  std::string text_;
};

}  // namespace cuzk::base
