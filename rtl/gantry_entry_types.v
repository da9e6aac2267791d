// SPDX-License-Identifier: Apache-2.0
// The processor type of every entry: which entries are eligible, and the winner's type.
//
// Algorithm: a register per entry, its type, which an add writes; its decoder steers a multiplexer of the types' ready
// bits, and an AND-OR of the winner.
// Tie-break: none.
// Latency: none, combinational, but for the registers of the types.
// Critical path: win_i, OR of ENTRIES.
`default_nettype none

module gantry_entry_types #(
  parameter ENTRIES = 16,
  parameter TYPES = 4
) (
  input  wire                                     clk,
  input  wire [ENTRIES-1:0]                       add_i,  // one-hot, or zero
  input  wire [$clog2(TYPES > 2 ? TYPES : 2)-1:0] add_type_i,
  input  wire [ENTRIES-1:0]                       any_i,    // has a job to pick
  input  wire [TYPES-1:0]                         ready_i,  // the type has a free processor
  output wire [ENTRIES-1:0]                       eligible_o,
  input  wire [ENTRIES-1:0]                       win_i,      // one-hot, or zero
  output wire [TYPES-1:0]                         win_type_o  // one-hot, or zero
);

  localparam TYPE_BITS = $clog2(TYPES > 2 ? TYPES : 2);

  wire [TYPES*ENTRIES-1:0] winner;  // of each type: the winner if it is of that type

  genvar i, t;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      reg [TYPE_BITS-1:0] type_q;
      wire [TYPES-1:0] is;
      always @(posedge clk) begin
        if (add_i[i]) type_q <= add_type_i;
      end
      for (t = 0; t < TYPES; t = t + 1) begin : of
        localparam [TYPE_BITS-1:0] NUMBER = t;
        assign is[t] = type_q == NUMBER;
        assign winner[ENTRIES*t+i] = is[t] & win_i[i];
      end
      assign eligible_o[i] = any_i[i] & ((is & ready_i) != {TYPES{1'b0}});
    end
    for (t = 0; t < TYPES; t = t + 1) begin : type_
      assign win_type_o[t] = winner[ENTRIES*t+:ENTRIES] != {ENTRIES{1'b0}};
    end
  endgenerate

endmodule

`default_nettype wire
