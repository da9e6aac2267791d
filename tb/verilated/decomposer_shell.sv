// SPDX-License-Identifier: Apache-2.0
// What the C++ side sees of a decomposer: its pins with the widths of every decomposer (decomposer_pins.vh), and when it wants
// a clock though no message comes. This is the only file that knows the ports of gantry_decomposer; a decomposer of your own
// has a wrapper like it (docs/blocks_in_rtl.md).
`default_nettype none
`include "decomposer_pins.vh"

module decomposer_shell #(
  parameter QUEUES = 20,
  parameter WINDOW = 8,
  parameter SLOTS = 64,
  parameter UPDATES = 256,
  parameter TIME_BITS = 24
) (
  input  wire                          clk,
  input  wire                          rst,
  input  wire [63:0]                   now_i,
  input  wire [`DECOMPOSER_CONFIG-1:0] config_i,
  input  wire [`DECOMPOSER_IN-1:0]     in_i,
  output wire [`DECOMPOSER_OUT-1:0]    out_o,
  output wire [63:0]                   due_o
);

  // A pin for each field of each message: heads_valid, heads_queue, ...
`define DECOMPOSER_PINS
`include "decomposer_pins.vh"

  localparam QUEUE_BITS = $clog2(QUEUES);
  localparam SLOT_BITS = $clog2(SLOTS);

  wire [QUEUE_BITS-1:0] update_queue, ask_queue;
  wire [SLOT_BITS-1:0] request_slot;
  wire more, split_due, retry_due;
  wire [TIME_BITS-1:0] split_time, retry_time;
  gantry_decomposer #(
    .QUEUES(QUEUES), .WINDOW(WINDOW), .SLOTS(SLOTS), .UPDATES(UPDATES), .TIME_BITS(TIME_BITS)
  ) decomposer (
    .clk(clk), .rst(rst), .now_i(now_i[TIME_BITS-1:0]),
    .per_class_i(queues_per_class[9:0]), .slots_i(slots[SLOT_BITS:0]), .split_i(split_cycles[16:0]),
    .retry_i(retry_cycles[19:0]),
    .head_i(heads_valid), .head_queue_i(heads_queue[QUEUE_BITS-1:0]), .head_task_i(heads_task),
    .head_waits_i(heads_waits), .head_jobs_i(heads_jobs),
    .answer_i(query_answers_valid), .answer_queue_i(query_answers_queue[QUEUE_BITS-1:0]),
    .answer_task_i(query_answers_task),
    .registered_i(registrations_valid), .registered_queue_i(registrations_queue[QUEUE_BITS-1:0]),
    .registered_task_i(registrations_task),
    .verdict_i(verdicts_valid), .verdict_failed_i(verdicts_failed), .verdict_slot_i(verdicts_slot[SLOT_BITS-1:0]),
    .verdict_jobs_i(verdicts_jobs_left),
    .update_o(cache_updates_valid), .update_room_o(cache_updates_room_freed), .update_queue_o(update_queue),
    .update_task_o(cache_updates_task),
    .ask_o(monitor_requests_valid), .ask_register_o(monitor_requests_register), .ask_queue_o(ask_queue),
    .ask_task_o(monitor_requests_task),
    .request_o(schedule_requests_valid), .request_task_o(schedule_requests_task), .request_slot_o(request_slot),
    .request_jobs_o(schedule_requests_jobs),
    .more_o(more), .split_due_o(split_due), .split_time_o(split_time), .retry_due_o(retry_due),
    .retry_time_o(retry_time)
  );
  // Zeros in front, of which a pin takes what it needs: without casts, which Icarus does not know.
  wire [10+QUEUE_BITS-1:0] wide_update_queue = {10'd0, update_queue};
  wire [10+QUEUE_BITS-1:0] wide_ask_queue = {10'd0, ask_queue};
  wire [12+SLOT_BITS-1:0] wide_request_slot = {12'd0, request_slot};
  assign cache_updates_queue = wide_update_queue[9:0];
  assign monitor_requests_queue = wide_ask_queue[9:0];
  assign schedule_requests_slot = wide_request_slot[11:0];

  // Cycles from now on until a time is over, with their sign; below 1: the next one.
  wire [TIME_BITS-1:0] split_left = split_time - now_i[TIME_BITS-1:0];
  wire [TIME_BITS-1:0] retry_left = retry_time - now_i[TIME_BITS-1:0];
  wire [64+TIME_BITS-1:0] split_in = {{64{split_left[TIME_BITS-1]}}, split_left};
  wire [64+TIME_BITS-1:0] retry_in = {{64{retry_left[TIME_BITS-1]}}, retry_left};
  wire [63:0] split_at = split_due ? now_i + split_in[63:0] : ~64'd0;
  wire [63:0] retry_at = retry_due ? now_i + retry_in[63:0] : ~64'd0;
  assign due_o = more ? 64'd0 : split_at < retry_at ? split_at : retry_at;

  // Wide fields of small machines are zero above.
  wire unused = &{1'b0, queues_per_class, window, capacity, slots, split_cycles, retry_cycles, heads_queue,
                  query_answers_queue, registrations_queue, verdicts_slot, wide_update_queue, wide_ask_queue, wide_request_slot,
                  split_in, retry_in};

endmodule

`default_nettype wire
