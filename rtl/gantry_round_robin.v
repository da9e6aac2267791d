// SPDX-License-Identifier: Apache-2.0
// Round-robin arbiter: grants the first request from the pointer on; the pointer then moves behind it.
//
// Algorithm: the lowest set bit from the pointer on, or else the lowest set bit of all.
// Latency: none, combinational; the pointer moves at the clock edge.
// Critical path: mask, lowest bit.
`default_nettype none

module gantry_round_robin #(
  parameter COUNT = 5  // 2..1024
) (
  input  wire             clk,
  input  wire             rst,
  input  wire [COUNT-1:0] want_i,
  output wire [COUNT-1:0] served_o  // one-hot, or zero
);

  localparam [COUNT-1:0] ONE = 1;

  reg [COUNT-1:0] from_q;  // ones from the pointer on
  wire [COUNT-1:0] later = want_i & from_q;
  wire [COUNT-1:0] of = later != {COUNT{1'b0}} ? later : want_i;
  assign served_o = of & (~of + ONE);

  always @(posedge clk) begin
    if (rst) from_q <= {COUNT{1'b1}};
    else if (want_i != {COUNT{1'b0}}) from_q <= ~(served_o | (served_o - ONE));
  end

endmodule

`default_nettype wire
