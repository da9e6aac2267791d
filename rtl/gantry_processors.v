// SPDX-License-Identifier: Apache-2.0
// All processors: the types with a free one in this cycle, and the processor of the previous cycle's pick.
//
// Algorithm: a pick takes one processor of its type in its own cycle, by number only (gantry_type_ready). The next
// cycle chooses among those of the type that were free in the pick's cycle (gantry_processor_choice) and writes
// gantry_processor_table. So the loop from pick to pick has no choice, and the choice no picker.
// Tie-break: of equal processors the one with the lowest number.
// Latency: win_type_i in a cycle gives processor_o in the next; an event counts in ready_o from the next cycle on.
// Critical path: type of the pick, tree of the choice, table; or an event's number, decoder, count of the free.
`default_nettype none

module gantry_processors #(
  parameter PROCESSORS = 16,  // 1..256
  parameter TYPES = 4,        // 1..8
  parameter DEPTH_BITS = 3,   // 1..8
  parameter CHOICE = 0,       // 0 = first_free, 1 = least_loaded
  parameter PORTS = 1         // 1..4
) (
  input  wire                                                     clk,
  input  wire                                                     rst,
  input  wire [PROCESSORS*$clog2(TYPES > 2 ? TYPES : 2)-1:0]      type_i,
  input  wire [PROCESSORS*DEPTH_BITS-1:0]                         depth_i,
  // events
  input  wire                                                     complete_i,
  input  wire [$clog2(PROCESSORS > 2 ? PROCESSORS : 2)-1:0]       complete_processor_i,
  input  wire [PORTS-1:0]                                         unlock_i,
  input  wire [PORTS*$clog2(PROCESSORS > 2 ? PROCESSORS : 2)-1:0] unlock_processor_i,
  // picks
  output wire [TYPES-1:0]                                         ready_o,      // the type has a free processor
  input  wire [TYPES-1:0]                                         win_type_i,   // of this cycle's pick, or zero
  output wire [$clog2(PROCESSORS > 2 ? PROCESSORS : 2)-1:0]       processor_o,  // processor of the previous cycle's pick
  // the state of the cycle before
  output wire [PROCESSORS-1:0]                                    free_o,  // had a free slot
  output wire [PROCESSORS*DEPTH_BITS-1:0]                         places_o  // places that were taken
);

  localparam TYPE_BITS = $clog2(TYPES > 2 ? TYPES : 2);

  reg [TYPES-1:0] taken_q;  // type of the pick of the cycle before
  always @(posedge clk) begin
    taken_q <= rst ? {TYPES{1'b0}} : win_type_i;
  end

  wire [PROCESSORS-1:0]       next;     // free in the next cycle, if no pick takes it
  wire [TYPES*PROCESSORS-1:0] next_of;  // of each type
  wire [PROCESSORS-1:0]       candidate;
  wire [PROCESSORS-1:0]       best;
  genvar p, t;
  generate
    for (p = 0; p < PROCESSORS; p = p + 1) begin : processor
      wire [TYPES-1:0] is;
      for (t = 0; t < TYPES; t = t + 1) begin : of
        localparam [TYPE_BITS-1:0] NUMBER = t;
        assign is[t] = type_i[TYPE_BITS*p+:TYPE_BITS] == NUMBER;
        assign next_of[PROCESSORS*t+p] = next[p] & is[t];
      end
      assign candidate[p] = free_o[p] & ((is & taken_q) != {TYPES{1'b0}});
    end
    for (t = 0; t < TYPES; t = t + 1) begin : type_
      gantry_type_ready #(.PROCESSORS(PROCESSORS)) ready (
        .clk(clk), .rst(rst), .free_i(next_of[PROCESSORS*t+:PROCESSORS]),
        .taken_i(taken_q[t]), .win_i(win_type_i[t]), .ready_o(ready_o[t])
      );
    end
  endgenerate

  gantry_processor_choice #(.PROCESSORS(PROCESSORS), .DEPTH_BITS(DEPTH_BITS), .CHOICE(CHOICE)) choice (
    .candidate_i(candidate), .load_i(places_o), .choose_o(best), .processor_o(processor_o)
  );

  wire taken = taken_q != {TYPES{1'b0}};
  gantry_processor_table #(.PROCESSORS(PROCESSORS), .DEPTH_BITS(DEPTH_BITS), .PORTS(PORTS)) table_ (
    .clk(clk), .rst(rst), .depth_i(depth_i),
    .complete_i(complete_i), .complete_processor_i(complete_processor_i),
    .unlock_i(unlock_i), .unlock_processor_i(unlock_processor_i),
    .choose_i(best & {PROCESSORS{taken}}), .open_o(free_o), .load_o(places_o), .next_o(next)
  );

endmodule

`default_nettype wire
