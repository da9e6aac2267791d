/* SPDX-License-Identifier: Apache-2.0 */
/* The picker's reference model for other simulators and languages: gantry_picker (docs/rtl.md) pin by pin, cycle by
 * cycle, computed by the simulator's own picker and its timing. Plain C; the types are those of SystemVerilog's DPI
 * (gantry_picker_dpi.sv imports all of it). Library: libgantry_picker_dpi.so.
 *
 * A cycle is gantry_picker_round, then gantry_picker_command; or gantry_picker_reset alone. Between the two the cycle's
 * outputs can be read, and a stimulus may ask what would be legal. Any number of pickers, each used by one thread at a
 * time. Every function returns a code. Below 0, but for GANTRY_PICKER_FAILED, it has changed nothing, and
 * gantry_picker_error gives the reason. */
#ifndef GANTRY_PICKER_DPI_H
#define GANTRY_PICKER_DPI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  GANTRY_PICKER_OK = 0,
  GANTRY_PICKER_NO_PICKER = -1, /* a null handle or pointer */
  GANTRY_PICKER_RANGE = -2,     /* a parameter or number outside its range */
  GANTRY_PICKER_ILLEGAL = -3,   /* an add to an entry that is used and does not leave in this cycle */
  GANTRY_PICKER_ORDER = -4,     /* a command before the cycle's round, or a second round */
  GANTRY_PICKER_FAILED = -5     /* out of memory, or a fault of the model: destroy the picker */
};

/* Bits of `eligible`, least significant word first: bit [255:0]. */
enum { GANTRY_PICKER_WORDS = 8 };

/* Parameters of the module, by their names there. *picker is null unless the answer is GANTRY_PICKER_OK. */
int gantry_picker_create(void** picker, int entries, int classes, int frac, int quant, int tie, int job_bits,
                         int divider, int pick_latency);
void gantry_picker_destroy(void* picker); /* null is allowed */
const char* gantry_picker_error(void);    /* of this thread's last code below 0 */

/* A cycle with rst = 1; also in place of a command. */
int gantry_picker_reset(void* picker);
/* Begins a cycle: its round. */
int gantry_picker_round(void* picker, unsigned char pick, const uint32_t* eligible);
/* Ends it: its commands; numbers without their bit are not looked at. */
int gantry_picker_command(void* picker, unsigned char drop, int drop_entry, unsigned char add, int add_entry,
                          int add_class, int add_weight, unsigned int add_jobs);

/* Between the two: outputs of this cycle. Without a grant the last four are 0. */
int gantry_picker_outputs(void* picker, unsigned char* take, unsigned char* busy, unsigned char* grant,
                          int* grant_entry, int* grant_target, int* grant_expected, int* grant_history);
/* The answer to read_i. *expected is -1 while weights are computed: the picker may still show the old W. */
int gantry_picker_read(void* picker, int entry, unsigned char* valid, int* expected, int* history, unsigned int* jobs);
/* The winner of this cycle's round, whose grant comes later; -1: no round. */
int gantry_picker_winner(void* picker, int* entry);
/* Whether this cycle may add to `entry`, with its drop (if any). */
int gantry_picker_may_add(void* picker, int entry, unsigned char drop, int drop_entry, unsigned char* legal);

#ifdef __cplusplus
}
#endif

#endif
