// SPDX-License-Identifier: MIT OR Apache-2.0
// The state of the engine as the JSON document of GET /status, with the fields of the reference
// daemon (daemon-reference.md 1.6), which pages and scripts poll. Where a field of the reference
// means nothing here it is there and constant: `allocations.pce` is empty, because compiled
// circuits are counted with their parameters, and `buffers.shells_in_flight` is 0.
// `buffers.abandoned_in_flight` counts partitions on devices whose job has ended. `devices` is our
// own: what each is, by name, UUID and PCI address, and whether it is still used; so is `process`,
// with null for what cannot be counted.
//
// `buffers`: synth is being prepared; provers is prepared and not yet taken by a device; aux and
// pending are taken and not finished.
#pragma once

#include <string>

#include "engine/engine.h"
#include "service/process_use.h"

namespace cuzk::service {

std::string status_json(const engine::Status& status, const ProcessUse& process = {});

}  // namespace cuzk::service
