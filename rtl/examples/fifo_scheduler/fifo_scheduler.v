// SPDX-License-Identifier: Apache-2.0
// The smallest scheduler that fits the socket of docs/schedulers_in_rtl.md: it takes one task at a time, in order, and gives each of
// its jobs to the lowest processor that is idle. A processor has at most one of its jobs.
`default_nettype none

module fifo_scheduler (
  input  wire        clk,
  input  wire        rst,
  // A task all of whose predecessors are done.
  input  wire        task_valid,
  output wire        task_ready,
  input  wire [11:0] task_id,
  input  wire [31:0] task_jobs,
  input  wire [1:0]  task_class,
  input  wire [31:0] task_weight,
  input  wire [63:0] task_cycles,
  input  wire [63:0] task_deadline,
  input  wire [63:0] task_processors,
  // A job of a task, for a processor.
  output wire        job_valid,
  input  wire        job_ready,
  output wire [11:0] job_task,
  output reg  [5:0]  job_processor,
  // A processor has completed a job.
  input  wire        done_valid,
  output wire        done_ready,
  input  wire [5:0]  done_processor
);

  reg [11:0] id;
  reg [31:0] left;
  reg [63:0] allowed;
  reg [63:0] busy;

  wire [63:0] idle = allowed & ~busy;
  integer i;
  always @* begin
    job_processor = 6'd0;
    for (i = 63; i >= 0; i = i - 1) if (idle[i]) job_processor = i[5:0];
  end
  assign job_valid = left != 32'd0 && idle != 64'd0;
  assign job_task = id;
  assign done_ready = 1'b1;
  wire given = job_valid && job_ready;
  assign task_ready = left == 32'd0 || (left == 32'd1 && given);

  always @(posedge clk) begin
    if (rst) begin
      left <= 32'd0;
      busy <= 64'd0;
    end else begin
      if (given) begin
        left <= left - 32'd1;
        busy[job_processor] <= 1'b1;
      end
      if (done_valid) busy[done_processor] <= 1'b0;
      if (task_valid && task_ready) begin
        id <= task_id;
        left <= task_jobs;
        allowed <= task_processors;
      end
    end
  end

  wire unused = &{1'b0, task_class, task_weight, task_cycles, task_deadline};

endmodule

`default_nettype wire
