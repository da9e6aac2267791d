// SPDX-License-Identifier: Apache-2.0
// Tasks with an id (gantry_live_tasks). Proved from the reset on, for every order of registrations, completions and ends of
// events, and further resets: they are the plain machine below, which knows each task by its number:
//   - a task ends with the completion of the last of its jobs, and its data come back then, or with the end of an event;
//   - no two tasks that live have the same id, and no id is ids_i or above;
//   - an id is free exactly if fewer than ids_i tasks live, those that end in the cycle not counted (free_o), or as of the
//     cycle before (free_next_o);
//   - what is read under the id of a task is the task's.
// Legal inputs are those of the monitor: a task that does not live takes an id if one is free; completions of jobs of tasks
// that have some left; an event that has its id ends. Others are made legal here rather than assumed away.
// How: an invariant over all reachable states of both machines.
`default_nettype none

module live_tasks_proof #(
  parameter IDS = 2,
  parameter TASK_BITS = 2,
  parameter JOB_BITS = 2,
  // derived
  parameter ID_BITS = $clog2(IDS),
  parameter TASKS = 1 << TASK_BITS
) (
  input wire                 clk,
  input wire                 any_rst,
  input wire [ID_BITS:0]     any_ids,
  input wire                 any_done,
  input wire [TASK_BITS-1:0] done_task,
  input wire                 any_event,
  input wire [TASK_BITS-1:0] event_task,
  input wire                 any_take,
  input wire [TASK_BITS-1:0] take_task,
  input wire [JOB_BITS-1:0]  take_jobs,
  input wire                 take_data,
  input wire [TASK_BITS-1:0] read_task
);

  reg first = 1;
  always @(posedge clk) first <= 0;
  wire rst = first || any_rst;

  reg [ID_BITS:0] ids_q = 1;
  wire [ID_BITS:0] ids = first ? (any_ids >= 1 && any_ids <= IDS ? any_ids : 1) : ids_q;
  always @(posedge clk) ids_q <= ids;

  // The plain machine.
  reg [TASKS-1:0] lives = 0, is_event = 0, data = 0;
  reg [JOB_BITS*TASKS-1:0] jobs = 0;
  reg [ID_BITS*TASKS-1:0] id = 0;
  wire [JOB_BITS-1:0] jobs_left = jobs[JOB_BITS*done_task+:JOB_BITS];
  wire done = any_done && lives[done_task] && !is_event[done_task];
  wire last = done && jobs_left == 1;
  wire event_ends = any_event && lives[event_task] && is_event[event_task];
  reg [TASKS-1:0] stays;
  reg [ID_BITS:0] used, used_before;
  integer t, u;
  always @* begin
    stays = lives;
    if (last) stays[done_task] = 0;
    if (event_ends) stays[event_task] = 0;
    used = 0;
    used_before = 0;
    for (t = 0; t < TASKS; t = t + 1) begin
      used = used + stays[t];
      used_before = used_before + lives[t];
    end
  end
  wire take = any_take && !stays[take_task] && used < ids;

  wire is_last, is_free, is_free_next, last_data, event_data, read_data, read_event;
  wire [TASK_BITS-1:0] event_told, read_told;
  wire [ID_BITS-1:0] taken;
  gantry_live_tasks #(.IDS(IDS), .TASK_BITS(TASK_BITS), .JOB_BITS(JOB_BITS), .DATA(1)) unit (
    .clk(clk), .rst(rst), .ids_i(ids),
    .done_i(done), .done_task_i(done_task), .last_o(is_last), .last_data_o(last_data),
    .event_i(event_ends), .event_id_i(id[ID_BITS*event_task+:ID_BITS]), .event_task_o(event_told), .event_data_o(event_data),
    .free_o(is_free), .take_i(take), .take_id_o(taken), .take_task_i(take_task), .take_jobs_i(take_jobs),
    .take_data_i(take_data),
    .read_id_i(id[ID_BITS*read_task+:ID_BITS]), .read_task_o(read_told), .read_event_o(read_event), .read_data_o(read_data),
    .free_next_o(is_free_next)
  );

  always @(posedge clk) begin
    lives <= rst ? 0 : stays;
    if (done) jobs[JOB_BITS*done_task+:JOB_BITS] <= jobs_left - 1;
    if (take && !rst) begin
      lives[take_task] <= 1;
      is_event[take_task] <= take_jobs == 0;
      jobs[JOB_BITS*take_task+:JOB_BITS] <= take_jobs;
      data[take_task] <= take_data;
      id[ID_BITS*take_task+:ID_BITS] <= taken;
    end
  end

  always @* if (!first) begin
    assert (is_last == last);
    if (last) assert (last_data == data[done_task]);
    if (event_ends) assert (event_told == event_task && event_data == data[event_task]);
    assert (is_free == (used < ids));
    assert (is_free_next == (used_before < ids));
    if (lives[read_task]) assert (read_told == read_task && read_data == data[read_task] && read_event == is_event[read_task]);
    for (t = 0; t < TASKS; t = t + 1) begin
      if (lives[t]) assert (id[ID_BITS*t+:ID_BITS] < ids);
      for (u = 0; u < t; u = u + 1)
        if (lives[t] && lives[u]) assert (id[ID_BITS*t+:ID_BITS] != id[ID_BITS*u+:ID_BITS]);
    end
  end

  // Not vacuous: all ids given out; two tasks end in a cycle in which an id is taken; a task takes the id that it leaves.
  always @* begin
    cover (!first && !rst && used == IDS && ids == IDS);
    cover (!first && !rst && last && event_ends && take);
    cover (!first && !rst && last && take && take_task == done_task && ids == 1);
  end

endmodule

`default_nettype wire
