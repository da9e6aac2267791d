// SPDX-License-Identifier: Apache-2.0
// The state monitor: it answers queries of predecessors, gives out task ids, counts the jobs of each task, and
// interrupts the host when a task is done (docs/timing.md, "Decomposer and state monitor"). It watches jobs, and those
// that are overdue or have failed count as lost (docs/faults.md, "Time-outs").
//
// Algorithm: order within a cycle: a job answers or is overdue, an event ends, a query that is due joins the line, a
// request is taken, an id is given, the first query in line is looked at. Outputs are registers; their readers see them
// a cycle later.
// Tie-break: an answer before a job that is overdue, of these the first one that left, queries and requests for an id
// in order of arrival, of two tasks that end the one with the job.
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
  parameter JOBS = 0,          // 0: no timers; 2..4096: jobs that are picked or at processors at once
  parameter QUEUE_BITS = 10,   // 1..10
  parameter TASK_BITS = 32,    // 1..32
  parameter JOB_BITS = 32,     // 1..32
  parameter NUMBER_BITS = 64,  // 14..64: number of a task; it does not wrap
  parameter POSITION_BITS = 64,   // 1..64
  parameter PROCESSOR_BITS = 32,  // 1..32
  parameter ATTEMPT_BITS = 8,     // 1..8: of the times that a job is issued again
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
  input  wire [TIME_BITS-2:0]        timeout_i,  // from the last flit of a job until it is overdue
  input  wire [ATTEMPT_BITS-1:0]     retries_i,  // times that a lost job is issued again; 0: no job counts as lost
  input  wire                        quarantine_i,  // with retries: 1: the processor of an overdue job gets no more jobs
  // from the processors: a job answers
  input  wire                        done_i,
  input  wire [TASK_BITS-1:0]        done_task_i,
  input  wire [PROCESSOR_BITS-1:0]   done_processor_i,
  // with timers: which one, and that it has failed
  input  wire [$clog2(JOBS < 2 ? 2 : JOBS)-1:0] done_job_i,
  input  wire                        done_failed_i,
  input  wire [JOB_BITS-1:0]         done_number_i,   // within its task
  input  wire [ATTEMPT_BITS-1:0]     done_attempt_i,  // times that it was issued before
  // from the dispatcher: a job has left
  input  wire                        watch_i,
  input  wire [$clog2(JOBS < 2 ? 2 : JOBS)-1:0] watch_job_i,
  input  wire [TASK_BITS-1:0]        watch_task_i,
  input  wire [PROCESSOR_BITS-1:0]   watch_processor_i,
  input  wire [JOB_BITS-1:0]         watch_number_i,
  input  wire [ATTEMPT_BITS-1:0]     watch_attempt_i,
  input  wire [TIME_BITS-1:0]        watch_sent_i,  // cycle of its last flit
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
  // to the dispatcher: what has become of a job
  output wire                        report_o,
  output wire [PROCESSOR_BITS-1:0]   report_processor_o,
  output wire [2:0]                  report_kind_o,  // 0: completed; 1: answer of a lost one; 2: overdue; 3: lost; 4: for good
  output wire                        report_quarantine_o,  // the processor gets no more jobs before it answers
  output wire                        report_answered_o,    // of a lost one: it has failed
  output wire [TASK_BITS-1:0]        report_task_o,        // of a lost one; else 0, as those below
  output wire [JOB_BITS-1:0]         report_number_o,
  output wire [ATTEMPT_BITS-1:0]     report_attempt_o,
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
  output wire [TIME_BITS-1:0]        registered_time_o,
  output wire                        overdue_due_o,
  output wire [TIME_BITS-1:0]        overdue_time_o
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
    if (JOBS != 0 && (JOBS < 2 || JOBS > 4096)) begin : wrong_jobs
      JOBS_is_not_0_or_within_2_to_4096 wrong();
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

  // What becomes of a job.
  localparam [2:0] COMPLETED = 3'd0, LATE = 3'd1, SILENT = 3'd2, LOST = 3'd3, FAILED = 3'd4;
  localparam JOB_DATA = TASK_BITS + PROCESSOR_BITS + JOB_BITS + ATTEMPT_BITS;
  wire timer_due, was_lost;
  wire [JOB_DATA-1:0] timer_data;
  wire loses = retries_i != {ATTEMPT_BITS{1'b0}};
  wire overdue = timer_due & ~done_i;
  wire late = done_i & was_lost;
  wire fails = (JOBS != 0) & done_i & done_failed_i & ~was_lost & loses;
  wire is_lost = fails | (overdue & loses);
  wire [TASK_BITS-1:0] job_task;
  wire [PROCESSOR_BITS-1:0] job_processor;
  wire [JOB_BITS-1:0] job_number;
  wire [ATTEMPT_BITS-1:0] job_attempt;
  assign {job_task, job_processor, job_number, job_attempt} =
    overdue ? timer_data : {done_task_i, done_processor_i, done_number_i, done_attempt_i};
  wire again = job_attempt < retries_i;
  wire job_ends = (done_i & ~late & ~fails) | (is_lost & ~again);
  wire [2:0] kind = is_lost ? (again ? LOST : FAILED) : overdue ? SILENT : late ? LATE : COMPLETED;

  generate
    if (JOBS == 0) begin : without_timers
      assign timer_due = 1'b0;
      assign was_lost = 1'b0;
      assign timer_data = {JOB_DATA{1'b0}};
      assign overdue_due_o = 1'b0;
      assign overdue_time_o = {TIME_BITS{1'b0}};
      wire unused = &{1'b0, timeout_i, done_job_i, watch_i, watch_job_i, watch_task_i, watch_processor_i,
                      watch_number_i, watch_attempt_i, watch_sent_i};
    end else begin : with_timers
      gantry_job_timers #(.JOBS(JOBS), .DATA(JOB_DATA), .TIME_BITS(TIME_BITS)) timers (
        .clk(clk), .rst(rst), .now_i(now_i),
        .push_i(watch_i), .push_job_i(watch_job_i), .push_due_i(watch_sent_i + {1'b0, timeout_i}),
        .push_data_i({watch_task_i, watch_processor_i, watch_number_i, watch_attempt_i}),
        .over_i(done_i), .over_job_i(done_job_i), .lost_o(was_lost),
        .due_o(timer_due), .data_o(timer_data), .pop_i(overdue), .lose_i(loses),
        .any_o(overdue_due_o), .time_o(overdue_time_o)
      );
    end
  endgenerate

  // Tasks that end.
  reg event_q;  // its id has been told, and it ends in this cycle
  reg [ID_BITS-1:0] event_id_q;
  wire last;
  wire [LIVE-1:0] last_data, event_data;
  wire [TASK_BITS-1:0] event_task;
  wire first = last | event_q;
  wire second = last & event_q;
  wire [LIVE-1:0] first_data = last ? last_data : event_data;
  wire [TASK_BITS-1:0] first_task = last ? job_task : event_task;
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
    .done_i(job_ends), .done_task_i(job_task), .last_o(last), .last_data_o(last_data),
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
  reg answer_q, registered_q, report_q, first_q, second_q;
  reg [QUERY-1:0] answer_data_q, registered_data_q;
  reg [PROCESSOR_BITS-1:0] report_processor_q;
  reg [2:0] report_kind_q;
  reg report_quarantine_q, report_answered_q;
  reg [TASK_BITS+JOB_BITS+ATTEMPT_BITS-1:0] report_lost_q;
  reg [QUEUE_BITS-1:0] first_queue_q, second_queue_q;
  reg [TASK_BITS-1:0] first_task_q, second_task_q;
  reg [POSITION_BITS-1:0] first_position_q, second_position_q;
  reg [NUMBER_BITS-1:0] first_oldest_q, second_oldest_q;

  always @(posedge clk) begin
    if (wants_id) requests_q[write_q] <= request;
    event_id_q <= register_at_once ? give_id : late_id;
    answer_data_q <= query_at_once ? met_data : leave_data;
    registered_data_q <= register_at_once ? {give_queue, give_task} : {late_data[QUEUE_BITS-1:0], late_task};
    report_processor_q <= job_processor;
    report_kind_q <= kind;
    report_quarantine_q <= overdue & (quarantine_i | ~loses);
    report_answered_q <= fails;
    report_lost_q <= is_lost ? {job_task, job_number, job_attempt} : {(TASK_BITS+JOB_BITS+ATTEMPT_BITS){1'b0}};
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
    report_q <= ~rst & (done_i | overdue);
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
  assign report_o = report_q;
  assign report_processor_o = report_processor_q;
  assign report_kind_o = report_kind_q;
  assign report_quarantine_o = report_quarantine_q;
  assign report_answered_o = report_answered_q;
  assign {report_task_o, report_number_o, report_attempt_o} = report_lost_q;
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
