// SPDX-License-Identifier: Apache-2.0
// Two bits, "registered" and "done", for each task of a window. All tasks before it are done.
//
// Algorithm: a task's bits are at its number modulo WINDOW. If the first tasks of the window are done, it moves on over
// up to retire_i of them, whose places are cleared. Order within a cycle: up to two tasks are done, the window moves on,
// one is registered, then tasks are looked at.
// Latency: none; looks see the tasks of their cycle.
// Critical path: number of a task that is done, comparison with the first ones of the window, their count, look.
`default_nettype none

module gantry_completion_bits #(
  parameter WINDOW = 64,      // 2..4096, a power of two: tasks that are remembered
  parameter RETIRE = 4,       // 1..64, at most WINDOW
  parameter LOOKS = 4,        // 1..64
  parameter NUMBER_BITS = 64  // 14..64: number of a task; it does not wrap
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [6:0]                   retire_i,  // 1..RETIRE: tasks over which the window moves on in a cycle; constant
  // tasks that are done, the first before the second
  input  wire                         first_i,
  input  wire [NUMBER_BITS-1:0]       first_number_i,
  input  wire                         second_i,
  input  wire [NUMBER_BITS-1:0]       second_number_i,
  output wire [NUMBER_BITS-1:0]       first_oldest_o,   // where the window begins after the first
  output wire [NUMBER_BITS-1:0]       second_oldest_o,  // after both
  // one that has its id
  input  wire                         give_i,
  input  wire [NUMBER_BITS-1:0]       give_number_i,
  // does it hold?
  input  wire [LOOKS-1:0]             look_registered_i,  // 0: that it is done; 1: that it has its id
  input  wire [LOOKS*NUMBER_BITS-1:0] look_number_i,
  output wire [LOOKS-1:0]             look_met_o,
  // from registers alone: the window has to move on
  output wire                         more_o
);

  localparam PLACE_BITS = $clog2(WINDOW);
  localparam FAR_BITS = NUMBER_BITS - PLACE_BITS;
  localparam COUNT_BITS = $clog2(RETIRE + 1);
  localparam [WINDOW-1:0] ONE = 1;
  localparam [RETIRE:0] FIRST_ONE = 1;

  reg [WINDOW-1:0]      done_q, registered_q;
  reg [NUMBER_BITS-1:0] oldest_q;

  wire [PLACE_BITS-1:0] begins = oldest_q[PLACE_BITS-1:0];
  wire [PLACE_BITS-1:0] first_place = first_number_i[PLACE_BITS-1:0];
  wire [PLACE_BITS-1:0] second_place = second_number_i[PLACE_BITS-1:0];
  wire [PLACE_BITS-1:0] give_place = give_number_i[PLACE_BITS-1:0];
  wire [WINDOW-1:0] first_bit = first_i ? ONE << first_place : {WINDOW{1'b0}};
  wire [WINDOW-1:0] second_bit = second_i ? ONE << second_place : {WINDOW{1'b0}};
  wire [WINDOW-1:0] give_bit = give_i ? ONE << give_place : {WINDOW{1'b0}};
  wire [WINDOW-1:0] done = done_q | first_bit | second_bit;
  wire [WINDOW-1:0] registered = registered_q | give_bit;

  // The first tasks of the window, and how many of them it moves on over.
  wire [RETIRE-1:0] first_done, second_done;
  wire [RETIRE:0] first_stays = ~{1'b0, first_done};
  wire [RETIRE:0] second_stays = ~{1'b0, second_done};
  wire [RETIRE:0] first_end = first_stays & (~first_stays + FIRST_ONE);
  wire [RETIRE:0] second_end = second_stays & (~second_stays + FIRST_ONE);
  wire [COUNT_BITS-1:0] first_count, second_count;
  wire [RETIRE-1:0] goes;
  wire [2*WINDOW-1:0] turned = {{(2*WINDOW-RETIRE){1'b0}}, goes} << begins;
  wire [WINDOW-1:0] retired = turned[2*WINDOW-1:WINDOW] | turned[WINDOW-1:0];

  genvar r, b, l;
  generate
    for (r = 0; r < RETIRE; r = r + 1) begin : at_front
      localparam [31:0] NUMBER = r;
      localparam [NUMBER_BITS-1:0] AHEAD = r;
      wire [PLACE_BITS-1:0] place = begins + NUMBER[PLACE_BITS-1:0];
      wire [NUMBER_BITS-1:0] task_number = oldest_q + AHEAD;
      wire may = NUMBER[6:0] < retire_i;
      wire one = done_q[place] | (first_i & first_number_i == task_number);
      assign first_done[r] = may & one;
      assign second_done[r] = may & (one | (second_i & second_number_i == task_number));
      assign goes[r] = NUMBER[COUNT_BITS-1:0] < second_count;
    end
    for (b = 0; b < COUNT_BITS; b = b + 1) begin : count_bit
      wire [RETIRE:0] first_has, second_has;
      for (r = 0; r <= RETIRE; r = r + 1) begin : at
        localparam [31:0] NUMBER = r;
        assign first_has[r] = first_end[r] & NUMBER[b];
        assign second_has[r] = second_end[r] & NUMBER[b];
      end
      assign first_count[b] = first_has != {(RETIRE+1){1'b0}};
      assign second_count[b] = second_has != {(RETIRE+1){1'b0}};
    end
    for (l = 0; l < LOOKS; l = l + 1) begin : look
      wire [NUMBER_BITS-1:0] number = look_number_i[NUMBER_BITS*l+:NUMBER_BITS];
      wire [NUMBER_BITS-1:0] far = number - second_oldest_o;
      wire [PLACE_BITS-1:0] place = number[PLACE_BITS-1:0];
      wire held = look_registered_i[l] ? registered[place] : done[place];
      assign look_met_o[l] = number < second_oldest_o | (far[NUMBER_BITS-1:PLACE_BITS] == {FAR_BITS{1'b0}} & held);
      wire unused = &{1'b0, far[PLACE_BITS-1:0]};
    end
  endgenerate

  assign first_oldest_o = oldest_q + {{(NUMBER_BITS-COUNT_BITS){1'b0}}, first_count};
  assign second_oldest_o = oldest_q + {{(NUMBER_BITS-COUNT_BITS){1'b0}}, second_count};
  assign more_o = done_q[begins];
  wire unused = &{1'b0, give_number_i[NUMBER_BITS-1:PLACE_BITS]};

  always @(posedge clk) begin
    if (rst) begin
      done_q <= {WINDOW{1'b0}};
      registered_q <= {WINDOW{1'b0}};
      oldest_q <= {NUMBER_BITS{1'b0}};
    end else begin
      done_q <= done & ~retired;
      registered_q <= registered & ~retired;
      oldest_q <= second_oldest_o;
    end
  end

endmodule

`default_nettype wire
