/* SPDX-License-Identifier: Apache-2.0 */
/* A driver of the task scheduler. It runs on whatever can read and write the platform's bus. */
#ifndef DRIVER_H
#define DRIVER_H

#include <stdint.h>

#include "gantry/device/task_scheduler_regs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The bus as the driver's processor sees it. */
struct bus {
  void* self;
  uint64_t (*read)(void* self, uint64_t address);
  void (*write)(void* self, uint64_t address, uint64_t value);
  void (*copy)(void* self, uint64_t to, const void* from, uint32_t bytes);
  void (*wait_for_interrupt)(void* self); /* returns while the wire is high */
};

#define RING_ENTRIES 16u
#define RING_STRIDE 512u /* room for 96 more predecessors behind the 128 bytes of a descriptor */

struct driver {
  const struct bus* bus;
  uint64_t registers;
  uint64_t rings;
  uint32_t full_bytes;
  uint32_t window; /* tasks from the oldest unfinished one on that may be submitted */
  uint32_t room;   /* predecessors within the full bytes */
  uint32_t queues_per_class;
  uint32_t processors;
  uint32_t most_jobs;                /* of a task */
  uint64_t most_job_bytes;           /* of a job */
  uint32_t tails[GANTRY_TS_CLASSES]; /* of the first queue of each class */
  uint32_t submitted;
  uint32_t finished;
  uint32_t bad; /* tasks that were dropped or failed */
  uint32_t interrupts;
  uint64_t errors; /* kinds that have been seen, a bit each */
};

/* `rings`: memory for a ring per class. 0: something else is at this address, or it
 * has no such rings. What it has been given before is dropped. */
int driver_open(struct driver* driver, const struct bus* bus, uint64_t registers, uint64_t rings);
/* Fills in the task's number, which it answers, and waits while its queue is full. */
uint32_t driver_submit(struct driver* driver, struct gantry_ts_descriptor* task, const uint32_t* predecessors,
                       uint16_t count);
void driver_wait_for_all(struct driver* driver);
/* Switches processors off that have owed a job for more than so many cycles, and ends all that they owe. Returns their
 * number. To be called from time to time. */
uint32_t driver_watch(struct driver* driver, uint64_t most_cycles);

#ifdef __cplusplus
}
#endif
#endif
