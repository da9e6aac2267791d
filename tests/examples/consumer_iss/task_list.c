/* SPDX-License-Identifier: Apache-2.0 */
#include "task_list.h"

uint64_t get_number(const unsigned char* bytes, unsigned count) {
  uint64_t value = 0;
  while (count > 0) value = value << 8 | bytes[--count];
  return value;
}

void put_number(unsigned char* bytes, unsigned count, uint64_t value) {
  unsigned i;
  for (i = 0; i < count; ++i) bytes[i] = (unsigned char)(value >> (8 * i));
}

static size_t filled_up(size_t bytes) { return (bytes + 7) / 8 * 8; }

#define AT(type, field) (unsigned)offsetof(struct type, field), (unsigned)sizeof(((struct type*)0)->field)
static uint64_t field(const unsigned char* bytes, unsigned at, unsigned count) { return get_number(bytes + at, count); }

int task_list_open(struct task_list* list, const unsigned char* bytes, size_t size) {
  struct gantry_task_list_header* header = &list->header;
  list->bytes = bytes;
  list->size = size;
  list->at = sizeof *header;
  if (size < sizeof *header) return 0;
  header->magic = field(bytes, AT(gantry_task_list_header, magic));
  header->version = (uint32_t)field(bytes, AT(gantry_task_list_header, version));
  header->full_bytes = (uint32_t)field(bytes, AT(gantry_task_list_header, full_bytes));
  header->predecessors = (uint32_t)field(bytes, AT(gantry_task_list_header, predecessors));
  header->types = (uint32_t)field(bytes, AT(gantry_task_list_header, types));
  header->tasks = field(bytes, AT(gantry_task_list_header, tasks));
  header->data_bytes = field(bytes, AT(gantry_task_list_header, data_bytes));
  header->longest = field(bytes, AT(gantry_task_list_header, longest));
  return header->magic == GANTRY_TASK_LIST_MAGIC && header->version == GANTRY_TASK_LIST_VERSION;
}

int task_list_next(struct task_list* list, struct listed_task* task) {
  const unsigned char* entry = list->bytes + list->at;
  const size_t left = list->size - list->at;
  const size_t begin = sizeof(struct gantry_task_list_entry);
  size_t descriptor;
  if (left < begin) return 0;
  task->submit = field(entry, AT(gantry_task_list_entry, submit));
  task->bytes = (uint32_t)field(entry, AT(gantry_task_list_entry, bytes));
  task->name_bytes = (uint32_t)field(entry, AT(gantry_task_list_entry, name_bytes));
  descriptor = filled_up(task->bytes);
  if (left < begin + descriptor + filled_up(task->name_bytes)) return 0;
  task->descriptor = entry + begin;
  task->name = (const char*)entry + begin + descriptor;
  list->at += begin + descriptor + filled_up(task->name_bytes);
  return 1;
}
