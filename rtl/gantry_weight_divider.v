// SPDX-License-Identifier: Apache-2.0
// One expected weight, W = clamp((256*S + T/2) / T, 1, 256), from an entry's weight S and its class's sum T.
//
// Algorithm: restoring division, one bit of q = floor(512*S / T) per cycle, 9 bits; then W = max(1, (q + 1) / 2). This
// is the same rounding: for odd T no quotient ends in one half. S = T would give q = 512 and gives 511, the same W.
// Tie-break: halves round up.
// Latency: load_i, then 9 cycles; expected_o is valid from the 10th cycle after the load on, until the next load.
// Critical path: remainder register, subtraction of T, multiplexer.
`default_nettype none

module gantry_weight_divider #(
  parameter SUM = 13  // bits of T
) (
  input  wire           clk,
  input  wire           load_i,
  input  wire           step_i,
  input  wire [7:0]     weight_i,   // S-1, with load_i
  input  wire [SUM-1:0] sum_i,      // T, with step_i
  output wire [7:0]     expected_o  // W-1
);

  reg [SUM:0] remainder_q;  // at most 2*T
  reg [8:0]   quotient_q;

  wire [SUM+1:0] rest = {1'b0, remainder_q} - {2'b00, sum_i};
  wire           fits = ~rest[SUM+1];
  wire [SUM:0]   kept = fits ? rest[SUM:0] : remainder_q;
  wire [8:0]     weight = {1'b0, weight_i} + 9'd1;

  always @(posedge clk) begin
    if (load_i) begin
      remainder_q <= {{(SUM-9){1'b0}}, weight, 1'b0};
      quotient_q <= 9'd0;
    end else if (step_i) begin
      remainder_q <= {kept[SUM-1:0], 1'b0};
      quotient_q <= {quotient_q[7:0], fits};
    end
  end
  wire unused = kept[SUM];  // at most T is kept

  // max(1, (q + 1) / 2) - 1
  wire [8:0] lower = quotient_q - 9'd1;
  assign expected_o = quotient_q == 9'd0 ? 8'd0 : lower[8:1];
  wire unused_half = lower[0];

endmodule

`default_nettype wire
