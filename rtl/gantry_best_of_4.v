// SPDX-License-Identifier: Apache-2.0
// One node of the comparison tree: the largest of up to four keys.
//
// Algorithm: all six comparisons run in parallel; each input wins when it wins its three. An absent input loses to a
// present one. any_o does not wait for the comparisons.
// Tie-break: of equal keys the one with the lower number wins.
// Latency: none, combinational.
// Critical path: one KEY-bit comparison, a three-input AND, and (for key and payload) a 4:1 AND-OR multiplexer.
`default_nettype none

module gantry_best_of_4 #(
  parameter KEY = 8,
  parameter PAYLOAD = 8
) (
  input  wire [3:0]         there_i,
  input  wire [KEY-1:0]     key0_i,
  input  wire [KEY-1:0]     key1_i,
  input  wire [KEY-1:0]     key2_i,
  input  wire [KEY-1:0]     key3_i,
  input  wire [PAYLOAD-1:0] payload0_i,
  input  wire [PAYLOAD-1:0] payload1_i,
  input  wire [PAYLOAD-1:0] payload2_i,
  input  wire [PAYLOAD-1:0] payload3_i,
  output wire               any_o,
  output wire [3:0]         best_o,  // one-hot: the winner; number 0 when no input is present
  output wire [KEY-1:0]     key_o,     // of the winner
  output wire [PAYLOAD+1:0] payload_o  // of the winner, its number in front
);

  wire win01 = ~there_i[1] | (there_i[0] & (key0_i >= key1_i));
  wire win02 = ~there_i[2] | (there_i[0] & (key0_i >= key2_i));
  wire win03 = ~there_i[3] | (there_i[0] & (key0_i >= key3_i));
  wire win12 = ~there_i[2] | (there_i[1] & (key1_i >= key2_i));
  wire win13 = ~there_i[3] | (there_i[1] & (key1_i >= key3_i));
  wire win23 = ~there_i[3] | (there_i[2] & (key2_i >= key3_i));

  wire best0 = win01 & win02 & win03;
  wire best1 = ~win01 & win12 & win13;
  wire best2 = ~win02 & ~win12 & win23;
  wire best3 = ~win03 & ~win13 & ~win23;

  assign any_o = there_i != 4'd0;
  assign best_o = {best3, best2, best1, best0};
  assign key_o = ({KEY{best0}} & key0_i) | ({KEY{best1}} & key1_i) |
                 ({KEY{best2}} & key2_i) | ({KEY{best3}} & key3_i);
  assign payload_o = {best3 | best2, best3 | best1,
                      ({PAYLOAD{best0}} & payload0_i) | ({PAYLOAD{best1}} & payload1_i) |
                      ({PAYLOAD{best2}} & payload2_i) | ({PAYLOAD{best3}} & payload3_i)};

endmodule

`default_nettype wire
