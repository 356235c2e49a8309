// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/process_use.h"

#include <dirent.h>
#include <fmt/format.h>

#include <memory>

#include "service/descriptors.h"

namespace cuzk::service {
namespace {

struct FolderCloser {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// Without "." and "..".
std::optional<uint64_t> count_entries(const char* path) {
  const std::unique_ptr<DIR, FolderCloser> listing(::opendir(path));
  if (!listing) return std::nullopt;
  uint64_t count = 0;
  while (const dirent* entry = ::readdir(listing.get())) count += entry->d_name[0] != '.';
  return count;
}

}  // namespace

ProcessUse process_use() {
  ProcessUse use{.threads = count_entries("/proc/self/task"),
                 .descriptors = count_entries("/proc/self/fd"),
                 .descriptors_max = descriptor_limit().soft};
  if (use.descriptors) --*use.descriptors;  // the one that was looked with
  return use;
}

std::string process_metrics_text(const ProcessUse& use) {
  std::string out;
  const auto gauge = [&](const char* name, const char* help, uint64_t value) {
    out += fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n{0} {2}\n", name, help, value);
  };
  if (use.threads) gauge("process_threads", "Threads of this process", *use.threads);
  if (use.descriptors) gauge("process_open_fds", "Descriptors that are open", *use.descriptors);
  gauge("process_max_fds", "Descriptors that may be open", use.descriptors_max);
  return out;
}

}  // namespace cuzk::service
