// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/digest.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <algorithm>

#include "base/check.h"

namespace cuzk::base {

struct Digest::State {
  explicit State(const EVP_MD* kind) : context(EVP_MD_CTX_new()) {
    check(context != nullptr && EVP_DigestInit_ex(context, kind, nullptr) == 1,
          "OpenSSL offers this digest");
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }

  EVP_MD_CTX* context;
};

Digest::Digest(std::unique_ptr<State> state) : state_(std::move(state)) {}
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;
Digest::~Digest() = default;

Digest Digest::sha256() { return Digest(std::make_unique<State>(EVP_sha256())); }
Digest Digest::blake2b_512() { return Digest(std::make_unique<State>(EVP_blake2b512())); }

Digest& Digest::update(std::span<const uint8_t> bytes) {
  check(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1, "digest update");
  return *this;
}

Digest& Digest::update(std::string_view text) {
  return update({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

std::vector<uint8_t> Digest::value() const {
  std::vector<uint8_t> out(EVP_MAX_MD_SIZE);
  unsigned int bytes = 0;
  EVP_MD_CTX* copy = EVP_MD_CTX_new();
  check(copy != nullptr && EVP_MD_CTX_copy_ex(copy, state_->context) == 1 &&
            EVP_DigestFinal_ex(copy, out.data(), &bytes) == 1,
        "digest value");
  EVP_MD_CTX_free(copy);
  out.resize(bytes);
  return out;
}

Bytes32 sha256(std::span<const uint8_t> bytes) {
  std::vector<uint8_t> value = Digest::sha256().update(bytes).value();
  Bytes32 out;
  std::copy(value.begin(), value.end(), out.begin());
  return out;
}

Bytes32 sha256(std::string_view text) {
  return sha256(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

Bytes32 blake2b_256_keyed(std::string_view key, std::span<const uint8_t> bytes) {
  EVP_MAC* mac = EVP_MAC_fetch(nullptr, "BLAKE2BMAC", nullptr);
  check(mac != nullptr, "OpenSSL offers BLAKE2BMAC");
  EVP_MAC_CTX* context = EVP_MAC_CTX_new(mac);
  Bytes32 out;
  size_t out_bytes = out.size();
  OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &out_bytes),
                         OSSL_PARAM_construct_end()};
  size_t written = 0;
  bool done = EVP_MAC_init(context, reinterpret_cast<const unsigned char*>(key.data()), key.size(),
                           params) == 1 &&
              EVP_MAC_update(context, bytes.data(), bytes.size()) == 1 &&
              EVP_MAC_final(context, out.data(), &written, out.size()) == 1;
  check(done && written == out.size(), "keyed BLAKE2b");
  EVP_MAC_CTX_free(context);
  EVP_MAC_free(mac);
  return out;
}

}  // namespace cuzk::base
