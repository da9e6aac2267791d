// SPDX-License-Identifier: Apache-2.0
// The tasks at the head of one queue with the state of each: to query its predecessors, waiting for the answer, to
// register, or waiting for its id.
//
// Algorithm: a list of up to WINDOW tasks, the oldest first. When a task leaves, later ones move up. Order within a
// cycle: a task arrives, an answer is taken, a task leaves, the oldest task with a request sends it.
// Tie-break: the oldest.
// Latency: a task that arrives in a cycle may send its request in the same cycle.
// Critical path: number of the task that leaves, comparison, list after it, oldest task with a request.
`default_nettype none

module gantry_head_queue #(
  parameter WINDOW = 4,      // 1..256
  parameter TASK_BITS = 32,  // 1..32
  parameter JOB_BITS = 32    // 1..32
) (
  input  wire                 clk,
  input  wire                 rst,
  // a task comes
  input  wire                 push_i,
  input  wire [TASK_BITS-1:0] push_task_i,
  input  wire                 push_waits_i,  // it has predecessors to query before it registers
  input  wire [JOB_BITS-1:0]  push_jobs_i,
  // nobody that it waits for is left
  input  wire                 answer_i,
  input  wire [TASK_BITS-1:0] answer_task_i,
  // it is registered
  input  wire                 leave_i,
  input  wire [TASK_BITS-1:0] leave_task_i,
  output wire [JOB_BITS-1:0]  leave_jobs_o,
  // the task that sends a request
  input  wire                 room_i,        // a task could be registered
  output wire                 ask_o,
  output wire                 ask_query_o,   // for predecessors, otherwise for its id
  output wire [TASK_BITS-1:0] ask_task_o,
  input  wire                 asks_i,        // it does
  // from registers alone: some task has a request
  input  wire                 room_next_i,
  output wire                 more_o
);

  localparam [1:0] TO_QUERY = 2'd0, QUERYING = 2'd1, TO_REGISTER = 2'd2, REGISTERING = 2'd3;

  localparam [WINDOW-1:0] ONE = 1;

  wire [WINDOW-1:0]           valid, come_valid, leaves, can, can_next, ask_query;
  wire [WINDOW*2-1:0]         heard;
  wire [WINDOW*TASK_BITS-1:0] come_tasks, ask_task;
  wire [WINDOW*JOB_BITS-1:0]  come_jobs, leave_jobs;
  // The next task after each position.
  wire [WINDOW-1:0]           behind_valid = come_valid >> 1;
  wire [WINDOW*2-1:0]         behind_heard = heard >> 2;
  wire [WINDOW*TASK_BITS-1:0] behind_tasks = come_tasks >> TASK_BITS;
  wire [WINDOW*JOB_BITS-1:0]  behind_jobs = come_jobs >> JOB_BITS;
  // The position that is left, and all later ones; the first task with a request.
  wire [WINDOW-1:0]           moved = ~(leaves - ONE);
  wire [WINDOW-1:0]           oldest = can & (~can + ONE);
  // A new task takes the first empty position.
  wire [WINDOW-1:0]           empty = ~valid & (valid + ONE);

  genvar i, b;
  generate
    for (i = 0; i < WINDOW; i = i + 1) begin : place
      reg                 valid_q;
      reg [1:0]           state_q;
      reg [TASK_BITS-1:0] task_q;
      reg [JOB_BITS-1:0]  jobs_q;
      assign valid[i] = valid_q;

      wire come = push_i & empty[i];
      wire [1:0] come_state = ~come ? state_q : push_waits_i ? TO_QUERY : TO_REGISTER;
      wire [TASK_BITS-1:0] come_task = come ? push_task_i : task_q;
      assign come_valid[i] = valid_q | come;
      assign come_tasks[TASK_BITS*i+:TASK_BITS] = come_task;
      assign come_jobs[JOB_BITS*i+:JOB_BITS] = come ? push_jobs_i : jobs_q;
      assign heard[2*i+:2] = answer_i & (come_task == answer_task_i) ? TO_REGISTER : come_state;

      assign leaves[i] = leave_i & come_valid[i] & (come_task == leave_task_i);
      assign leave_jobs[JOB_BITS*i+:JOB_BITS] = leaves[i] ? come_jobs[JOB_BITS*i+:JOB_BITS] : {JOB_BITS{1'b0}};

      // After that.
      wire now_valid = moved[i] ? behind_valid[i] : come_valid[i];
      wire [1:0] now_state = moved[i] ? behind_heard[2*i+:2] : heard[2*i+:2];
      wire [TASK_BITS-1:0] now_task = moved[i] ? behind_tasks[TASK_BITS*i+:TASK_BITS] : come_task;

      assign can[i] = now_valid & ((now_state == TO_QUERY) | ((now_state == TO_REGISTER) & room_i));
      assign ask_query[i] = oldest[i] & (now_state == TO_QUERY);
      assign ask_task[TASK_BITS*i+:TASK_BITS] = oldest[i] ? now_task : {TASK_BITS{1'b0}};

      assign can_next[i] = valid_q & ((state_q == TO_QUERY) | ((state_q == TO_REGISTER) & room_next_i));

      always @(posedge clk) begin
        valid_q <= ~rst & now_valid;
        state_q <= ~(asks_i & oldest[i]) ? now_state : now_state == TO_QUERY ? QUERYING : REGISTERING;
        task_q <= now_task;
        jobs_q <= moved[i] ? behind_jobs[JOB_BITS*i+:JOB_BITS] : come_jobs[JOB_BITS*i+:JOB_BITS];
      end
    end
    for (b = 0; b < TASK_BITS; b = b + 1) begin : task_bit
      wire [WINDOW-1:0] bits;
      for (i = 0; i < WINDOW; i = i + 1) begin : at
        assign bits[i] = ask_task[TASK_BITS*i+b];
      end
      assign ask_task_o[b] = bits != {WINDOW{1'b0}};
    end
    for (b = 0; b < JOB_BITS; b = b + 1) begin : jobs_bit
      wire [WINDOW-1:0] bits;
      for (i = 0; i < WINDOW; i = i + 1) begin : at
        assign bits[i] = leave_jobs[JOB_BITS*i+b];
      end
      assign leave_jobs_o[b] = bits != {WINDOW{1'b0}};
    end
  endgenerate

  assign ask_o = can != {WINDOW{1'b0}};
  assign ask_query_o = ask_query != {WINDOW{1'b0}};
  assign more_o = can_next != {WINDOW{1'b0}};

endmodule

`default_nettype wire
