/* SPDX-License-Identifier: Apache-2.0 */
/* The file that `gantry workload convert FILE --to descriptors` writes: a workload's tasks as the descriptors that a
 * driver puts into the rings, in the order of submission. C99 and C++; all numbers are little-endian, and everything
 * begins at a multiple of 8 bytes. docs/workloads.md describes it. */
#ifndef GANTRY_TASK_LIST_FILE_H
#define GANTRY_TASK_LIST_FILE_H

#include <stdint.h>

#define GANTRY_TASK_LIST_MAGIC UINT64_C(0x4b53415459544e47) /* "GNTYTASK" */
#define GANTRY_TASK_LIST_VERSION 1u

/* At the begin of the file. */
struct gantry_task_list_header {
  uint64_t magic;
  uint32_t version;
  uint32_t full_bytes;   /* full bytes of a descriptor; must be those of the scheduler's register DESCRIPTOR */
  uint32_t predecessors; /* most predecessors within the full bytes */
  uint32_t types;        /* number of processor types */
  uint64_t tasks;
  uint64_t data_bytes; /* inputs and outputs of all tasks; data_address of the descriptors counts from 0 */
  uint64_t longest;    /* bytes of the longest descriptor: a ring's stride has to hold it */
};

/* In front of each descriptor, whose bytes follow, then those of the id; each filled up to a multiple of 8. */
struct gantry_task_list_entry {
  uint64_t submit;     /* cycle in which the host may begin to write it */
  uint32_t bytes;      /* of the descriptor */
  uint32_t name_bytes; /* of the task's id, which follows the descriptor: for people */
};

#if defined(__cplusplus)
static_assert(sizeof(gantry_task_list_header) == 48 && sizeof(gantry_task_list_entry) == 16, "no padding");
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(struct gantry_task_list_header) == 48, "no padding");
_Static_assert(sizeof(struct gantry_task_list_entry) == 16, "no padding");
#endif

#endif
