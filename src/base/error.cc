// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/error.h"

#include <utility>

namespace cuzk::base {

const char* error_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadArgument: return "BAD_ARGUMENT";
    case ErrorCode::kFileMissing: return "FILE_MISSING";
    case ErrorCode::kFileUnreadable: return "FILE_UNREADABLE";
    case ErrorCode::kFileEmpty: return "FILE_EMPTY";
    case ErrorCode::kFileExists: return "FILE_EXISTS";
    case ErrorCode::kWriteFailed: return "WRITE_FAILED";
    case ErrorCode::kOutOfMemory: return "OUT_OF_MEMORY";
    case ErrorCode::kC1TooLarge: return "C1_TOO_LARGE";
    case ErrorCode::kC1Truncated: return "C1_TRUNCATED";
    case ErrorCode::kC1BadJson: return "C1_BAD_JSON";
    case ErrorCode::kC1TooDeep: return "C1_TOO_DEEP";
    case ErrorCode::kC1MissingField: return "C1_MISSING_FIELD";
    case ErrorCode::kC1DuplicateField: return "C1_DUPLICATE_FIELD";
    case ErrorCode::kC1BadType: return "C1_BAD_TYPE";
    case ErrorCode::kC1BadNumber: return "C1_BAD_NUMBER";
    case ErrorCode::kC1BadBase64: return "C1_BAD_BASE64";
    case ErrorCode::kC1BadByteArray: return "C1_BAD_BYTE_ARRAY";
    case ErrorCode::kC1UnknownProof: return "C1_UNKNOWN_PROOF";
    case ErrorCode::kC1WrongProof: return "C1_WRONG_PROOF";
    case ErrorCode::kC1SizeMismatch: return "C1_SIZE_MISMATCH";
    case ErrorCode::kC1NotCanonical: return "C1_NOT_CANONICAL";
    case ErrorCode::kC1ZeroValue: return "C1_ZERO_VALUE";
    case ErrorCode::kC1PartitionCount: return "C1_PARTITION_COUNT";
    case ErrorCode::kC1ChallengeCount: return "C1_CHALLENGE_COUNT";
    case ErrorCode::kC1LayerCount: return "C1_LAYER_COUNT";
    case ErrorCode::kC1ParentCount: return "C1_PARENT_COUNT";
    case ErrorCode::kC1PathShape: return "C1_PATH_SHAPE";
    case ErrorCode::kC1PathIndex: return "C1_PATH_INDEX";
    case ErrorCode::kC1TrailingData: return "C1_TRAILING_DATA";
    case ErrorCode::kRecordCount: return "RECORD_COUNT";
    case ErrorCode::kRecordLength: return "RECORD_LENGTH";
    case ErrorCode::kRecordPathShape: return "RECORD_PATH_SHAPE";
    case ErrorCode::kRecordPathIndex: return "RECORD_PATH_INDEX";
    case ErrorCode::kRecordNotCanonical: return "RECORD_NOT_CANONICAL";
    case ErrorCode::kCommitmentLength: return "COMMITMENT_LENGTH";
    case ErrorCode::kCommitmentNotCanonical: return "COMMITMENT_NOT_CANONICAL";
    case ErrorCode::kVanillaMismatch: return "VANILLA_MISMATCH";
    case ErrorCode::kParamsTruncated: return "PARAMS_TRUNCATED";
    case ErrorCode::kParamsTrailingData: return "PARAMS_TRAILING_DATA";
    case ErrorCode::kParamsCountMismatch: return "PARAMS_COUNT_MISMATCH";
    case ErrorCode::kParamsBadPoint: return "PARAMS_BAD_POINT";
    case ErrorCode::kParamsDigestMismatch: return "PARAMS_DIGEST_MISMATCH";
    case ErrorCode::kKeyTruncated: return "KEY_TRUNCATED";
    case ErrorCode::kKeyTrailingData: return "KEY_TRAILING_DATA";
    case ErrorCode::kKeyBadPoint: return "KEY_BAD_POINT";
    case ErrorCode::kPointBadEncoding: return "POINT_BAD_ENCODING";
    case ErrorCode::kPointNotCanonical: return "POINT_NOT_CANONICAL";
    case ErrorCode::kPointNotOnCurve: return "POINT_NOT_ON_CURVE";
    case ErrorCode::kPointNotInSubgroup: return "POINT_NOT_IN_SUBGROUP";
    case ErrorCode::kPointInfinity: return "POINT_INFINITY";
    case ErrorCode::kProofLength: return "PROOF_LENGTH";
    case ErrorCode::kProofBadPoint: return "PROOF_BAD_POINT";
    case ErrorCode::kInputsBadJson: return "INPUTS_BAD_JSON";
    case ErrorCode::kInputsCount: return "INPUTS_COUNT";
    case ErrorCode::kInputNotCanonical: return "INPUT_NOT_CANONICAL";
    case ErrorCode::kSetupBadSecret: return "SETUP_BAD_SECRET";
    case ErrorCode::kCircuitFileVersion: return "CIRCUIT_FILE_VERSION";
    case ErrorCode::kCircuitFileDamaged: return "CIRCUIT_FILE_DAMAGED";
    case ErrorCode::kUnsatisfied: return "UNSATISFIED";
    case ErrorCode::kProofInvalid: return "PROOF_INVALID";
    case ErrorCode::kNotSupported: return "NOT_SUPPORTED";
    case ErrorCode::kGpuNotFound: return "GPU_NOT_FOUND";
    case ErrorCode::kGpuOutOfMemory: return "GPU_OUT_OF_MEMORY";
    case ErrorCode::kGpuFault: return "GPU_FAULT";
    case ErrorCode::kGpuFailed: return "GPU_FAILED";
    case ErrorCode::kResourceExhausted: return "RESOURCE_EXHAUSTED";
    case ErrorCode::kCancelled: return "CANCELLED";
    case ErrorCode::kDeadlineExceeded: return "DEADLINE_EXCEEDED";
    case ErrorCode::kNotFound: return "NOT_FOUND";
    case ErrorCode::kUnavailable: return "UNAVAILABLE";
    case ErrorCode::kInternal: return "INTERNAL";
    case ErrorCode::kRunsBadJson: return "RUNS_BAD_JSON";
  }
  return "UNKNOWN";
}

Error::Error(ErrorCode code, std::string text) : code_(code), text_(std::move(text)) {}

}  // namespace cuzk::base
