// SPDX-License-Identifier: Apache-2.0
// Queries of predecessors (gantry_query_table). Proved from the reset on, for every order of queries, ends and ids of tasks,
// and further resets, of any one query, which is followed from its push to its answer:
//   - it is found to be met at most once, in a cycle in which all that it names holds, with the data that came with it;
//   - it is never forgotten: while all that it names holds and it is not yet found to be met, more_o asks for the next cycle;
//   - the answer that leaves has the data of the query whose place it names.
// Legal inputs are those of the monitor: at most QUERIES at once, each with one to MOST tasks; a task gets its id once and
// is done once, later; up to two are done and one gets its id in a cycle; answers of queries that are met leave in any
// order, in that cycle or later. Others are made legal here rather than assumed away. What holds is told to the looks as
// completion bits tell it (completion_bits_proof).
// How: an invariant over all reachable states.
`default_nettype none

module query_table_proof #(
  parameter QUERIES = 3,
  parameter MOST = 2,
  parameter LOOKS = 1,
  parameter NUMBER_BITS = 2,
  // derived
  parameter PLACE_BITS = $clog2(QUERIES),
  parameter TASKS = 1 << NUMBER_BITS
) (
  input wire                        clk,
  input wire                        any_rst,
  input wire [6:0]                  any_looks,
  input wire                        any_push,
  input wire                        is_followed,
  input wire                        push_data,
  input wire [MOST-1:0]             any_waits,
  input wire [MOST-1:0]             registered_waits,
  input wire [MOST*NUMBER_BITS-1:0] numbers,
  input wire                        any_first,
  input wire [NUMBER_BITS-1:0]      first_number,
  input wire                        any_second,
  input wire [NUMBER_BITS-1:0]      second_number,
  input wire                        any_give,
  input wire [NUMBER_BITS-1:0]      give_number,
  input wire                        any_leave,
  input wire [PLACE_BITS-1:0]       leave_place
);

  reg first_cycle = 1;
  always @(posedge clk) first_cycle <= 0;
  wire rst = first_cycle || any_rst;

  reg [6:0] looks_q = 1;
  wire [6:0] looks = first_cycle ? (any_looks >= 1 && any_looks <= LOOKS ? any_looks : 1) : looks_q;
  always @(posedge clk) looks_q <= looks;

  // Tasks. One may be used again when no query is there: time goes on, and there are no more numbers than these.
  reg [TASKS-1:0] done = 0, registered = 0;
  reg [PLACE_BITS:0] count = 0;  // queries whose answers have not left
  reg [QUERIES-1:0] met_places = 0;
  wire first = any_first && registered[first_number] && !done[first_number];
  wire second = any_second && registered[second_number] && !done[second_number] && !(first && first_number == second_number);
  wire give = any_give && !registered[give_number];
  wire [TASKS-1:0] done_now = done | (first ? 1 << first_number : 0) | (second ? 1 << second_number : 0);
  wire [TASKS-1:0] registered_now = registered | (give ? 1 << give_number : 0);

  // The query names a first row of tasks, at least one.
  wire push = any_push && count < QUERIES && !rst;
  wire [MOST-1:0] waits = (any_waits & (any_waits + 1)) == 0 && any_waits != 0 ? any_waits : 1;

  wire met, more;
  wire [PLACE_BITS-1:0] met_place;
  wire met_data, leave_data;
  wire [LOOKS-1:0] look_registered, look_met;
  wire [LOOKS*NUMBER_BITS-1:0] look_number;
  wire [QUERIES-1:0] met_now = met_places | (met ? 1 << met_place : 0);
  wire leave = any_leave && leave_place < QUERIES && met_now[leave_place];
  genvar l;
  generate
    for (l = 0; l < LOOKS; l = l + 1) begin : look
      wire [NUMBER_BITS-1:0] number = look_number[NUMBER_BITS*l+:NUMBER_BITS];
      assign look_met[l] = look_registered[l] ? registered_now[number] : done_now[number];
    end
  endgenerate
  gantry_query_table #(
    .QUERIES(QUERIES), .MOST(MOST), .LOOKS(LOOKS), .DATA(1), .NUMBER_BITS(NUMBER_BITS)
  ) unit (
    .clk(clk), .rst(rst), .looks_i(looks),
    .push_i(push), .push_data_i(push_data), .push_waits_i(waits), .push_registered_i(registered_waits),
    .push_numbers_i(numbers),
    .first_i(first), .first_number_i(first_number), .second_i(second), .second_number_i(second_number),
    .give_i(give), .give_number_i(give_number),
    .look_registered_o(look_registered), .look_number_o(look_number), .look_met_i(look_met),
    .met_o(met), .met_place_o(met_place), .met_data_o(met_data),
    .leave_i(leave), .leave_place_i(leave_place), .leave_data_o(leave_data), .more_o(more)
  );
  always @(posedge clk) begin
    count <= rst ? 0 : count + push - leave;
    met_places <= rst ? 0 : met_now & ~(leave ? 1 << leave_place : 0);
    done <= rst ? 0 : done_now;
    registered <= rst ? 0 : registered_now;
  end

  // The one that is followed has data 1 as its mark: no other one has, while it is there.
  reg follows = 0;   // it is there
  reg is_met = 0;    // and was found to be met
  reg [PLACE_BITS-1:0] place = 0;  // where, then
  reg [MOST-1:0] its_waits = 0, its_registered = 0;
  reg [MOST*NUMBER_BITS-1:0] its_numbers = 0;
  wire leaves_at_once = leave && met && leave_place == met_place;  // its data are met_data_o
  wire leaves = leave && (leaves_at_once ? met_data : leave_data);
  wire begins = push && is_followed && !follows;
  wire data = begins;
  reg all_hold, all_held;
  integer n;
  always @* begin
    all_hold = 1;  // with what happens in this cycle
    all_held = 1;
    for (n = 0; n < MOST; n = n + 1)
      if (begins ? waits[n] : its_waits[n]) begin
        if (!(begins ? (registered_waits[n] ? registered_now[numbers[NUMBER_BITS*n+:NUMBER_BITS]]
                                            : done_now[numbers[NUMBER_BITS*n+:NUMBER_BITS]])
                     : (its_registered[n] ? registered_now[its_numbers[NUMBER_BITS*n+:NUMBER_BITS]]
                                          : done_now[its_numbers[NUMBER_BITS*n+:NUMBER_BITS]])))
          all_hold = 0;
        if (!(its_registered[n] ? registered[its_numbers[NUMBER_BITS*n+:NUMBER_BITS]]
                                : done[its_numbers[NUMBER_BITS*n+:NUMBER_BITS]]))
          all_held = 0;
      end
  end
  always @(posedge clk) begin
    if (begins) begin
      its_waits <= waits;
      its_registered <= registered_waits;
      its_numbers <= numbers;
    end
    if (met && met_data) place <= met_place;
    is_met <= !rst && (is_met || (met && met_data)) && !leaves;
    follows <= !rst && (follows || begins) && !leaves;
  end
  always @* assume (push_data == data);

  always @* if (!first_cycle && !rst) begin
    if (met && met_data) assert ((follows || begins) && !is_met && all_hold);
    if (follows && !is_met && all_held) assert (more);
    if (leave && is_met && !leaves_at_once) assert (leave_data == (leave_place == place));
  end

  // Not vacuous: it waits and is answered; it is answered in the cycle in which it comes; another one stands before it.
  reg has_waited = 0;
  always @(posedge clk) has_waited <= !rst && follows && (has_waited || (!all_hold && !more));
  always @* begin
    cover (!first_cycle && !rst && met && met_data && has_waited);
    cover (!first_cycle && !rst && met && met_data && begins);
    cover (!first_cycle && !rst && met && !met_data && follows && all_hold);
    cover (!first_cycle && !rst && count == QUERIES && follows && !is_met);
  end

endmodule

`default_nettype wire
