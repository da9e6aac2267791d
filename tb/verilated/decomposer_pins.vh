// SPDX-License-Identifier: Apache-2.0
// The pins of the decomposer, written by block_bench --pins from tb/pins/block_pins.h. The ports of its wrapper:
//   input clk, rst; input [63:0] now_i; input [DECOMPOSER_CONFIG-1:0] config_i; input [DECOMPOSER_IN-1:0] in_i; output [DECOMPOSER_OUT-1:0] out_o; output [63:0] due_o
// Include it twice: before the module for the widths, and with DECOMPOSER_PINS defined within it for the names.
`ifndef DECOMPOSER_CONFIG
`define DECOMPOSER_CONFIG 192
`define DECOMPOSER_IN 208
`define DECOMPOSER_OUT 165
`endif

`ifdef DECOMPOSER_PINS
// Stand still from the reset on.
wire [31:0] queues_per_class = config_i[0+:32];  // queues of each of the five classes; queue / queues_per_class is the class
wire [31:0] window = config_i[32+:32];  // tasks that a queue shows at once
wire [31:0] capacity = config_i[64+:32];  // tasks that are in the task cache at once
wire [31:0] slots = config_i[96+:32];  // tasks between registration and end of scheduling, one reserved for each class but event
wire [31:0] split_cycles = config_i[128+:32];  // from the registration to the request
wire [31:0] retry_cycles = config_i[160+:32];  // from a failure to the next request
// Messages that are seen in this cycle.
wire        heads_valid = in_i[0];  // from the task cache: a task at the head of a queue
wire [9:0]  heads_queue = in_i[1+:10];  // at whose head the task is
wire [31:0] heads_task = in_i[11+:32];  // index in the table of tasks
wire        heads_waits = in_i[43];  // it names predecessors, or others that are planned before it
wire [31:0] heads_jobs = in_i[44+:32];  // that it has
wire        query_answers_valid = in_i[76];  // from the monitor: all that the task waits for is done
wire [9:0]  query_answers_queue = in_i[77+:10];
wire [31:0] query_answers_task = in_i[87+:32];
wire        registrations_valid = in_i[119];  // from the monitor: the task has its id
wire [9:0]  registrations_queue = in_i[120+:10];
wire [31:0] registrations_task = in_i[130+:32];
wire        verdicts_valid = in_i[162];  // from the dispatcher: what became of a request
wire        verdicts_failed = in_i[163];  // 0: the last job is sent; 1: some job stayed unmatched
wire [11:0] verdicts_slot = in_i[164+:12];  // of the request
wire [31:0] verdicts_jobs_left = in_i[176+:32];  // of a failure: not sent
// Messages that others see in the next cycle; the wrapper assigns them.
wire        cache_updates_valid;  // to the task cache
wire        cache_updates_room_freed;  // 0: the task is registered and no head any more; 1: its cache slot is free
wire [9:0]  cache_updates_queue;
wire [31:0] cache_updates_task;
wire        monitor_requests_valid;  // to the monitor
wire        monitor_requests_register;  // 0: tell when all that it waits for is done; 1: give it an id
wire [9:0]  monitor_requests_queue;
wire [31:0] monitor_requests_task;
wire        schedule_requests_valid;  // to the dispatcher: schedule so many jobs
wire [31:0] schedule_requests_task;
wire [11:0] schedule_requests_slot;  // the decomposer's, below `slots`; the verdict names it
wire [31:0] schedule_requests_jobs;  // that are to be sent
assign out_o = {schedule_requests_jobs, schedule_requests_slot, schedule_requests_task, schedule_requests_valid, monitor_requests_task, monitor_requests_queue, monitor_requests_register, monitor_requests_valid, cache_updates_task, cache_updates_queue, cache_updates_room_freed, cache_updates_valid};
`endif
