/* SPDX-License-Identifier: Apache-2.0 */
#include "driver.h"

#include <string.h>

static uint64_t get(const struct driver* driver, uint32_t offset) {
  return driver->bus->read(driver->bus->self, driver->registers + offset);
}

static void set(const struct driver* driver, uint32_t offset, uint64_t value) {
  driver->bus->write(driver->bus->self, driver->registers + offset, value);
}

static uint64_t ring_of(const struct driver* driver, uint32_t cls) {
  return driver->rings + (uint64_t)cls * RING_ENTRIES * RING_STRIDE;
}

/* What a task for any type of processor may ask for. */
static void read_limits(struct driver* driver, uint32_t types) {
  const uint64_t matching = get(driver, GANTRY_TS_MATCHING);
  const uint64_t together = GANTRY_TS_MATCHING_GANG | GANTRY_TS_MATCHING_IDLE;
  uint32_t places = 0;
  for (uint32_t type = 0; type < types; ++type) {
    const uint64_t bytes = get(driver, GANTRY_TS_TYPE_JOB_BYTES(type));
    if ((get(driver, GANTRY_TS_TYPE_FLAGS(type)) & GANTRY_TS_TYPE_DMA) != 0) continue;
    places += (uint32_t)(get(driver, GANTRY_TS_TYPE_PROCESSORS(type)) >> 32);
    if (bytes > driver->most_job_bytes) driver->most_job_bytes = bytes;
  }
  driver->most_jobs = (uint32_t)(matching >> 32);
  if ((matching & together) == together && places < driver->most_jobs) driver->most_jobs = places;
}

int driver_open(struct driver* driver, const struct bus* bus, uint64_t registers, uint64_t rings) {
  memset(driver, 0, sizeof *driver);
  driver->bus = bus;
  driver->registers = registers;
  driver->rings = rings;
  if (get(driver, GANTRY_TS_ID) != ((uint64_t)GANTRY_TS_VERSION << 32 | GANTRY_TS_ID_MAGIC)) return 0;
  set(driver, GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_RESET); /* whoever has used it before */
  const uint64_t capabilities = get(driver, GANTRY_TS_CAPABILITIES);
  const uint64_t sizes = get(driver, GANTRY_TS_DESCRIPTOR);
  driver->queues_per_class = (uint32_t)capabilities & 0xffff;
  driver->processors = (uint32_t)(capabilities >> 16) & 0xffff;
  driver->room = (uint32_t)(capabilities >> 32) & 0xffff;
  driver->full_bytes = (uint32_t)sizes;
  driver->window = (uint32_t)(sizes >> 32);
  if (driver->full_bytes > RING_STRIDE || (uint32_t)get(driver, GANTRY_TS_RING_LIMITS) < RING_ENTRIES) return 0;
  read_limits(driver, (uint32_t)(capabilities >> 48));
  for (uint32_t cls = 0; cls < GANTRY_TS_CLASSES; ++cls) {
    const uint32_t queue = GANTRY_TS_FIRST_QUEUE(cls, driver->queues_per_class);
    set(driver, GANTRY_TS_QUEUE_BASE(queue), ring_of(driver, cls));
    set(driver, GANTRY_TS_QUEUE_ENTRIES(queue), RING_ENTRIES);
    set(driver, GANTRY_TS_QUEUE_STRIDE(queue), RING_STRIDE);
  }
  set(driver, GANTRY_TS_INT_MASK, GANTRY_TS_INT_TASK_DONE | GANTRY_TS_INT_ERROR);
  set(driver, GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_ENABLE | GANTRY_TS_CONTROL_DONE_FIFO);
  return 1;
}

/* Clears first and looks then: what happens in between interrupts once more. */
static void handle_interrupt(struct driver* driver) {
  const uint64_t status = get(driver, GANTRY_TS_INT_STATUS);
  set(driver, GANTRY_TS_INT_CLEAR, status);
  ++driver->interrupts;
  if ((status & GANTRY_TS_INT_ERROR) != 0) {
    const uint64_t errors = get(driver, GANTRY_TS_ERROR_STATUS);
    driver->errors |= errors;
    set(driver, GANTRY_TS_ERROR_CLEAR, errors);
  }
  for (;;) {
    const uint64_t done = get(driver, GANTRY_TS_DONE_POP);
    if (done == GANTRY_TS_DONE_NONE) return;
    ++driver->finished;
    if (done >> 32 != 0) ++driver->bad;
  }
}

static void wait_for_interrupt(struct driver* driver) {
  driver->bus->wait_for_interrupt(driver->bus->self);
  handle_interrupt(driver);
}

/* A queue has room again without any task being done: this interrupt is let through only while somebody waits. */
static void wait_for_room(struct driver* driver, uint32_t queue) {
  set(driver, GANTRY_TS_INT_MASK, GANTRY_TS_INT_TASK_DONE | GANTRY_TS_INT_ERROR | GANTRY_TS_INT_QUEUE_SPACE);
  while ((get(driver, GANTRY_TS_QUEUE_STATUS(queue)) & GANTRY_TS_QUEUE_FULL) != 0) wait_for_interrupt(driver);
  set(driver, GANTRY_TS_INT_MASK, GANTRY_TS_INT_TASK_DONE | GANTRY_TS_INT_ERROR);
}

uint32_t driver_submit(struct driver* driver, struct gantry_ts_descriptor* task, const uint32_t* predecessors,
                       uint16_t count) {
  unsigned char bytes[RING_STRIDE];
  const uint32_t queue = GANTRY_TS_FIRST_QUEUE(task->cls, driver->queues_per_class);
  const uint32_t begin = driver->full_bytes - 4 * driver->room;
  while (driver->submitted - (uint32_t)get(driver, GANTRY_TS_OLDEST_UNFINISHED) >= driver->window) {
    wait_for_interrupt(driver);
  }
  wait_for_room(driver, queue);

  task->number = driver->submitted++;
  task->predecessors = count;
  memset(bytes, 0, sizeof bytes);
  memcpy(bytes, task, sizeof *task);
  memcpy(bytes + begin, predecessors, 4u * count);
  const uint32_t length = count > driver->room ? begin + 4u * count : driver->full_bytes;
  const uint64_t place = ring_of(driver, task->cls) + driver->tails[task->cls] % RING_ENTRIES * RING_STRIDE;
  driver->bus->copy(driver->bus->self, place, bytes, length);
  set(driver, GANTRY_TS_QUEUE_TAIL(queue), ++driver->tails[task->cls]); /* the doorbell */
  return task->number;
}

uint32_t driver_watch(struct driver* driver, uint64_t most_cycles) {
  const uint32_t queues = GANTRY_TS_CLASSES * driver->queues_per_class;
  uint32_t hung = 0;
  for (uint32_t p = 0; p < driver->processors; ++p) {
    const uint64_t state = get(driver, GANTRY_TS_PROCESSOR_STATE(queues, p));
    const int is_off = (state & GANTRY_TS_PROCESSOR_OFF) != 0;
    if (!is_off && get(driver, GANTRY_TS_PROCESSOR_AGE(queues, p)) <= most_cycles) continue;
    if (!is_off) {
      ++hung;
      set(driver, GANTRY_TS_PROCESSOR_STATE(queues, p), GANTRY_TS_PROCESSOR_OFF); /* no more jobs for it */
    }
    while (get(driver, GANTRY_TS_PROCESSOR_STATE(queues, p)) >> 32 != 0)
      set(driver, GANTRY_TS_FAILURE, get(driver, GANTRY_TS_PROCESSOR_TOKEN(queues, p)));
  }
  return hung;
}

void driver_wait_for_all(struct driver* driver) {
  while (driver->finished < driver->submitted) wait_for_interrupt(driver);
}
