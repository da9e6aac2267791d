// SPDX-License-Identifier: Apache-2.0
// Timers of the jobs that have left, all equally long, in the order in which they end, and which jobs count as lost.
//
// Algorithm: a queue of registers. A job that is over leaves it from any place, and those behind it move up. Order
// within a cycle: a job is over, whether its timer runs or not, or the first one is overdue; then a timer starts. Times
// are compared modulo 2^TIME_BITS, as a signed difference.
// Latency: a timer can be the first one, and end, from the next cycle on.
// Critical path: number of the job that is over, comparison with all, who moves up.
`default_nettype none

module gantry_job_timers #(
  parameter JOBS = 16,       // 2..4096: jobs that are picked or at processors at once
  parameter DATA = 104,      // from 1: bits that come back with an overdue job
  parameter TIME_BITS = 24   // 22..64: the longest time is below half of it
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [TIME_BITS-1:0]    now_i,
  // a timer starts
  input  wire                    push_i,
  input  wire [$clog2(JOBS)-1:0] push_job_i,
  input  wire [TIME_BITS-1:0]    push_due_i,
  input  wire [DATA-1:0]         push_data_i,
  // a job answers
  input  wire                    over_i,
  input  wire [$clog2(JOBS)-1:0] over_job_i,
  output wire                    lost_o,  // it counts as lost, from the next cycle on no more
  // the first one is overdue; it is taken in a cycle in which no job answers
  output wire                    due_o,
  output wire [DATA-1:0]         data_o,
  input  wire                    pop_i,
  input  wire                    lose_i,  // it counts as lost from now on
  // from registers alone: when the first one is overdue
  output wire                    any_o,
  output wire [TIME_BITS-1:0]    time_o
);

  localparam JOB = $clog2(JOBS);
  localparam ITEM = JOB + TIME_BITS + DATA;
  localparam [JOBS-1:0] ONE = 1;

  reg [JOBS-1:0] valid_q, lost_q;  // timers from bit 0 on without a gap; by number of the job
  wire [JOBS*ITEM-1:0] items;
  wire [JOBS-1:0] leaves;  // one at most
  wire [JOBS-1:0] moves = ~leaves + ONE;  // that place, and all behind it
  wire [JOBS-1:0] left = leaves == {JOBS{1'b0}} ? valid_q : valid_q >> 1;
  wire [JOBS-1:0] comes = ~left & ((left << 1) | ONE);  // the first place that is free

  genvar i;
  generate
    for (i = 0; i < JOBS; i = i + 1) begin : timer
      reg [ITEM-1:0] item_q;
      wire [ITEM-1:0] next;
      if (i + 1 < JOBS) begin : behind
        assign next = items[ITEM*(i+1)+:ITEM];
      end else begin : last
        assign next = item_q;
      end
      assign items[ITEM*i+:ITEM] = item_q;
      assign leaves[i] = valid_q[i] & ((over_i & item_q[ITEM-1-:JOB] == over_job_i) | (i == 0 & pop_i));
      always @(posedge clk) begin
        if (push_i & comes[i]) item_q <= {push_job_i, push_due_i, push_data_i};
        else if (moves[i]) item_q <= next;
      end
    end
  endgenerate

  wire [JOB-1:0] first_job;
  assign {first_job, time_o, data_o} = items[ITEM-1:0];
  wire [TIME_BITS-1:0] late = now_i - time_o;
  assign any_o = valid_q[0];
  assign due_o = valid_q[0] & ~late[TIME_BITS-1];
  assign lost_o = lost_q[over_job_i];

  always @(posedge clk) begin
    if (rst) begin
      valid_q <= {JOBS{1'b0}};
      lost_q <= {JOBS{1'b0}};
    end else begin
      valid_q <= left | (push_i ? comes : {JOBS{1'b0}});
      if (over_i) lost_q[over_job_i] <= 1'b0;
      if (pop_i & lose_i) lost_q[first_job] <= 1'b1;
    end
  end

endmodule

`default_nettype wire
