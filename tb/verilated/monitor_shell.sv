// SPDX-License-Identifier: Apache-2.0
// What the C++ side sees of a state monitor: its pins with the widths of every monitor (monitor_pins.vh), and when it wants
// a clock though no message comes. This is the only file that knows the ports of gantry_state_monitor.
`default_nettype none
`include "monitor_pins.vh"

module monitor_shell #(
  parameter QUERIES = 20,
  parameter IDS = 64,
  parameter WINDOW = 64,
  parameter RETIRE = 4,
  parameter LOOKS = 4,
  parameter JOBS = 0,
  parameter TIME_BITS = 24
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [63:0]                now_i,
  input  wire [`MONITOR_CONFIG-1:0] config_i,
  input  wire [`MONITOR_IN-1:0]     in_i,
  output wire [`MONITOR_OUT-1:0]    out_o,
  output wire [63:0]                due_o
);

  // A pin for each field of each message: completions_valid, completions_task, ... The lanes of waits_for are taken by
  // their places below, so their names are not used.
  /* verilator lint_off UNUSEDSIGNAL */
`define MONITOR_PINS
`include "monitor_pins.vh"
  /* verilator lint_on UNUSEDSIGNAL */

  localparam ID_BITS = $clog2(IDS);
  localparam JOB_BITS = $clog2(JOBS < 2 ? 2 : JOBS);
  localparam MOST = 64;
  localparam LANE = 66;  // valid, number, registered
  localparam LANES = `MONITOR_IN - MOST * LANE;

  wire [MOST-1:0] waits, waits_registered;
  wire [MOST*64-1:0] waits_number;
  genvar i;
  generate
    for (i = 0; i < MOST; i = i + 1) begin : lane
      assign waits[i] = in_i[LANES+LANE*i];
      assign waits_number[64*i+:64] = in_i[LANES+LANE*i+1+:64];
      assign waits_registered[i] = in_i[LANES+LANE*i+65];
    end
  endgenerate

  // Zeros in front of what may have fewer bits than the monitor takes.
  wire [TIME_BITS+31:0] timeout = {{TIME_BITS{1'b0}}, job_timeout};

  wire more, answer_due, registered_due, overdue_due;
  wire [TIME_BITS-1:0] answer_time, registered_time, overdue_time;
  gantry_state_monitor #(
    .QUERIES(QUERIES), .IDS(IDS), .WINDOW(WINDOW), .RETIRE(RETIRE), .MOST(MOST), .LOOKS(LOOKS), .JOBS(JOBS), .TIME_BITS(TIME_BITS)
  ) monitor (
    .clk(clk), .rst(rst), .now_i(now_i[TIME_BITS-1:0]),
    .ids_i(task_ids[ID_BITS:0]), .retire_i(retire_per_cycle[6:0]), .looks_i(predecessors_per_cycle[6:0]), .query_i(query_cycles[9:0]),
    .register_i(register_cycles[9:0]), .timeout_i(timeout[TIME_BITS-2:0]), .retries_i(max_retries[7:0]),
    .quarantine_i(quarantine[0]),
    .done_i(completions_valid), .done_task_i(completions_task), .done_processor_i(completions_processor),
    .done_job_i(completions_job[JOB_BITS-1:0]), .done_failed_i(completions_failed),
    .done_number_i(completions_number), .done_attempt_i(completions_attempt),
    .watch_i(job_watches_valid), .watch_job_i(job_watches_job[JOB_BITS-1:0]), .watch_task_i(job_watches_task),
    .watch_processor_i(job_watches_processor), .watch_number_i(job_watches_number),
    .watch_attempt_i(job_watches_attempt), .watch_sent_i(job_watches_sent[TIME_BITS-1:0]),
    .ask_i(monitor_requests_valid), .ask_register_i(monitor_requests_register), .ask_queue_i(monitor_requests_queue),
    .ask_task_i(monitor_requests_task), .ask_number_i(monitor_requests_number), .ask_jobs_i(monitor_requests_jobs),
    .ask_position_i(monitor_requests_position),
    .waits_i(waits), .waits_registered_i(waits_registered), .waits_number_i(waits_number),
    .answer_o(query_answers_valid), .answer_queue_o(query_answers_queue), .answer_task_o(query_answers_task),
    .registered_o(registrations_valid), .registered_queue_o(registrations_queue), .registered_task_o(registrations_task),
    .report_o(processor_updates_valid), .report_processor_o(processor_updates_processor),
    .report_kind_o(processor_updates_kind), .report_quarantine_o(processor_updates_quarantine),
    .report_answered_o(processor_updates_answered), .report_task_o(processor_updates_task),
    .report_number_o(processor_updates_number), .report_attempt_o(processor_updates_attempt),
    .first_o(interrupts0_valid), .first_queue_o(interrupts0_queue), .first_task_o(interrupts0_task),
    .first_position_o(interrupts0_position), .first_oldest_o(interrupts0_oldest),
    .second_o(interrupts1_valid), .second_queue_o(interrupts1_queue), .second_task_o(interrupts1_task),
    .second_position_o(interrupts1_position), .second_oldest_o(interrupts1_oldest),
    .more_o(more),
    .answer_due_o(answer_due), .answer_time_o(answer_time),
    .registered_due_o(registered_due), .registered_time_o(registered_time),
    .overdue_due_o(overdue_due), .overdue_time_o(overdue_time)
  );

  // Cycles from now on until a time is over, with their sign; below 1: the next one.
  wire [TIME_BITS-1:0] answer_left = answer_time - now_i[TIME_BITS-1:0];
  wire [TIME_BITS-1:0] registered_left = registered_time - now_i[TIME_BITS-1:0];
  wire [64+TIME_BITS-1:0] answer_in = {{64{answer_left[TIME_BITS-1]}}, answer_left};
  wire [64+TIME_BITS-1:0] registered_in = {{64{registered_left[TIME_BITS-1]}}, registered_left};
  wire [TIME_BITS-1:0] overdue_left = overdue_time - now_i[TIME_BITS-1:0];
  wire [64+TIME_BITS-1:0] overdue_in = {{64{overdue_left[TIME_BITS-1]}}, overdue_left};
  wire [63:0] answer_at = answer_due ? now_i + answer_in[63:0] : ~64'd0;
  wire [63:0] registered_at = registered_due ? now_i + registered_in[63:0] : ~64'd0;
  wire [63:0] overdue_at = overdue_due ? now_i + overdue_in[63:0] : ~64'd0;
  wire [63:0] told_at = answer_at < registered_at ? answer_at : registered_at;
  assign due_o = more ? 64'd0 : told_at < overdue_at ? told_at : overdue_at;

  wire unused = &{1'b0, answer_in, registered_in, overdue_in, timeout};

endmodule

`default_nettype wire
