/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what `gantry workload convert FILE --to descriptors` has written. C99, as a driver would have it. */
#ifndef TASK_LIST_H
#define TASK_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "gantry/device/task_list_file.h"
#include "gantry/device/task_scheduler_regs.h"

#ifdef __cplusplus
extern "C" {
#endif

struct task_list {
  const unsigned char* bytes; /* of the whole file */
  size_t size;
  size_t at; /* the next entry */
  struct gantry_task_list_header header;
};

/* One task. The pointers are into the file. */
struct listed_task {
  uint64_t submit;
  const unsigned char* descriptor;
  uint32_t bytes;
  const char* name;
  uint32_t name_bytes;
};

/* 0: this is no such file. */
int task_list_open(struct task_list* list, const unsigned char* bytes, size_t size);
/* 0: there are no more, or the file ends early. */
int task_list_next(struct task_list* list, struct listed_task* task);

uint64_t get_number(const unsigned char* bytes, unsigned count);
void put_number(unsigned char* bytes, unsigned count, uint64_t value);

#ifdef __cplusplus
}
#endif

#endif
