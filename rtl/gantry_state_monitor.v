// SPDX-License-Identifier: Apache-2.0
// The state monitor: it answers queries of predecessors, gives out task ids, counts the jobs of each task, and
// interrupts the host when a task is done (docs/timing.md, "Decomposer and state monitor").
//
// Algorithm: order within a cycle: a job completes, an event ends, a query that is due joins the line, a request is
// taken, an id is given, the first query in line is looked at. Outputs are registers; their readers see them a cycle
// later.
// Tie-break: queries and requests for an id in order of arrival, of two tasks that end the one with the job.
// Latency: one cycle from an input to its effect; query_i and register_i from a look and an id to the answer.
// Critical path: number of the task whose job completes, its place, bits of the window, a look.
`default_nettype none

module gantry_state_monitor #(
  parameter QUERIES = 20,      // 5..1024: tasks that all queues show
  parameter IDS = 64,          // 2..4096
  parameter WINDOW = 64,       // 2..4096, a power of two: tasks that are remembered
  parameter RETIRE = 4,        // 1..64, at most WINDOW
  parameter MOST = 64,         // 1..64: tasks that one query names
  parameter LOOKS = 4,         // 1..MOST
  parameter QUEUE_BITS = 10,   // 1..10
  parameter TASK_BITS = 32,    // 1..32
  parameter JOB_BITS = 32,     // 1..32
  parameter NUMBER_BITS = 64,  // 14..64: number of a task; it does not wrap
  parameter POSITION_BITS = 64,   // 1..64
  parameter PROCESSOR_BITS = 32,  // 1..32
  parameter TIME_BITS = 24     // 22..64: of the cycle
) (
  input  wire                        clk,
  input  wire                        rst,
  input  wire [TIME_BITS-1:0]        now_i,
  // constant from the reset on
  input  wire [$clog2(IDS):0]        ids_i,       // 1..IDS
  input  wire [6:0]                  retire_i,    // 1..RETIRE: tasks that are done, over which the window moves on in a cycle
  input  wire [6:0]                  looks_i,     // 1..LOOKS: tasks of a query that are looked at in a cycle
  input  wire [9:0]                  query_i,     // from 1: cycles from the look that finds all met to the answer
  input  wire [9:0]                  register_i,  // from 1: from the id to the answer
  // from the processors: a job is done
  input  wire                        done_i,
  input  wire [TASK_BITS-1:0]        done_task_i,
  input  wire [PROCESSOR_BITS-1:0]   done_processor_i,
  // from the decomposer: a query, or a request for an id
  input  wire                        ask_i,
  input  wire                        ask_register_i,
  input  wire [QUEUE_BITS-1:0]       ask_queue_i,
  input  wire [TASK_BITS-1:0]        ask_task_i,
  input  wire [NUMBER_BITS-1:0]      ask_number_i,
  input  wire [JOB_BITS-1:0]         ask_jobs_i,  // 0: an event
  input  wire [POSITION_BITS-1:0]    ask_position_i,
  input  wire [MOST-1:0]             waits_i,             // what a query names, from bit 0 on
  input  wire [MOST-1:0]             waits_registered_i,  // 0: it has to be done; 1: it has to have its id
  input  wire [MOST*NUMBER_BITS-1:0] waits_number_i,
  // to the decomposer
  output wire                        answer_o,  // all that the task waits for is done
  output wire [QUEUE_BITS-1:0]       answer_queue_o,
  output wire [TASK_BITS-1:0]        answer_task_o,
  output wire                        registered_o,  // it has its id
  output wire [QUEUE_BITS-1:0]       registered_queue_o,
  output wire [TASK_BITS-1:0]        registered_task_o,
  // to the dispatcher
  output wire                        free_o,
  output wire [PROCESSOR_BITS-1:0]   free_processor_o,
  // to the host, the first task that is done in a cycle and the second
  output wire                        first_o,
  output wire [QUEUE_BITS-1:0]       first_queue_o,
  output wire [TASK_BITS-1:0]        first_task_o,
  output wire [POSITION_BITS-1:0]    first_position_o,
  output wire [NUMBER_BITS-1:0]      first_oldest_o,
  output wire                        second_o,
  output wire [QUEUE_BITS-1:0]       second_queue_o,
  output wire [TASK_BITS-1:0]        second_task_o,
  output wire [POSITION_BITS-1:0]    second_position_o,
  output wire [NUMBER_BITS-1:0]      second_oldest_o,
  // When a clock is needed without a message, from registers alone: in the next cycle, or when a time is over.
  output wire                        more_o,
  output wire                        answer_due_o,
  output wire [TIME_BITS-1:0]        answer_time_o,
  output wire                        registered_due_o,
  output wire [TIME_BITS-1:0]        registered_time_o
);

  localparam ID_BITS = $clog2(IDS);
  localparam PLACE_BITS = $clog2(QUERIES);
  localparam QUERY = QUEUE_BITS + TASK_BITS;
  localparam LIVE = NUMBER_BITS + POSITION_BITS + QUEUE_BITS;
  localparam REQUEST = LIVE + TASK_BITS + JOB_BITS;
  localparam [PLACE_BITS-1:0] STEP = 1;
  localparam [PLACE_BITS:0] COUNT_STEP = 1;
  localparam [31:0] LAST_NUMBER = QUERIES - 1;
  localparam [PLACE_BITS-1:0] LAST = LAST_NUMBER[PLACE_BITS-1:0];

  generate
    if (QUERIES < 5 || QUERIES > 1024) begin : wrong_queries
      QUERIES_is_not_within_5_to_1024 wrong();
    end
    if (IDS < 2 || IDS > 4096) begin : wrong_ids
      IDS_is_not_within_2_to_4096 wrong();
    end
    if (WINDOW < 2 || WINDOW > 4096 || WINDOW != (1 << $clog2(WINDOW))) begin : wrong_window
      WINDOW_is_not_a_power_of_two_within_2_to_4096 wrong();
    end
    if (RETIRE < 1 || RETIRE > 64 || RETIRE > WINDOW) begin : wrong_retire
      RETIRE_is_not_within_1_to_64_or_above_WINDOW wrong();
    end
    if (MOST < 1 || MOST > 64) begin : wrong_most
      MOST_is_not_within_1_to_64 wrong();
    end
    if (LOOKS < 1 || LOOKS > MOST) begin : wrong_looks
      LOOKS_is_not_within_1_to_MOST wrong();
    end
    if (NUMBER_BITS < 14 || NUMBER_BITS > 64) begin : wrong_number
      NUMBER_BITS_is_not_within_14_to_64 wrong();
    end
    if (TIME_BITS < 22 || TIME_BITS > 64) begin : wrong_time
      TIME_BITS_is_not_within_22_to_64 wrong();
    end
  endgenerate

  wire [TIME_BITS-1:0] query_time = now_i + {{(TIME_BITS-10){1'b0}}, query_i - 10'd1};
  wire [TIME_BITS-1:0] register_time = now_i + {{(TIME_BITS-10){1'b0}}, register_i - 10'd1};
  wire query_at_once = query_i == 10'd1;
  wire register_at_once = register_i == 10'd1;

  // Tasks that end.
  reg event_q;  // its id has been told, and it ends in this cycle
  reg [ID_BITS-1:0] event_id_q;
  wire last;
  wire [LIVE-1:0] last_data, event_data;
  wire [TASK_BITS-1:0] event_task;
  wire first = last | event_q;
  wire second = last & event_q;
  wire [LIVE-1:0] first_data = last ? last_data : event_data;
  wire [TASK_BITS-1:0] first_task = last ? done_task_i : event_task;
  wire [NUMBER_BITS-1:0] first_number, second_number, first_oldest, second_oldest;
  wire [POSITION_BITS-1:0] first_position, second_position;
  wire [QUEUE_BITS-1:0] first_queue, second_queue;
  assign {first_number, first_position, first_queue} = first_data;
  assign {second_number, second_position, second_queue} = event_data;

  // Requests for an id.
  reg [REQUEST-1:0] requests_q [0:QUERIES-1];
  reg [PLACE_BITS-1:0] read_q, write_q;
  reg [PLACE_BITS:0] count_q;
  wire none = count_q == {(PLACE_BITS+1){1'b0}};
  wire wants_id = ask_i & ask_register_i;
  wire [REQUEST-1:0] request = {ask_number_i, ask_position_i, ask_queue_i, ask_task_i, ask_jobs_i};
  wire id_is_free, id_is_free_next;
  wire give = (~none | wants_id) & id_is_free;
  wire [NUMBER_BITS-1:0] give_number;
  wire [POSITION_BITS-1:0] give_position;
  wire [QUEUE_BITS-1:0] give_queue;
  wire [TASK_BITS-1:0] give_task;
  wire [JOB_BITS-1:0] give_jobs;
  assign {give_number, give_position, give_queue, give_task, give_jobs} = none ? request : requests_q[read_q];
  wire [ID_BITS-1:0] give_id;

  // The id that is told.
  wire told_late;
  wire [ID_BITS-1:0] late_id;
  wire [TASK_BITS-1:0] late_task;
  wire [LIVE-1:0] late_data;
  wire late_event;
  wire told = register_at_once ? give : told_late;
  wire told_event = register_at_once ? give_jobs == {JOB_BITS{1'b0}} : late_event;

  gantry_live_tasks #(.IDS(IDS), .TASK_BITS(TASK_BITS), .JOB_BITS(JOB_BITS), .DATA(LIVE)) live (
    .clk(clk), .rst(rst), .ids_i(ids_i),
    .done_i(done_i), .done_task_i(done_task_i), .last_o(last), .last_data_o(last_data),
    .event_i(event_q), .event_id_i(event_id_q), .event_task_o(event_task), .event_data_o(event_data),
    .free_o(id_is_free), .take_i(give), .take_id_o(give_id), .take_task_i(give_task), .take_jobs_i(give_jobs),
    .take_data_i({give_number, give_position, give_queue}),
    .read_id_i(late_id), .read_task_o(late_task), .read_event_o(late_event), .read_data_o(late_data),
    .free_next_o(id_is_free_next)
  );
  gantry_timer_queue #(.SLOTS(IDS), .TIME_BITS(TIME_BITS)) registrations (
    .clk(clk), .rst(rst), .now_i(now_i),
    .push_i(give & ~register_at_once), .push_slot_i(give_id), .push_due_i(register_time), .pop_i(told_late),
    .any_o(registered_due_o), .due_o(told_late), .slot_o(late_id), .time_o(registered_time_o)
  );

  // Queries.
  wire [LOOKS-1:0] look_registered, look_met;
  wire [LOOKS*NUMBER_BITS-1:0] look_number;
  wire met, answers_late;
  wire [PLACE_BITS-1:0] met_place, late_place;
  wire [QUERY-1:0] met_data, leave_data;
  wire in_line, moves_on;
  wire answers = query_at_once ? met : answers_late;

  gantry_completion_bits #(.WINDOW(WINDOW), .RETIRE(RETIRE), .LOOKS(LOOKS), .NUMBER_BITS(NUMBER_BITS)) bits (
    .clk(clk), .rst(rst), .retire_i(retire_i),
    .first_i(first), .first_number_i(first_number), .second_i(second), .second_number_i(second_number),
    .first_oldest_o(first_oldest), .second_oldest_o(second_oldest),
    .give_i(give), .give_number_i(give_number),
    .look_registered_i(look_registered), .look_number_i(look_number), .look_met_o(look_met),
    .more_o(moves_on)
  );
  gantry_query_table #(
    .QUERIES(QUERIES), .MOST(MOST), .LOOKS(LOOKS), .DATA(QUERY), .NUMBER_BITS(NUMBER_BITS)
  ) queries (
    .clk(clk), .rst(rst), .looks_i(looks_i),
    .push_i(ask_i & ~ask_register_i), .push_data_i({ask_queue_i, ask_task_i}), .push_waits_i(waits_i),
    .push_registered_i(waits_registered_i), .push_numbers_i(waits_number_i),
    .first_i(first), .first_number_i(first_number), .second_i(second), .second_number_i(second_number),
    .give_i(give), .give_number_i(give_number),
    .look_registered_o(look_registered), .look_number_o(look_number), .look_met_i(look_met),
    .met_o(met), .met_place_o(met_place), .met_data_o(met_data),
    .leave_i(answers), .leave_place_i(query_at_once ? met_place : late_place), .leave_data_o(leave_data),
    .more_o(in_line)
  );
  gantry_timer_queue #(.SLOTS(QUERIES), .TIME_BITS(TIME_BITS)) query_answers (
    .clk(clk), .rst(rst), .now_i(now_i),
    .push_i(met & ~query_at_once), .push_slot_i(met_place), .push_due_i(query_time), .pop_i(answers_late),
    .any_o(answer_due_o), .due_o(answers_late), .slot_o(late_place), .time_o(answer_time_o)
  );

  assign more_o = in_line | moves_on | event_q | (~none & id_is_free_next);

  // Outputs.
  reg answer_q, registered_q, free_q, first_q, second_q;
  reg [QUERY-1:0] answer_data_q, registered_data_q;
  reg [PROCESSOR_BITS-1:0] free_processor_q;
  reg [QUEUE_BITS-1:0] first_queue_q, second_queue_q;
  reg [TASK_BITS-1:0] first_task_q, second_task_q;
  reg [POSITION_BITS-1:0] first_position_q, second_position_q;
  reg [NUMBER_BITS-1:0] first_oldest_q, second_oldest_q;

  always @(posedge clk) begin
    if (wants_id) requests_q[write_q] <= request;
    event_id_q <= register_at_once ? give_id : late_id;
    answer_data_q <= query_at_once ? met_data : leave_data;
    registered_data_q <= register_at_once ? {give_queue, give_task} : {late_data[QUEUE_BITS-1:0], late_task};
    free_processor_q <= done_processor_i;
    first_queue_q <= first_queue;
    first_task_q <= first_task;
    first_position_q <= first_position;
    first_oldest_q <= first_oldest;
    second_queue_q <= second_queue;
    second_task_q <= event_task;
    second_position_q <= second_position;
    second_oldest_q <= second_oldest;
    answer_q <= ~rst & answers;
    registered_q <= ~rst & told;
    free_q <= ~rst & done_i;
    first_q <= ~rst & first;
    second_q <= ~rst & second;
    event_q <= ~rst & told & told_event;
    if (rst) begin
      read_q <= {PLACE_BITS{1'b0}};
      write_q <= {PLACE_BITS{1'b0}};
      count_q <= {(PLACE_BITS+1){1'b0}};
    end else begin
      if (wants_id) write_q <= write_q == LAST ? {PLACE_BITS{1'b0}} : write_q + STEP;
      if (give) read_q <= read_q == LAST ? {PLACE_BITS{1'b0}} : read_q + STEP;
      if (wants_id & ~give) count_q <= count_q + COUNT_STEP;
      if (give & ~wants_id) count_q <= count_q - COUNT_STEP;
    end
  end

  assign answer_o = answer_q;
  assign {answer_queue_o, answer_task_o} = answer_data_q;
  assign registered_o = registered_q;
  assign {registered_queue_o, registered_task_o} = registered_data_q;
  assign free_o = free_q;
  assign free_processor_o = free_processor_q;
  assign first_o = first_q;
  assign first_queue_o = first_queue_q;
  assign first_task_o = first_task_q;
  assign first_position_o = first_position_q;
  assign first_oldest_o = first_oldest_q;
  assign second_o = second_q;
  assign second_queue_o = second_queue_q;
  assign second_task_o = second_task_q;
  assign second_position_o = second_position_q;
  assign second_oldest_o = second_oldest_q;

  wire unused = &{1'b0, late_data[LIVE-1:QUEUE_BITS]};

endmodule

`default_nettype wire
