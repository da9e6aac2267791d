// SPDX-License-Identifier: Apache-2.0
// What queue_model.sv calls.
#include "queue/queue_scheduler.h"

namespace {

using gantry::QueueScheduler;

constexpr std::uint32_t kNoTask = 4095;  // the socket knows none, and says so

}  // namespace

extern "C" {

void gantry_queue_delete(void* scheduler);
void gantry_queue_clock(void* scheduler, unsigned char reset, unsigned char task_taken, unsigned id, unsigned jobs,
                        unsigned task_class, unsigned weight, unsigned long long cycles, unsigned long long deadline,
                        unsigned long long processors, unsigned char job_taken, unsigned char done_taken,
                        unsigned done_processor, unsigned char* task_ready, unsigned char* done_ready,
                        unsigned char* job_valid, unsigned* job_task, unsigned* job_processor);

void gantry_queue_delete(void* scheduler) { delete static_cast<QueueScheduler*>(scheduler); }

void gantry_queue_clock(void* scheduler, unsigned char reset, unsigned char task_taken, unsigned id, unsigned jobs,
                        unsigned task_class, unsigned weight, unsigned long long cycles, unsigned long long deadline,
                        unsigned long long processors, unsigned char job_taken, unsigned char done_taken,
                        unsigned done_processor, unsigned char* task_ready, unsigned char* done_ready,
                        unsigned char* job_valid, unsigned* job_task, unsigned* job_processor) {
  QueueScheduler& behind = *static_cast<QueueScheduler*>(scheduler);
  gantry::QueueOffer offer;
  if (reset != 0) {
    behind.reset();
  } else {
    const gantry::QueueTask task{id, jobs, task_class, weight, cycles, deadline, processors};
    gantry::QueueTransfers moved;
    if (task_taken != 0) moved.task = &task;
    moved.job = job_taken != 0;
    if (done_taken != 0) moved.completed = static_cast<int>(done_processor);
    offer = behind.clock(moved);
  }
  *task_ready = offer.takes_task ? 1 : 0;
  *done_ready = offer.takes_completion ? 1 : 0;
  *job_valid = offer.job ? 1 : 0;
  *job_task = offer.task < kNoTask && offer.processor < 64 ? offer.task : kNoTask;
  *job_processor = offer.processor;
}
}
