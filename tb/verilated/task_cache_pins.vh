// SPDX-License-Identifier: Apache-2.0
// The pins of the task_cache, written by block_bench --pins from tb/pins/block_pins.h. The ports of its wrapper:
//   input clk, rst; input [63:0] now_i; input [TASK_CACHE_CONFIG-1:0] config_i; input [TASK_CACHE_IN-1:0] in_i; output [TASK_CACHE_OUT-1:0] out_o; output [63:0] due_o
// Include it twice: before the module for the widths, and with TASK_CACHE_PINS defined within it for the names.
`ifndef TASK_CACHE_CONFIG
`define TASK_CACHE_CONFIG 288
`define TASK_CACHE_IN 322
`define TASK_CACHE_OUT 246
`endif

`ifdef TASK_CACHE_PINS
// Stand still from the reset on.
wire [31:0] queues_per_class = config_i[0+:32];  // queues of each of the five classes
wire [31:0] capacity = config_i[32+:32];  // descriptors, one of them reserved for each queue
wire [31:0] reads_in_flight = config_i[64+:32];  // descriptor reads under way of a queue
wire [31:0] window = config_i[96+:32];  // cached tasks of a queue that are shown
wire [31:0] full_bytes = config_i[128+:32];  // of a descriptor without further predecessors
wire [31:0] predecessors = config_i[160+:32];  // within the full bytes; each further one takes 4 bytes behind them
wire [31:0] ring_entries = config_i[192+:32];  // descriptors in the ring of a queue
wire [31:0] burst_bytes = config_i[224+:32];  // of one read; a descriptor begins at a multiple
wire [31:0] outstanding_bursts = config_i[256+:32];  // under way at once
// Messages that are seen in this cycle.
wire        doorbells_valid = in_i[0];  // from the host
wire [9:0]  doorbells_queue = in_i[1+:10];
wire [63:0] doorbells_tail = in_i[11+:64];  // all positions before it can be read
wire        descriptors_valid = in_i[75];  // from memory: a burst of a descriptor is there
wire [9:0]  descriptors_queue = in_i[76+:10];
wire [63:0] descriptors_position = in_i[86+:64];  // in the queue
wire [31:0] descriptors_task = in_i[150+:32];  // that it describes
wire [63:0] descriptors_offset = in_i[182+:64];  // of this burst in the descriptor
wire [31:0] descriptors_predecessors = in_i[246+:32];  // that it names; further ones make it longer
wire        cache_updates_valid = in_i[278];  // from the decomposer
wire        cache_updates_room_freed = in_i[279];  // 0: the task is registered and no head any more; 1: its cache slot is free
wire [9:0]  cache_updates_queue = in_i[280+:10];
wire [31:0] cache_updates_task = in_i[290+:32];
// Messages that others see in the next cycle; the wrapper assigns them.
wire        heads_valid;  // to the decomposer: a task at the head of a queue
wire [9:0]  heads_queue;  // at whose head the task is
wire [31:0] heads_task;  // index in the table of tasks
wire        reads_valid;  // to memory
wire [9:0]  reads_queue;
wire [63:0] reads_position;  // in the queue
wire [63:0] reads_address;  // of the burst
wire [63:0] reads_bytes;  // of it
assign out_o = {reads_bytes, reads_address, reads_position, reads_queue, reads_valid, heads_task, heads_queue, heads_valid};
`endif
