// SPDX-License-Identifier: Apache-2.0
// The largest of ENTRIES keys, and its number.
//
// Algorithm: a level of gantry_best_of_4, four keys to a node, then the same over the nodes' winners, until one node is
// left; the way back from it gives the one-hot answer.
// Tie-break: of equal keys the one with the lowest number wins.
// Latency: none, combinational.
// Critical path: ceil(log4(ENTRIES)) nodes; the last one's key is on no path to best_o.
`default_nettype none

module gantry_max_tree #(
  parameter ENTRIES = 16,
  parameter KEY = 20,
  parameter PAYLOAD = 8
) (
  input  wire [ENTRIES-1:0]         there_i,  // entries that take part
  input  wire [ENTRIES*KEY-1:0]     key_i /* verilator split_var */,
  input  wire [ENTRIES*PAYLOAD-1:0] payload_i /* verilator split_var */,
  output wire                       any_o,    // somebody takes part
  output wire [ENTRIES-1:0]         best_o,   // one-hot when any_o, else without meaning
  output wire [KEY-1:0]             key_o,
  // of the winner, its number in front: two bits for every level
  output wire [($clog2(ENTRIES)+1)/2*2+PAYLOAD-1:0] payload_o
);

  localparam NODES = (ENTRIES + 3) / 4;
  localparam WIDER = PAYLOAD + 2;

  // The nodes' winners, and which node's winner is the best of all.
  wire [NODES-1:0]       there;
  wire [NODES*KEY-1:0]   key /* verilator split_var */;
  wire [NODES*WIDER-1:0] payload /* verilator split_var */;
  wire [NODES-1:0]       best;

  genvar n, k;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : node
      wire [3:0]           child_there;
      wire [4*KEY-1:0]     child_key /* verilator split_var */;
      wire [4*PAYLOAD-1:0] child_payload /* verilator split_var */;
      wire [3:0]           child_best;
      for (k = 0; k < 4; k = k + 1) begin : child
        if (4 * n + k < ENTRIES) begin : used
          assign child_there[k] = there_i[4*n+k];
          assign child_key[k*KEY+:KEY] = key_i[(4*n+k)*KEY+:KEY];
          assign child_payload[k*PAYLOAD+:PAYLOAD] = payload_i[(4*n+k)*PAYLOAD+:PAYLOAD];
          assign best_o[4*n+k] = best[n] & child_best[k];
        end else begin : absent
          assign child_there[k] = 1'b0;
          assign child_key[k*KEY+:KEY] = {KEY{1'b0}};
          assign child_payload[k*PAYLOAD+:PAYLOAD] = {PAYLOAD{1'b0}};
          wire unused = child_best[k];
        end
      end
      gantry_best_of_4 #(.KEY(KEY), .PAYLOAD(PAYLOAD)) best_of_4 (
        .there_i(child_there),
        .key0_i(child_key[0+:KEY]), .key1_i(child_key[KEY+:KEY]),
        .key2_i(child_key[2*KEY+:KEY]), .key3_i(child_key[3*KEY+:KEY]),
        .payload0_i(child_payload[0+:PAYLOAD]), .payload1_i(child_payload[PAYLOAD+:PAYLOAD]),
        .payload2_i(child_payload[2*PAYLOAD+:PAYLOAD]), .payload3_i(child_payload[3*PAYLOAD+:PAYLOAD]),
        .any_o(there[n]), .best_o(child_best), .key_o(key[n*KEY+:KEY]), .payload_o(payload[n*WIDER+:WIDER])
      );
    end

    if (NODES == 1) begin : root
      assign best = 1'b1;
      assign any_o = there;
      assign key_o = key;
      assign payload_o = payload;
    end else begin : above
      gantry_max_tree #(.ENTRIES(NODES), .KEY(KEY), .PAYLOAD(WIDER)) tree (
        .there_i(there), .key_i(key), .payload_i(payload),
        .any_o(any_o), .best_o(best), .key_o(key_o), .payload_o(payload_o)
      );
    end
  endgenerate

endmodule

`default_nettype wire
