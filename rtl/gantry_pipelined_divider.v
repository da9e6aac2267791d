// SPDX-License-Identifier: Apache-2.0
// Expected weights W = clamp((256*S + T/2) / T, 1, 256) of a sequence of entries, from their weights S and their
// class's sum T. A division enters in every cycle.
//
// Algorithm: that of gantry_weight_divider, each of its 9 steps a stage of its own: restoring division, one bit of
// q = floor(512*S / T) a stage, then W = max(1, (q + 1) / 2). S = T would give q = 512 and gives 511, the same W.
// Tie-break: halves round up.
// Latency: an entry's W is valid in the 10th cycle after its S; T must be constant in the 9 cycles in between.
// Critical path: a stage's remainder, subtraction of T, multiplexer.
`default_nettype none

module gantry_pipelined_divider #(
  parameter SUM = 13  // bits of T
) (
  input  wire           clk,
  input  wire           step_i,     // a division enters, those under way go on by a stage
  input  wire [7:0]     weight_i,   // S-1
  input  wire [SUM-1:0] sum_i,      // T
  output wire [7:0]     expected_o  // W-1
);

  localparam STAGES = 9;
  localparam REST = SUM + 1;  // bits of a remainder, which is at most 2*T

  // Inputs of stage s: the remainder, and the known bits of q. At the first stage none is known.
  reg  [REST*STAGES-1:0]       remainder_q;
  reg  [STAGES*STAGES-1:0]     quotient_q;  // behind it; the s+1 lower bits of stage s are used, the others stay 0
  wire [STAGES*(STAGES+1)-1:0] quotient = {quotient_q, {STAGES{1'b0}}};
  wire [REST*(STAGES+1)-1:0]   next_remainder;
  wire [STAGES*STAGES-1:0]     next_quotient;
  wire [8:0]                   weight = {1'b0, weight_i} + 9'd1;
  assign next_remainder[REST-1:0] = {{(SUM-9){1'b0}}, weight, 1'b0};

  genvar s;
  generate
    for (s = 0; s < STAGES; s = s + 1) begin : stage
      wire [REST-1:0] remainder = remainder_q[REST*s+:REST];
      wire [REST:0]   rest = {1'b0, remainder} - {2'b00, sum_i};
      wire            fits = ~rest[REST];
      wire [REST-1:0] kept = fits ? rest[REST-1:0] : remainder;
      wire            unused = &{1'b0, kept[REST-1], quotient[STAGES*s+STAGES-1]};  // at most T is kept
      assign next_remainder[REST*(s+1)+:REST] = {kept[REST-2:0], 1'b0};
      assign next_quotient[STAGES*s+:STAGES] = {quotient[STAGES*s+:STAGES-1], fits};
    end
  endgenerate
  wire unused = &{1'b0, next_remainder[REST*STAGES+:REST]};  // the last remainder of q = floor(512*S / T) is unused

  always @(posedge clk) begin
    if (step_i) begin
      remainder_q <= next_remainder[REST*STAGES-1:0];
      quotient_q <= next_quotient;
    end
  end

  // max(1, (q + 1) / 2) - 1
  wire [8:0] last = quotient[STAGES*STAGES+:STAGES];
  wire [8:0] lower = last - 9'd1;
  assign expected_o = last == 9'd0 ? 8'd0 : lower[8:1];
  wire unused_half = lower[0];

endmodule

`default_nettype wire
