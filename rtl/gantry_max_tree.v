// SPDX-License-Identifier: Apache-2.0
// The largest of ENTRIES keys, and who has it.
//
// Algorithm: a tree of gantry_best_of_4, four keys to a node; the way back from the root gives the one-hot answer.
// Tie-break: of equal keys the one with the lowest number wins.
// Latency: none, combinational.
// Critical path: ceil(log4(ENTRIES)) nodes; the last one's key is on no path to best_o.
`default_nettype none

module gantry_max_tree #(
  parameter ENTRIES = 16,
  parameter KEY = 20,
  parameter PAYLOAD = 8,
  // derived: levels of nodes, two bits of the winner's number each
  parameter LEVELS = ENTRIES <= 4 ? 1 : ENTRIES <= 16 ? 2 : ENTRIES <= 64 ? 3 : 4
) (
  input  wire [ENTRIES-1:0]            there_i,  // who takes part
  input  wire [ENTRIES*KEY-1:0]        key_i /* verilator split_var */,
  input  wire [ENTRIES*PAYLOAD-1:0]    payload_i /* verilator split_var */,
  output wire                          any_o,    // somebody takes part
  output wire [ENTRIES-1:0]            best_o,   // one-hot when any_o, else without meaning
  output wire [KEY-1:0]                key_o,
  output wire [PAYLOAD+2*LEVELS-1:0]   payload_o  // of the winner, its number in front
);

  // Nodes of a level; level 0 are the entries themselves.
  function integer nodes;
    input integer level;
    integer i;
    begin
      nodes = ENTRIES;
      for (i = 0; i < level; i = i + 1) nodes = (nodes + 3) / 4;
    end
  endfunction

  genvar l, n, k;
  generate
    for (l = 0; l <= LEVELS; l = l + 1) begin : level
      for (n = 0; n < nodes(l); n = n + 1) begin : node
        wire                   there;
        wire [KEY-1:0]         key;
        wire [PAYLOAD+2*l-1:0] payload;
        wire                   best;  // this node leads to the winner
        if (l == 0) begin : leaf
          assign there = there_i[n];
          assign key = key_i[n*KEY+:KEY];
          assign payload = payload_i[n*PAYLOAD+:PAYLOAD];
          assign best_o[n] = best;
        end else begin : inner
          for (k = 0; k < 4; k = k + 1) begin : child
            wire                   child_there;
            wire [KEY-1:0]         child_key;
            wire [PAYLOAD+2*l-3:0] child_payload;
            wire                   child_best;
            if (4 * n + k < nodes(l - 1)) begin : used
              assign child_there = level[l-1].node[4*n+k].there;
              assign child_key = level[l-1].node[4*n+k].key;
              assign child_payload = level[l-1].node[4*n+k].payload;
              assign level[l-1].node[4*n+k].best = child_best;
            end else begin : empty
              assign child_there = 1'b0;
              assign child_key = {KEY{1'b0}};
              assign child_payload = {(PAYLOAD+2*l-2){1'b0}};
              wire unused = child_best;
            end
          end
          wire [3:0] best_of;
          gantry_best_of_4 #(.KEY(KEY), .PAYLOAD(PAYLOAD+2*l-2)) best_of_4 (
            .there_i({child[3].child_there, child[2].child_there, child[1].child_there, child[0].child_there}),
            .key0_i(child[0].child_key), .key1_i(child[1].child_key), .key2_i(child[2].child_key), .key3_i(child[3].child_key),
            .payload0_i(child[0].child_payload), .payload1_i(child[1].child_payload),
            .payload2_i(child[2].child_payload), .payload3_i(child[3].child_payload),
            .any_o(there), .best_o(best_of), .key_o(key), .payload_o(payload)
          );
          assign child[0].child_best = best & best_of[0];
          assign child[1].child_best = best & best_of[1];
          assign child[2].child_best = best & best_of[2];
          assign child[3].child_best = best & best_of[3];
        end
      end
    end
  endgenerate

  assign level[LEVELS].node[0].best = 1'b1;
  assign any_o = level[LEVELS].node[0].there;
  assign key_o = level[LEVELS].node[0].key;
  assign payload_o = level[LEVELS].node[0].payload;

endmodule

`default_nettype wire
