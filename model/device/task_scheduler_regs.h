/* SPDX-License-Identifier: Apache-2.0 */
/* The task scheduler as its driver sees it: registers, interrupts, errors, descriptors, jobs, messages. C99 and C++;
 * everything in memory is little-endian, and the structs below have no padding, so that a little-endian processor may
 * use them as they are. docs/embedding.md explains what each of them is for. */
#ifndef GANTRY_TASK_SCHEDULER_REGS_H
#define GANTRY_TASK_SCHEDULER_REGS_H

#include <stdint.h>

#define GANTRY_TS_ID_MAGIC 0x59544e47u /* "GNTY" */
#define GANTRY_TS_VERSION 3u           /* 2: reset, limits and types of processors; 3: single processors */

/* Registers: 8 bytes each, accessed as 8 or 4 bytes, aligned. */
#define GANTRY_TS_ID 0x000u              /* RO magic | version << 32 */
#define GANTRY_TS_CAPABILITIES 0x008u    /* RO queues per class | processors << 16 | predecessors << 32 | types << 48 */
#define GANTRY_TS_DESCRIPTOR 0x010u      /* RO full bytes | completion window << 32 */
#define GANTRY_TS_CONTROL 0x018u         /* RW GANTRY_TS_CONTROL_... */
#define GANTRY_TS_STATUS 0x020u          /* RO GANTRY_TS_STATUS_... | live tasks << 32 */
#define GANTRY_TS_TASKS_COMPLETED 0x028u /* RO */
#define GANTRY_TS_OLDEST_UNFINISHED 0x030u /* RO number of the oldest task that is not done */
#define GANTRY_TS_DONE_POP 0x038u    /* RO next finished task: number | flags << 32; all ones: none. Reading takes it */
#define GANTRY_TS_INT_STATUS 0x040u  /* RO GANTRY_TS_INT_... */
#define GANTRY_TS_INT_CLEAR 0x048u   /* W1C */
#define GANTRY_TS_INT_MASK 0x050u    /* RW 1: passes to the wire */
#define GANTRY_TS_MSI_ADDRESS 0x058u /* RW 0: none; a multiple of 8, lower bits are 0 */
#define GANTRY_TS_ERROR_STATUS 0x060u /* RO bit per kind */
#define GANTRY_TS_ERROR_CLEAR 0x068u  /* W1C status and info of these kinds; counts stay */
#define GANTRY_TS_ERRORS 0x070u       /* RO errors of all kinds */
#define GANTRY_TS_CYCLE 0x078u        /* RO cycle of the scheduler in which the read is seen */
#define GANTRY_TS_RING_LIMITS 0x080u  /* RO most entries | alignment of base and stride << 32 */
#define GANTRY_TS_CAPACITY 0x088u /* RO descriptors cached | tasks being scheduled << 32 | window of a queue << 48 */
#define GANTRY_TS_MATCHING 0x090u /* RO GANTRY_TS_MATCHING_... | most jobs of a task << 32 */
#define GANTRY_TS_ERROR_COUNT(kind) (0x100u + 16u * (uint32_t)(kind)) /* RO */
#define GANTRY_TS_ERROR_INFO(kind) (0x108u + 16u * (uint32_t)(kind))  /* RO number of the first since it was cleared */
#define GANTRY_TS_COMPLETION 0x800u /* WO token | status << 32, 0: succeeded; by 4 bytes: the token, with status 0 */
#define GANTRY_TS_FAILURE 0x808u    /* WO token of a job that failed, by 8 bytes or by 4 */
/* Types of processors, numbered like the bits of type_mask. CAPABILITIES has their number. */
#define GANTRY_TS_TYPE(type) (0xc00u + 32u * (uint32_t)(type))
#define GANTRY_TS_TYPE_PROCESSORS(type) (GANTRY_TS_TYPE(type) + 0x00u) /* RO processors | sum of their slots << 32 */
#define GANTRY_TS_TYPE_DEPTH(type) (GANTRY_TS_TYPE(type) + 0x08u)      /* RO slots of one: least | most << 32 */
#define GANTRY_TS_TYPE_JOB_BYTES(type) (GANTRY_TS_TYPE(type) + 0x10u)  /* RO most job_bytes that one of them takes */
#define GANTRY_TS_TYPE_FLAGS(type) (GANTRY_TS_TYPE(type) + 0x18u)      /* RO GANTRY_TS_TYPE_DMA */
/* The ring of a queue. Base, entries and stride may be written only while HEAD equals TAIL. */
#define GANTRY_TS_QUEUE(queue) (0x1000u + 64u * (uint32_t)(queue))
#define GANTRY_TS_QUEUE_BASE(queue) (GANTRY_TS_QUEUE(queue) + 0x00u)    /* RW multiple of 8 */
#define GANTRY_TS_QUEUE_ENTRIES(queue) (GANTRY_TS_QUEUE(queue) + 0x08u) /* RW 1..65536 */
#define GANTRY_TS_QUEUE_STRIDE(queue) (GANTRY_TS_QUEUE(queue) + 0x10u)  /* RW multiple of 8, at least the full bytes */
#define GANTRY_TS_QUEUE_TAIL(queue) (GANTRY_TS_QUEUE(queue) + 0x18u)    /* RW descriptors written, modulo 2^32 */
#define GANTRY_TS_QUEUE_HEAD(queue) (GANTRY_TS_QUEUE(queue) + 0x20u)    /* RO descriptors fetched, modulo 2^32 */
#define GANTRY_TS_QUEUE_STATUS(queue) (GANTRY_TS_QUEUE(queue) + 0x28u)  /* RO GANTRY_TS_QUEUE_... */
/* A processor, behind the queues. */
#define GANTRY_TS_PROCESSOR(queues, processor) (GANTRY_TS_QUEUE(queues) + 32u * (uint32_t)(processor))
#define GANTRY_TS_PROCESSOR_STATE(queues, processor) \
  (GANTRY_TS_PROCESSOR(queues, processor) + 0x00u) /* RW GANTRY_TS_PROCESSOR_... | jobs that it owes << 32 */
#define GANTRY_TS_PROCESSOR_TOKEN(queues, processor) \
  (GANTRY_TS_PROCESSOR(queues, processor) + 0x08u) /* RO token of the oldest job that it owes; 0: none */
#define GANTRY_TS_PROCESSOR_AGE(queues, processor) \
  (GANTRY_TS_PROCESSOR(queues, processor) + 0x10u) /* RO cycles since that job was handed over; 0: none */
#define GANTRY_TS_PROCESSOR_JOBS(queues, processor) \
  (GANTRY_TS_PROCESSOR(queues, processor) + 0x18u)                                  /* RO jobs that it has ended */
#define GANTRY_TS_BYTES(queues, processors) GANTRY_TS_PROCESSOR(queues, processors) /* of the register map */

#define GANTRY_TS_MOST_ENTRIES 65536u
#define GANTRY_TS_MOST_TYPES 32u
#define GANTRY_TS_MOST_JOBS 65536u /* of a task */

#define GANTRY_TS_CONTROL_ENABLE 0x1u    /* doorbells start fetches of descriptors; 0: they wait until it is set */
#define GANTRY_TS_CONTROL_DONE_FIFO 0x2u /* finished tasks are kept for DONE_POP */
#define GANTRY_TS_CONTROL_RESET 0x4u     /* resets the device; other bits of the write are ignored. Reads as 0 */
#define GANTRY_TS_STATUS_BUSY 0x1u       /* a task is live, or a written descriptor is not fetched */
#define GANTRY_TS_QUEUE_FULL 0x1u        /* as many descriptors are written and not fetched as the ring has entries */

#define GANTRY_TS_PROCESSOR_OFF 0x1u        /* RW it gets no more jobs */
#define GANTRY_TS_PROCESSOR_QUARANTINE 0x2u /* RO the same until it answers: a job of it is overdue */

#define GANTRY_TS_MATCHING_GANG 0x1u /* all jobs of a task are matched together */
#define GANTRY_TS_MATCHING_IDLE 0x2u /* a match needs a free slot: with GANG at most as many jobs as slots */
#define GANTRY_TS_TYPE_DMA 0x1u      /* tasks with GANTRY_TS_ANY_TYPE do not run on it */

#define GANTRY_TS_INT_TASK_DONE 0x1u
#define GANTRY_TS_INT_ERROR 0x2u
#define GANTRY_TS_INT_QUEUE_SPACE 0x4u /* a queue that was full has a free entry */

/* DONE_POP and messages. */
#define GANTRY_TS_DONE_NONE UINT64_C(0xffffffffffffffff)
#define GANTRY_TS_DONE_DROPPED 0x1u   /* its descriptor was wrong: no job has run */
#define GANTRY_TS_DONE_FAILED 0x2u    /* at least one of its jobs failed */
#define GANTRY_TS_DONE_CANCELLED 0x4u /* a predecessor failed: no job has run */

/* Kinds of errors: bits of ERROR_STATUS. In brackets: the number that ERROR_INFO contains. */
enum gantry_ts_error {
  GANTRY_TS_TAIL_BACKWARDS = 0,   /* (queue) */
  GANTRY_TS_TAIL_BEYOND_RING = 1, /* (queue) more descriptors than the ring has entries */
  GANTRY_TS_QUEUE_SETUP = 2,      /* (queue) base, entries or stride wrong, missing, or written while HEAD != TAIL */
  GANTRY_TS_BAD_CLASS = 3,        /* (task) no such class */
  GANTRY_TS_WRONG_QUEUE = 4,      /* (task) its class has other queues */
  GANTRY_TS_BAD_JOBS = 5,         /* (task) not 1 to 65536, or not 0 of an event; or it can never be matched */
  GANTRY_TS_BAD_WEIGHT = 6,       /* (task) not 1..256 */
  GANTRY_TS_BAD_JOB_BYTES = 7,    /* (task) no processor takes such jobs */
  GANTRY_TS_BAD_PREDECESSOR = 8,  /* (task) a predecessor's number is not below the task's */
  GANTRY_TS_TOO_MANY_PREDECESSORS = 9, /* (task) they do not fit into the stride */
  GANTRY_TS_BAD_NUMBER = 10,           /* (task) in use, done, or outside of the completion window */
  GANTRY_TS_UNKNOWN_COMPLETION = 11,   /* (token) no job that is under way has it */
  GANTRY_TS_JOB_FAILED = 12,           /* (token) the processor reported a failure */
  GANTRY_TS_READ_ONLY = 13,            /* (offset) a read-only register was written */
  GANTRY_TS_UNKNOWN_REGISTER = 14,     /* (offset) no register, or not 4 or 8 aligned bytes */
  GANTRY_TS_BUS = 15,                  /* (address) memory, a processor or the host answered with an error */
  GANTRY_TS_DONE_OVERFLOW = 16,        /* (task) finished while DONE_POP was full */
  GANTRY_TS_JOB_OVERDUE = 17,          /* (token) its processor has not answered in time */
  GANTRY_TS_ERROR_KINDS = 18
};

enum gantry_ts_class {
  GANTRY_TS_CLASS_BLOCK = 0,
  GANTRY_TS_CLASS_CLUSTER = 1,
  GANTRY_TS_CLASS_UNION = 2,
  GANTRY_TS_CLASS_COMMUNICATION = 3,
  GANTRY_TS_CLASS_EVENT = 4,
  GANTRY_TS_CLASSES = 5
};
/* Number of a class's first queue. The other queues of the class follow it. */
#define GANTRY_TS_FIRST_QUEUE(cls, queues_per_class) ((uint32_t)(cls) * (uint32_t)(queues_per_class))

#define GANTRY_TS_TASK_HAS_DEADLINE 0x1u
#define GANTRY_TS_TASK_CYCLES_BY_TYPE 0x2u /* the payload begins with the cycles on each type of processor */
#define GANTRY_TS_ANY_TYPE 0xffffffffu     /* as type_mask: any processor but a dma */
#define GANTRY_TS_CANNOT_RUN UINT64_C(0xffffffffffffffff) /* cycles on a type that may not run it */

/* A task. The payload follows, then the numbers of the predecessors, 4 bytes each. They begin at byte
 * full_bytes - 4 * (predecessors of CAPABILITIES). Those that do not fit into full_bytes follow behind, within the
 * stride. */
struct gantry_ts_descriptor {
  uint32_t number;       /* 0, 1, ... in the order in which the host makes tasks, each once over all queues */
  uint8_t cls;           /* enum gantry_ts_class */
  uint8_t flags;         /* GANTRY_TS_TASK_... */
  uint16_t weight;       /* 1..256 */
  uint32_t jobs;         /* 1 to 65536; 0 of an event */
  uint16_t predecessors; /* number of predecessors */
  uint16_t stream;       /* number of the submitter; copied into records */
  uint32_t job_bytes;    /* size of a job: at most TYPE_JOB_BYTES of a type that may run it */
  uint32_t type_mask;    /* bit per type of processor */
  uint64_t deadline;     /* with GANTRY_TS_TASK_HAS_DEADLINE: value of CYCLE by which it should be done */
  uint64_t input_bytes;  /* per job */
  uint64_t output_bytes; /* per job */
  uint64_t data_address; /* of job 0's input */
  uint64_t program;      /* for the user; the scheduler ignores it */
  uint64_t cycles;       /* begin of the payload: cycles of a job, for policies that use them; else for the user */
};
#define GANTRY_TS_PAYLOAD 64u /* offset of the payload in bytes */

/* Follows the full bytes of the descriptor in the write that sends a job to its processor. */
struct gantry_ts_split {
  uint32_t token; /* the processor writes it to COMPLETION when the job is done; never 0 */
  uint32_t job;   /* 0, 1, ... of its task */
  uint32_t slot;  /* of the task in the scheduler */
  uint32_t processor;
};
#define GANTRY_TS_JOB_BYTES(full_bytes) ((full_bytes) + 16u)

/* The 8 bytes that are written to MSI_ADDRESS for each task that is done: little-endian, number in the lower half; in
 * the upper half 24 bits of (oldest unfinished - number), signed, and 8 bits of GANTRY_TS_DONE_... above them. */
#define GANTRY_TS_MSI_NUMBER(msi) ((uint32_t)(msi))
#define GANTRY_TS_MSI_FLAGS(msi) ((uint32_t)((msi) >> 56))
#define GANTRY_TS_MSI_OLDEST(msi) \
  ((uint32_t)((uint32_t)(msi) + (((uint32_t)((msi) >> 32) & 0xffffffu) ^ 0x800000u) - 0x800000u))

#if defined(__cplusplus)
static_assert(sizeof(gantry_ts_descriptor) == 72 && sizeof(gantry_ts_split) == 16, "no padding");
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(struct gantry_ts_descriptor) == 72, "no padding");
_Static_assert(sizeof(struct gantry_ts_split) == 16, "no padding");
#else
typedef char gantry_ts_descriptor_has_no_padding[sizeof(struct gantry_ts_descriptor) == 72 ? 1 : -1];
typedef char gantry_ts_split_has_no_padding[sizeof(struct gantry_ts_split) == 16 ? 1 : -1];
#endif

#endif
