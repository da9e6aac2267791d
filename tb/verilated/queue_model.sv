// SPDX-License-Identifier: Apache-2.0
// A scheduler in C++ (queue/queue_scheduler.h) with the ports of one in Verilog. GANTRY_QUEUE_MAKE is the function that makes it.
`default_nettype none

module queue_model (
  input  wire        clk,
  input  wire        rst,
  input  wire        task_valid,
  output wire        task_ready,
  input  wire [11:0] task_id,
  input  wire [31:0] task_jobs,
  input  wire [1:0]  task_class,
  input  wire [31:0] task_weight,
  input  wire [63:0] task_cycles,
  input  wire [63:0] task_deadline,
  input  wire [63:0] task_processors,
  output wire        job_valid,
  input  wire        job_ready,
  output wire [11:0] job_task,
  output wire [5:0]  job_processor,
  input  wire        done_valid,
  output wire        done_ready,
  input  wire [5:0]  done_processor
);

  import "DPI-C" `GANTRY_QUEUE_MAKE = function chandle make();
  import "DPI-C" function void gantry_queue_delete(input chandle scheduler);
  import "DPI-C" function void gantry_queue_clock(
    input chandle scheduler, input bit reset, input bit task_taken, input int unsigned id, input int unsigned jobs,
    input int unsigned task_class, input int unsigned weight, input longint unsigned cycles, input longint unsigned deadline,
    input longint unsigned processors, input bit job_taken, input bit done_taken, input int unsigned done_processor,
    output bit task_ready, output bit done_ready, output bit job_valid, output int unsigned job_task,
    output int unsigned job_processor);

  // verilator tracing_off
  chandle scheduler;
  // verilator tracing_on
  initial scheduler = make();
  final gantry_queue_delete(scheduler);

  // Its offer, which holds for a cycle.
  bit task_ready_q, done_ready_q, job_valid_q;
  int unsigned job_task_q, job_processor_q;
  assign task_ready = task_ready_q;
  assign done_ready = done_ready_q;
  assign job_valid = job_valid_q;
  assign job_task = job_task_q[11:0];
  assign job_processor = job_processor_q[5:0];
  wire unused = &{1'b0, job_task_q[31:12], job_processor_q[31:6]};

  always @(posedge clk) begin : call
    bit takes_task, takes_completion, offers;
    int unsigned its_task, its_processor;
    gantry_queue_clock(scheduler, rst, task_valid && task_ready, 32'(task_id), task_jobs, 32'(task_class), task_weight, task_cycles,
                       task_deadline, task_processors, job_valid && job_ready, done_valid && done_ready, 32'(done_processor),
                       takes_task, takes_completion, offers, its_task, its_processor);
    task_ready_q <= takes_task;
    done_ready_q <= takes_completion;
    job_valid_q <= offers;
    job_task_q <= its_task;
    job_processor_q <= its_processor;
  end

endmodule

`default_nettype wire
