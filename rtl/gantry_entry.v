// SPDX-License-Identifier: Apache-2.0
// State of an entry: expected weight W, history weight H, class, and its target weight T.
//
// Algorithm: W and H are stored minus one (w = W-1 in 8 bits, g = H_raw-1 in 8+FRAC bits; H_raw is never 0), so that
// the largest value needs no bit of its own. T = (W*2^FRAC - H_raw) >> QUANT becomes w - (g >> FRAC) where QUANT =
// FRAC, without a borrow from the fraction. When a round happens (age_i),
//   lost: g' = g - (H_raw >> d)            where H_raw >> d = (g >> d) + (1 if the low d bits of g are all ones),
//   won:  g' = lost + ((256 >> d) << FRAC);
// both and their targets are ready before the round's winner is known (win_i), which only steers 2:1 multiplexers.
// A new W or H is followed by the target one cycle later (follow_i); nothing is subtracted then. A new entry's W is
// its S until the first reweigh. Registers are written only under an enable: age_i, load_i, expect_i, follow_i.
// Tie-break: none here; the key orders T, then W (or the smaller H), then the lower class.
// Latency: the key shows the round of the cycle before; a new W or H needs one cycle more.
// Critical path: g, shift by d, subtraction, target's subtraction, credit, multiplexer; win_i only the multiplexer.
`default_nettype none

module gantry_entry #(
  parameter CLASS_BITS = 2,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0  // 0 = larger W, 1 = smaller H
) (
  input  wire                  clk,
  input  wire                  age_i,     // a round happens, and this entry is in its class
  input  wire                  win_i,     // and it is the winner
  input  wire                  load_i,    // a new entry: W = H = S
  input  wire [CLASS_BITS-1:0] class_i,
  input  wire [7:0]            weight_i,  // S-1
  input  wire                  expect_i,  // a new expected weight
  input  wire [7:0]            expected_i,
  input  wire                  follow_i,  // load_i or expect_i of the cycle before: never with age_i
  output wire [CLASS_BITS-1:0] class_o,
  output wire [7:0]            expected_o,  // w
  output wire [7+FRAC:0]       history_o,   // g
  // target, W-1 (TIE = 1: H_raw-1, inverted), class, inverted
  output wire [8+FRAC-QUANT + (TIE == 0 ? 8 : 8+FRAC) + CLASS_BITS:0] key_o
);

  localparam HISTORY = 8 + FRAC;
  localparam TARGET = 9 + FRAC - QUANT;
  // Bits of the fraction that the target keeps, and of the weight that it loses.
  localparam KEPT = FRAC > QUANT ? FRAC - QUANT : 0;
  localparam LOST = QUANT > FRAC ? QUANT - FRAC : 0;
  localparam WIDE = 9 + KEPT;

  reg [CLASS_BITS-1:0] class_q;
  reg [7:0]            expected_q;
  reg [HISTORY-1:0]    history_q;
  reg [TARGET-1:0]     target_q;  // T + 2^(TARGET-1)

  // d is at least 5, 6, 7, 8.
  wire from5 = expected_q[7:3] == 5'd0;
  wire from6 = from5 & ~expected_q[2];
  wire from7 = from6 & ~expected_q[1];
  wire from8 = from7 & ~expected_q[0];
  wire [4:0] credit = {~from5, from5 & ~from6, from6 & ~from7, from7 & ~from8, from8};  // 256 >> d

  // H_raw >> d in two parts: g >> d, and the carry of the missing one when the low d bits of g are all ones.
  wire [HISTORY-1:0] shifted = ~from5 ? history_q >> 4 : ~from6 ? history_q >> 5 : ~from7 ? history_q >> 6 :
                               ~from8 ? history_q >> 7 : history_q >> 8;
  wire [HISTORY-1:0] decay = follow_i ? {HISTORY{1'b0}} : shifted;
  wire               carry = ~follow_i & (&(history_q[7:0] | {~from8, ~from7, ~from6, ~from5, 4'd0}));

  wire [HISTORY-1:0] lost = history_q + ~decay + {{(HISTORY-1){1'b0}}, ~carry};
  wire [HISTORY-1:0] won;
  assign won[HISTORY-1:FRAC] = lost[HISTORY-1:FRAC] + {3'd0, credit};
  generate
    if (FRAC > 0) begin : fraction
      assign won[FRAC-1:0] = lost[FRAC-1:0];
    end
  endgenerate

  // (W*2^FRAC - H_raw) without the bits of the fraction that QUANT drops.
  wire [WIDE-1:0] weight;
  generate
    if (KEPT > 0) begin : kept
      assign weight = {1'b0, expected_q, {KEPT{1'b1}}};
    end else begin : whole
      assign weight = {1'b0, expected_q};
    end
  endgenerate
  wire [WIDE-1:0] target_lost = weight - {1'b0, lost[HISTORY-1:FRAC-KEPT]};
  wire [8:0]      target_won_whole = target_lost[WIDE-1:KEPT] - {4'd0, credit};
  wire [WIDE-1:0] target_won;
  generate
    if (KEPT > 0) begin : kept_won
      assign target_won = {target_won_whole, target_lost[KEPT-1:0]};
    end else begin : whole_won
      assign target_won = target_won_whole;
    end
  endgenerate
  // The sign is inverted, so that the target compares as an unsigned number.
  wire [WIDE-1:0] target = (win_i ? target_won : target_lost) ^ {1'b1, {(WIDE-1){1'b0}}};
  generate
    if (LOST > 0) begin : lost_bits
      wire unused = &{1'b0, target[LOST-1:0]};
    end
  endgenerate

  always @(posedge clk) begin
    if (load_i) begin
      class_q <= class_i;
    end
    if (load_i | expect_i) begin
      expected_q <= load_i ? weight_i : expected_i;
    end
    if (load_i | age_i) begin
      history_q <= load_i ? {weight_i, {FRAC{1'b1}}} : win_i ? won : lost;
    end
    if (follow_i | age_i) begin
      target_q <= target[WIDE-1:LOST];
    end
  end

  assign class_o = class_q;
  assign expected_o = expected_q;
  assign history_o = history_q;
  generate
    if (TIE == 0) begin : by_weight
      assign key_o = {target_q, expected_q, ~class_q};
    end else begin : by_history
      assign key_o = {target_q, ~history_q, ~class_q};
    end
  endgenerate

endmodule

`default_nettype wire
