// SPDX-License-Identifier: Apache-2.0
// The state monitor with four pins, so that it fits the package of an FPGA; for measuring, not for use.
//
// Algorithm: every input of the monitor comes from a shift register, every output ends in a register and all of those
// are folded into one bit, four or five at a time, in a chain of registers.
// Tie-break: none. Latency: without meaning.
// Critical path: the monitor's.
`default_nettype none

module gantry_monitor_frame #(
  parameter QUERIES = 16,
  parameter IDS = 16,
  parameter WINDOW = 16,
  parameter RETIRE = 2,
  parameter MOST = 8,
  parameter LOOKS = 2,
  parameter QUEUE_BITS = 5,
  parameter TASK_BITS = 12,
  parameter JOB_BITS = 17,
  parameter NUMBER_BITS = 32,
  parameter POSITION_BITS = 32,
  parameter PROCESSOR_BITS = 8
) (
  input  wire clk,
  input  wire rst,
  input  wire data_i,
  output wire data_o
);

  localparam TIME_BITS = 24;
  localparam IB = $clog2(IDS) + 1;
  localparam INPUTS = TIME_BITS + IB + 34 + 3 + 2 * TASK_BITS + PROCESSOR_BITS + QUEUE_BITS + NUMBER_BITS + JOB_BITS +
                      POSITION_BITS + MOST * (2 + NUMBER_BITS);
  localparam OUTPUTS = 8 + 4 * (QUEUE_BITS + TASK_BITS) + PROCESSOR_BITS + 2 * (POSITION_BITS + NUMBER_BITS) + 2 * TIME_BITS;
  localparam FOLDED = (OUTPUTS + 3) / 4;

  reg [INPUTS-1:0] in_q;
  wire [4*FOLDED-1:0] out;
  reg [4*FOLDED-1:0] out_q;
  reg [FOLDED-1:0] folded_q;

  generate
    if (4 * FOLDED > OUTPUTS) begin : pad
      assign out[4*FOLDED-1:OUTPUTS] = {(4*FOLDED-OUTPUTS){1'b0}};
    end
  endgenerate

  wire [TIME_BITS-1:0] now;
  wire [IB-1:0] ids;
  wire [6:0] retire, looks;
  wire [9:0] query, register_;
  wire done, ask, ask_register;
  wire [TASK_BITS-1:0] done_task, ask_task;
  wire [PROCESSOR_BITS-1:0] done_processor;
  wire [QUEUE_BITS-1:0] ask_queue;
  wire [NUMBER_BITS-1:0] ask_number;
  wire [JOB_BITS-1:0] ask_jobs;
  wire [POSITION_BITS-1:0] ask_position;
  wire [MOST-1:0] waits, waits_registered;
  wire [MOST*NUMBER_BITS-1:0] waits_number;
  assign {now, ids, retire, looks, query, register_, done, done_task, done_processor, ask, ask_register, ask_queue, ask_task,
          ask_number, ask_jobs, ask_position, waits, waits_registered, waits_number} = in_q;

  wire answer, registered, report, first, second, more, answer_due, registered_due;
  wire [QUEUE_BITS-1:0] answer_queue, registered_queue, first_queue, second_queue;
  wire [TASK_BITS-1:0] answer_task, registered_task, first_task, second_task;
  wire [PROCESSOR_BITS-1:0] report_processor;
  wire [POSITION_BITS-1:0] first_position, second_position;
  wire [NUMBER_BITS-1:0] first_oldest, second_oldest;
  wire [TIME_BITS-1:0] answer_time, registered_time;
  assign out[OUTPUTS-1:0] = {answer, answer_queue, answer_task, registered, registered_queue, registered_task, report, report_processor,
                             first, first_queue, first_task, first_position, first_oldest, second, second_queue, second_task,
                             second_position, second_oldest, more, answer_due, answer_time, registered_due, registered_time};

  gantry_state_monitor #(
    .QUERIES(QUERIES), .IDS(IDS), .WINDOW(WINDOW), .RETIRE(RETIRE), .MOST(MOST), .LOOKS(LOOKS), .QUEUE_BITS(QUEUE_BITS),
    .TASK_BITS(TASK_BITS), .JOB_BITS(JOB_BITS), .NUMBER_BITS(NUMBER_BITS), .POSITION_BITS(POSITION_BITS),
    .PROCESSOR_BITS(PROCESSOR_BITS), .TIME_BITS(TIME_BITS)
  ) monitor (
    .clk(clk), .rst(rst), .now_i(now), .ids_i(ids), .retire_i(retire), .looks_i(looks), .query_i(query), .register_i(register_),
    .timeout_i({(TIME_BITS-1){1'b0}}), .retries_i(8'd0), .quarantine_i(1'b0),
    .done_i(done), .done_task_i(done_task), .done_processor_i(done_processor),
    .done_job_i(1'b0), .done_failed_i(1'b0), .done_number_i({JOB_BITS{1'b0}}), .done_attempt_i(8'd0),
    .watch_i(1'b0), .watch_job_i(1'b0), .watch_task_i({TASK_BITS{1'b0}}), .watch_processor_i({PROCESSOR_BITS{1'b0}}),
    .watch_number_i({JOB_BITS{1'b0}}), .watch_attempt_i(8'd0), .watch_sent_i({TIME_BITS{1'b0}}),
    .ask_i(ask), .ask_register_i(ask_register), .ask_queue_i(ask_queue), .ask_task_i(ask_task), .ask_number_i(ask_number),
    .ask_jobs_i(ask_jobs), .ask_position_i(ask_position), .waits_i(waits), .waits_registered_i(waits_registered),
    .waits_number_i(waits_number),
    .answer_o(answer), .answer_queue_o(answer_queue), .answer_task_o(answer_task),
    .registered_o(registered), .registered_queue_o(registered_queue), .registered_task_o(registered_task),
    .report_o(report), .report_processor_o(report_processor), .report_kind_o(), .report_quarantine_o(), .report_answered_o(),
    .report_task_o(), .report_number_o(), .report_attempt_o(),
    .first_o(first), .first_queue_o(first_queue), .first_task_o(first_task), .first_position_o(first_position),
    .first_oldest_o(first_oldest),
    .second_o(second), .second_queue_o(second_queue), .second_task_o(second_task), .second_position_o(second_position),
    .second_oldest_o(second_oldest),
    .more_o(more), .answer_due_o(answer_due), .answer_time_o(answer_time), .registered_due_o(registered_due),
    .registered_time_o(registered_time), .overdue_due_o(), .overdue_time_o()
  );

  genvar i;
  generate
    for (i = 0; i < FOLDED; i = i + 1) begin : fold
      always @(posedge clk) begin
        if (i == 0) folded_q[i] <= ^out_q[3:0];
        else folded_q[i] <= ^out_q[4*i+:4] ^ folded_q[i == 0 ? 0 : i-1];
      end
    end
  endgenerate

  always @(posedge clk) begin
    in_q <= {in_q[INPUTS-2:0], data_i};
    out_q <= out;
  end
  assign data_o = folded_q[FOLDED-1];

endmodule

`default_nettype wire
