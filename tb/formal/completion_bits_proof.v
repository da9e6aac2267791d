// SPDX-License-Identifier: Apache-2.0
// Completion bits (gantry_completion_bits). Proved from the reset on, for every order in which tasks get their ids and are
// done, and further resets: they are the plain machine below, which remembers every task there is:
//   - the window begins, after each of the two tasks that may be done in a cycle, as many tasks further on as are done from
//     its begin on, and at most retire_i further in the cycle; it never leaves a task behind that is not done;
//   - a look says whether a task is done, or has its id, with what happens in its cycle;
//   - more_o is high exactly if the window begins with a task that is done.
// Legal inputs are those of the monitor: a task within the window of the cycle's begin gets its id once, and is done once,
// later; looks are at tasks that are not beyond the window. Others are made legal here rather than assumed away.
// How: an invariant over all reachable states of both machines. Numbers end before they wrap, which no time does.
`default_nettype none

module completion_bits_proof #(
  parameter WINDOW = 4,
  parameter RETIRE = 2,
  parameter NUMBER_BITS = 4,
  // derived
  parameter TASKS = 1 << NUMBER_BITS
) (
  input wire                   clk,
  input wire                   any_rst,
  input wire [6:0]             any_retire,
  input wire                   any_first,
  input wire [NUMBER_BITS-1:0] first_number,
  input wire                   any_second,
  input wire [NUMBER_BITS-1:0] second_number,
  input wire                   any_give,
  input wire [NUMBER_BITS-1:0] give_number,
  input wire                   look_registered,
  input wire [NUMBER_BITS-1:0] look_number
);

  reg first_cycle = 1;
  always @(posedge clk) first_cycle <= 0;
  wire rst = first_cycle || any_rst;

  reg [6:0] retire_q = 1;
  wire [6:0] retire = first_cycle ? (any_retire >= 1 && any_retire <= RETIRE ? any_retire : 1) : retire_q;
  always @(posedge clk) retire_q <= retire;

  // The plain machine.
  reg [TASKS-1:0] done = 0, registered = 0;
  reg [NUMBER_BITS-1:0] begins = 0;

  // Legal events. The last numbers are never given out: the window does not wrap.
  wire [NUMBER_BITS:0] window_end = {1'b0, begins} + WINDOW;
  wire first = any_first && registered[first_number] && !done[first_number];
  wire second = any_second && registered[second_number] && !done[second_number] && !(first && second_number == first_number);
  wire give = any_give && !registered[give_number] && give_number >= begins && give_number < window_end &&
              give_number < TASKS - WINDOW - RETIRE;

  wire [TASKS-1:0] done_first = done | (first ? 1 << first_number : 0);
  wire [TASKS-1:0] done_both = done_first | (second ? 1 << second_number : 0);
  wire [TASKS-1:0] registered_now = registered | (give ? 1 << give_number : 0);
  reg [NUMBER_BITS-1:0] begins_first, begins_both;
  integer i;
  always @* begin
    begins_first = begins;
    begins_both = begins;
    for (i = 0; i < RETIRE; i = i + 1) begin
      if (i < retire && done_first[begins_first] && begins_first == begins + i) begins_first = begins_first + 1;
      if (i < retire && done_both[begins_both] && begins_both == begins + i) begins_both = begins_both + 1;
    end
  end
  always @(posedge clk) begin
    done <= rst ? 0 : done_both;
    registered <= rst ? 0 : registered_now;
    begins <= rst ? 0 : begins_both;
  end

  wire [NUMBER_BITS-1:0] first_oldest, second_oldest;
  wire met, more;
  gantry_completion_bits #(.WINDOW(WINDOW), .RETIRE(RETIRE), .LOOKS(1), .NUMBER_BITS(NUMBER_BITS)) unit (
    .clk(clk), .rst(rst), .retire_i(retire),
    .first_i(first), .first_number_i(first_number), .second_i(second), .second_number_i(second_number),
    .first_oldest_o(first_oldest), .second_oldest_o(second_oldest),
    .give_i(give), .give_number_i(give_number),
    .look_registered_i(look_registered), .look_number_i(look_number), .look_met_o(met), .more_o(more)
  );

  // What is before the window is done; of what is in it every bit counts.
  wire wanted = look_registered ? registered_now[look_number] : done_both[look_number];
  always @* if (!first_cycle) begin
    assert (first_oldest == begins_first);
    assert (second_oldest == begins_both);
    assert (begins == 0 || done[begins-1]);
    assert (more == done[begins]);
    if (look_number < window_end) assert (met == wanted);
  end

  // Not vacuous: two tasks of a cycle and a step that is left over; a look at what is done, and has its id, in its cycle;
  // the window at the highest numbers.
  always @* begin
    cover (!first_cycle && first && second && begins_first == begins && begins_both == begins + retire && more == 0);
    cover (!first_cycle && more && !first && !second);
    cover (!first_cycle && met && !look_registered && !done[look_number]);
    cover (!first_cycle && met && look_registered && !registered[look_number]);
    cover (!first_cycle && begins == TASKS - WINDOW - RETIRE);
  end

endmodule

`default_nettype wire
