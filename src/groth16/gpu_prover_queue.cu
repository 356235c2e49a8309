// SPDX-License-Identifier: MIT OR Apache-2.0
// Which work goes on which stream, and where its turns of the region begin and end.
#include "groth16/gpu_prover_state.cuh"
#include "ntt/gpu_quotient.h"

namespace cuzk::groth16 {

// Through pinned memory, from which the copy runs beside the host. An urgent program reads it there
// itself: a copy would wait for those of others, which know no priority.
void GpuProver::State::upload(Slot& slot, const PackInput& pack) {
  pack(slot.staging.as<char>());
  slot.events[kBegin]->record(uploads);
  if (is_urgent) {
    program.write(uploads, slot.staging.as<const char>(), slot.assignment);
  } else {
    uploads.copy(assignments->input, slot.staging.as<const char>(), shape.input_bytes);
    program.write(uploads, assignments->input, slot.assignment);
  }
  slot.events[kUpload]->record(uploads);
}

// On a thread of its own: CUDA lets a thousand launches wait and then holds their thread up, and a
// turn of the region has to be waited for. In the order of the calls.
std::shared_future<void> GpuProver::State::queue_in_turn(std::function<void()> work) {
  auto queue = [this, work = std::move(work), earlier = last_queued] {
    if (earlier.valid()) earlier.wait();
    device.make_current();
    work();
  };
  last_queued = std::async(std::launch::async, queue).share();
  return last_queued;
}

void GpuProver::State::queue_group(const Slots& group) {
  if (!plan.choice.is_beside) {
    queue_in_line(group);
    return;
  }
  Slot* slot = group[0];
  slot->queued = queue_in_turn([this, slot] {
    const auto turn = region->take_turn(this, turn_streams);
    stream.wait_for(*slot->events[kUpload]);
    side.wait_for(*slot->events[kUpload]);
    queue_h({slot});
    slot->events[kShared]->record(side);
    for (Query query : kOtherQueries) queue_other_msm(side, {slot}, query);
  });
}

// L, A, B1 and B2 of all partitions, then quotients and H of an h_group at a time: a turn for each.
void GpuProver::State::queue_in_line(const Slots& group) {
  std::shared_future<void> shared = queue_in_turn([this, group] {
    for (Query query : kOtherQueries) {
      const auto turn = region->take_turn(this, turn_streams);
      if (query == kOtherQueries.front()) {
        for (Slot* slot : group) stream.wait_for(*slot->events[kUpload]);
        for (Slot* slot : group) slot->events[kShared]->record(stream);
      }
      queue_other_msm(stream, group, query);
    }
  });
  const size_t h_group = plan.choice.h_group;
  for (size_t i = 0; i < group.size(); i += h_group) {
    size_t end = std::min(group.size(), i + h_group);
    const Slots part(group.begin() + static_cast<ptrdiff_t>(i),
                     group.begin() + static_cast<ptrdiff_t>(end));
    std::shared_future<void> queued = queue_in_turn([this, part, shared] {
      shared.get();
      const auto turn = region->take_turn(this, turn_streams);
      queue_h(part);
    });
    for (Slot* slot : part) slot->queued = queued;
  }
}

// Quotient and H of a partition whose h is not as uniform as was expected.
void GpuProver::State::queue_again(Slot& slot) {
  slot.queued = queue_in_turn([this, &slot] {
    const auto turn = region->take_turn(this, turn_streams);
    queue_h({&slot});
  });
}

// Leaves h in `first`. The third vector is the table of roots.
void GpuProver::State::queue_quotient(Slot& slot, Fr* first, Fr* second, Fr* third) {
  using r1cs::RowValues;
  r1cs::GpuAssignment assignment = {slot.assignment.inputs, slot.assignment.bits,
                                    slot.assignment.wide};
  slot.events[kFirst]->record(stream);
  circuit.enqueue_rows(stream, assignment, RowValues::kA, first);
  circuit.enqueue_rows(stream, assignment, RowValues::kB, second);
  slot.events[kRows]->record(stream);
  if (c_rows) {
    uint32_t* row = assignments->first_unsatisfied;
    c_rows->enqueue_rows(stream, assignment, RowValues::kB, third);
    r1cs::enqueue_first_unsatisfied(stream, shape.log_domain, first, second, third, row);
    stream.copy(slot.first_unsatisfied.as<uint32_t>(), static_cast<const uint32_t*>(row), 1);
  }
  ntt::GpuDomain domain(stream, shape.log_domain, third);
  ntt::enqueue_negacyclic_product(stream, domain, first, second);
  circuit.enqueue_rows(stream, assignment, RowValues::kProduct, second);
  ntt::enqueue_quotient(stream, domain, first, second);
  slot.events[kQuotient]->record(stream);
}

// The quotients of some partitions one after the other, and then their MSMs H side by side.
void GpuProver::State::queue_h(const Slots& group) {
  for (size_t i = 0; i < group.size(); ++i) {
    queue_quotient(*group[i], layout->h + i * shape.rows(), layout->quotient, layout->roots);
  }
  for (Slot* slot : group) slot->events[kQuotients]->record(stream);
  if (ring) ring->release_all(stream, plan.choice.ring.ahead);
  queue_msm_h(group);
}

// Whoever has the slot next finds nothing of this partition on the streams.
void GpuProver::State::wait_for(const Slot& slot) const {
  try {
    slot.queued.get();
    for (Query query : {Query::kH, Query::kBG2}) {
      slot.events[kMsms + static_cast<size_t>(query)]->wait();
    }
  } catch (...) {
    settle();
    throw;
  }
}

// What is to be queued is queued first: it cannot be stopped.
void GpuProver::State::settle() const noexcept {
  if (last_queued.valid()) last_queued.wait();
  for (const gpu::Stream* each : {&stream, &side, &uploads, &copies}) each->settle();
}

// Of what partitions share, a partition's part. What other circuits did between its turns counts.
ProveTimes GpuProver::State::times(const Slot& slot) const {
  const auto end = [&](size_t stage) -> const gpu::Event& { return *slot.events[stage]; };
  const auto msm = [](Query query) { return kMsms + static_cast<size_t>(query); };
  const auto group = static_cast<double>(slot.group);
  return {
      .upload = end(kUpload).seconds_since(end(kBegin)),
      .rows = end(kRows).seconds_since(end(kFirst)),
      .quotient = end(kQuotient).seconds_since(end(kRows)),
      .h = end(msm(Query::kH)).seconds_since(end(kQuotients)) / static_cast<double>(slot.h_group),
      .l = end(msm(Query::kL)).seconds_since(end(kShared)) / group,
      .a = end(msm(Query::kA)).seconds_since(end(msm(Query::kL))) / group,
      .b_g1 = end(msm(Query::kBG1)).seconds_since(end(msm(Query::kA))) / group,
      .b_g2 = end(msm(Query::kBG2)).seconds_since(end(msm(Query::kBG1))) / group,
      .device = std::max(end(msm(Query::kH)).seconds_since(end(kBegin)),
                         end(msm(Query::kBG2)).seconds_since(end(kBegin))),
      .total = slot.watch.seconds()};
}

}  // namespace cuzk::groth16
