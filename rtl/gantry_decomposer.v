// SPDX-License-Identifier: Apache-2.0
// The decomposer with its register file. It queries predecessors, registers the tasks at each queue's head, waits until
// each is split, and requests its jobs, again after every failed match (docs/blocks_in_rtl.md).
//
// Algorithm: order within a cycle: inputs are taken (a task at the head of a queue, the answer to a query, a
// registration, a completion status), a queue sends a query or a registration, and a request goes to the dispatcher.
// Outputs are registers; their readers see them a cycle later.
// Tie-break: queues round-robin, within a queue the oldest; of requests the one that was due first, of equal ones the
// one that is split.
// Latency: one cycle from an input to its effect.
// Critical path: registration, list of its queue, oldest entry with a request, round-robin pointer of the queues.
`default_nettype none

module gantry_decomposer #(
  parameter QUEUES = 5,      // 5..1024: of all classes together
  parameter WINDOW = 1,      // 1..256: tasks that a queue shows
  parameter SLOTS = 16,      // 4..4096
  parameter UPDATES = 64,    // 4..65536, a power of two: messages to the task cache that can wait, two for a task in it
  parameter TASK_BITS = 32,  // 1..32: number of a task
  parameter JOB_BITS = 32,   // 1..32: number of its jobs
  parameter TIME_BITS = 24   // 22..64: of the cycle; twice the longest time
) (
  input  wire                      clk,
  input  wire                      rst,
  input  wire [TIME_BITS-1:0]      now_i,
  // constant from the reset on
  input  wire [9:0]                per_class_i,  // queues of a class
  input  wire [$clog2(SLOTS):0]    slots_i,      // 4..SLOTS
  input  wire [16:0]               split_i,      // cycles of a split, from 1
  input  wire [19:0]               retry_i,      // from a failure to the next request, from 1
  // from the task cache: a task at the head of a queue
  input  wire                      head_i,
  input  wire [$clog2(QUEUES)-1:0] head_queue_i,
  input  wire [TASK_BITS-1:0]      head_task_i,
  input  wire                      head_waits_i,  // for others
  input  wire [JOB_BITS-1:0]       head_jobs_i,
  // from the monitor
  input  wire                      answer_i,      // all that a task waits for is done
  input  wire [$clog2(QUEUES)-1:0] answer_queue_i,
  input  wire [TASK_BITS-1:0]      answer_task_i,
  input  wire                      registered_i,  // it has its id
  input  wire [$clog2(QUEUES)-1:0] registered_queue_i,
  input  wire [TASK_BITS-1:0]      registered_task_i,
  // from the dispatcher
  input  wire                      verdict_i,
  input  wire                      verdict_failed_i,  // otherwise all jobs are sent
  input  wire [$clog2(SLOTS)-1:0]  verdict_slot_i,
  input  wire [JOB_BITS-1:0]       verdict_jobs_i,    // that are left
  // to the task cache
  output wire                      update_o,
  output wire                      update_room_o,  // its cache slot is free; otherwise the task is no head any more
  output wire [$clog2(QUEUES)-1:0] update_queue_o,
  output wire [TASK_BITS-1:0]      update_task_o,
  // to the monitor
  output wire                      ask_o,
  output wire                      ask_register_o,    // for an id, otherwise for predecessors
  output wire [$clog2(QUEUES)-1:0] ask_queue_o,
  output wire [TASK_BITS-1:0]      ask_task_o,
  // to the dispatcher
  output wire                      request_o,
  output wire [TASK_BITS-1:0]      request_task_o,
  output wire [$clog2(SLOTS)-1:0]  request_slot_o,
  output wire [JOB_BITS-1:0]       request_jobs_o,
  // When a clock is needed without a message, from registers alone: in the next cycle, or when a time is over.
  output wire                      more_o,
  output wire                      split_due_o,
  output wire [TIME_BITS-1:0]      split_time_o,
  output wire                      retry_due_o,
  output wire [TIME_BITS-1:0]      retry_time_o
);

  localparam QUEUE_BITS = $clog2(QUEUES);
  localparam SLOT_BITS = $clog2(SLOTS);
  localparam DATA = 2 + QUEUE_BITS + TASK_BITS;
  localparam UPDATE = 1 + QUEUE_BITS + TASK_BITS;
  localparam [2:0] EVENT = 3'd4;

  generate
    if (QUEUES < 5 || QUEUES > 1024) begin : wrong_queues
      QUEUES_is_not_within_5_to_1024 wrong();
    end
    if (WINDOW < 1 || WINDOW > 256) begin : wrong_window
      WINDOW_is_not_within_1_to_256 wrong();
    end
    if (SLOTS < 4 || SLOTS > 4096) begin : wrong_slots
      SLOTS_is_not_within_4_to_4096 wrong();
    end
    if (UPDATES < 4 || UPDATES > 65536 || UPDATES != (1 << $clog2(UPDATES))) begin : wrong_updates
      UPDATES_is_not_a_power_of_two_within_4_to_65536 wrong();
    end
    if (TIME_BITS < 22 || TIME_BITS > 64) begin : wrong_time
      TIME_BITS_is_not_within_22_to_64 wrong();
    end
  endgenerate

  // Heads.
  wire [QUEUES-1:0] want, want_query, served, more;
  wire [QUEUES*3-1:0] cls;
  wire [QUEUES*TASK_BITS-1:0] want_task;
  wire [QUEUES*JOB_BITS-1:0] left_jobs;
  wire [3:0] room, room_next;
  // A bit more than a queue's number has: no comparison below is constant.
  wire [10:0] per_class = {1'b0, per_class_i};
  wire [10:0] per_class_3 = per_class + per_class + per_class;

  genvar q, b;
  generate
    for (q = 0; q < QUEUES; q = q + 1) begin : queue
      localparam [QUEUE_BITS-1:0] NUMBER = q;
      localparam [10:0] PLACE = q;
      // Of the highest class that begins at it or before it; does not change.
      wire [2:0] of = PLACE >= per_class_3 + per_class ? EVENT : PLACE >= per_class_3 ? 3'd3
                      : PLACE >= per_class + per_class ? 3'd2 : PLACE >= per_class ? 3'd1 : 3'd0;
      assign cls[3*q+:3] = of;
      gantry_head_queue #(.WINDOW(WINDOW), .TASK_BITS(TASK_BITS), .JOB_BITS(JOB_BITS)) heads (
        .clk(clk), .rst(rst),
        .push_i(head_i & (head_queue_i == NUMBER)), .push_task_i(head_task_i), .push_waits_i(head_waits_i),
        .push_jobs_i(head_jobs_i),
        .answer_i(answer_i & (answer_queue_i == NUMBER)), .answer_task_i(answer_task_i),
        .leave_i(registered_i & (registered_queue_i == NUMBER)), .leave_task_i(registered_task_i),
        .leave_jobs_o(left_jobs[JOB_BITS*q+:JOB_BITS]),
        .room_i(of[2] | room[of[1:0]]), .ask_o(want[q]), .ask_query_o(want_query[q]),
        .ask_task_o(want_task[TASK_BITS*q+:TASK_BITS]), .asks_i(served[q]),
        .room_next_i(of[2] | room_next[of[1:0]]), .more_o(more[q])
      );
    end
  endgenerate

  gantry_round_robin #(.COUNT(QUEUES)) turn (.clk(clk), .rst(rst), .want_i(want), .served_o(served));

  // The one that is served.
  wire [QUEUE_BITS-1:0] served_queue;
  wire [TASK_BITS-1:0] served_task;
  wire [2:0] served_class, registered_class;
  wire [JOB_BITS-1:0] registered_jobs;
  wire [QUEUES-1:0] registered_at;
  generate
    for (q = 0; q < QUEUES; q = q + 1) begin : registered_queue
      localparam [QUEUE_BITS-1:0] NUMBER = q;
      assign registered_at[q] = registered_queue_i == NUMBER;
    end
    for (b = 0; b < QUEUE_BITS; b = b + 1) begin : number_bit
      wire [QUEUES-1:0] bits;
      for (q = 0; q < QUEUES; q = q + 1) begin : at
        localparam [31:0] NUMBER = q;
        assign bits[q] = served[q] & NUMBER[b];
      end
      assign served_queue[b] = bits != {QUEUES{1'b0}};
    end
    for (b = 0; b < TASK_BITS; b = b + 1) begin : task_bit
      wire [QUEUES-1:0] bits;
      for (q = 0; q < QUEUES; q = q + 1) begin : at
        assign bits[q] = served[q] & want_task[TASK_BITS*q+b];
      end
      assign served_task[b] = bits != {QUEUES{1'b0}};
    end
    for (b = 0; b < JOB_BITS; b = b + 1) begin : jobs_bit
      wire [QUEUES-1:0] bits;
      for (q = 0; q < QUEUES; q = q + 1) begin : at
        assign bits[q] = left_jobs[JOB_BITS*q+b];
      end
      assign registered_jobs[b] = bits != {QUEUES{1'b0}};
    end
    for (b = 0; b < 3; b = b + 1) begin : class_bit
      wire [QUEUES-1:0] bits, registered_bits;
      for (q = 0; q < QUEUES; q = q + 1) begin : at
        assign bits[q] = served[q] & cls[3*q+b];
        assign registered_bits[q] = registered_at[q] & cls[3*q+b];
      end
      assign served_class[b] = bits != {QUEUES{1'b0}};
      assign registered_class[b] = registered_bits != {QUEUES{1'b0}};
    end
  endgenerate
  wire asks = want != {QUEUES{1'b0}};
  wire asks_query = (served & want_query) != {QUEUES{1'b0}};

  // Registers, one for each task with jobs from its registration on.
  wire is_event = registered_class[2];
  wire take = registered_i & ~is_event;
  wire sent = verdict_i & ~verdict_failed_i;
  wire failed = verdict_i & verdict_failed_i;
  wire [SLOT_BITS-1:0] taken_slot, next_slot;
  wire [DATA-1:0] verdict_data, next_data;
  wire [JOB_BITS-1:0] next_jobs;
  wire [1:0] verdict_class = verdict_data[DATA-1:DATA-2];
  gantry_register_file #(.SLOTS(SLOTS), .DATA(DATA), .JOB_BITS(JOB_BITS)) registers (
    .clk(clk), .rst(rst),
    .take_i(take), .take_data_i({registered_class[1:0], registered_queue_i, registered_task_i}),
    .take_jobs_i(registered_jobs), .take_slot_o(taken_slot),
    .give_i(sent), .left_i(failed), .slot_i(verdict_slot_i), .left_jobs_i(verdict_jobs_i), .data_o(verdict_data),
    .read_i(next_slot), .read_data_o(next_data), .read_jobs_o(next_jobs)
  );

  gantry_slot_count #(.COUNT_BITS(SLOT_BITS + 1)) slots (
    .clk(clk), .rst(rst), .slots_i(slots_i), .give_i(sent), .give_class_i(verdict_class),
    .take_i(asks & ~asks_query & ~served_class[2]), .take_class_i(served_class[1:0]),
    .room_o(room), .room_next_o(room_next)
  );

  wire updates_more;
  gantry_update_queue #(.DEPTH(UPDATES), .BITS(UPDATE)) updates (
    .clk(clk), .rst(rst),
    .a_i(registered_i), .a_data_i({1'b0, registered_queue_i, registered_task_i}),
    .b_i(registered_i & is_event), .b_data_i({1'b1, registered_queue_i, registered_task_i}),
    .c_i(sent), .c_data_i({1'b1, verdict_data[DATA-3:0]}),
    .valid_o(update_o), .data_o({update_room_o, update_queue_o, update_task_o}), .more_o(updates_more)
  );

  // Requests: the first of those that are split, or of those that failed.
  wire split_ready, retry_ready, split_pop, retry_pop;
  wire [SLOT_BITS-1:0] split_slot, retry_slot;
  wire [TIME_BITS-1:0] split_end = now_i + {{(TIME_BITS-17){1'b0}}, split_i};
  wire [TIME_BITS-1:0] retry_end = now_i + {{(TIME_BITS-20){1'b0}}, retry_i};
  wire [TIME_BITS-1:0] apart = retry_time_o - split_time_o;
  gantry_timer_queue #(.SLOTS(SLOTS), .TIME_BITS(TIME_BITS)) splits (
    .clk(clk), .rst(rst), .now_i(now_i), .push_i(take), .push_slot_i(taken_slot), .push_due_i(split_end),
    .pop_i(split_pop), .any_o(split_due_o), .due_o(split_ready), .slot_o(split_slot), .time_o(split_time_o)
  );
  gantry_timer_queue #(.SLOTS(SLOTS), .TIME_BITS(TIME_BITS)) retries (
    .clk(clk), .rst(rst), .now_i(now_i), .push_i(failed), .push_slot_i(verdict_slot_i), .push_due_i(retry_end),
    .pop_i(retry_pop), .any_o(retry_due_o), .due_o(retry_ready), .slot_o(retry_slot), .time_o(retry_time_o)
  );
  assign retry_pop = retry_ready & (~split_ready | apart[TIME_BITS-1]);
  assign split_pop = split_ready & ~retry_pop;
  assign next_slot = retry_pop ? retry_slot : split_slot;

  reg ask_q, ask_register_q, request_q;
  reg [QUEUE_BITS-1:0] ask_queue_q;
  reg [TASK_BITS-1:0] ask_task_q, request_task_q;
  reg [SLOT_BITS-1:0] request_slot_q;
  reg [JOB_BITS-1:0] request_jobs_q;
  always @(posedge clk) begin
    ask_q <= ~rst & asks;
    ask_register_q <= ~asks_query;
    ask_queue_q <= served_queue;
    ask_task_q <= served_task;
    request_q <= ~rst & (split_pop | retry_pop);
    request_task_q <= next_data[TASK_BITS-1:0];
    request_slot_q <= next_slot;
    request_jobs_q <= next_jobs;
  end

  assign ask_o = ask_q;
  assign ask_register_o = ask_register_q;
  assign ask_queue_o = ask_queue_q;
  assign ask_task_o = ask_task_q;
  assign request_o = request_q;
  assign request_task_o = request_task_q;
  assign request_slot_o = request_slot_q;
  assign request_jobs_o = request_jobs_q;

  assign more_o = (more != {QUEUES{1'b0}}) | updates_more;
  wire unused = &{1'b0, next_data[DATA-1:TASK_BITS]};

endmodule

`default_nettype wire
