// SPDX-License-Identifier: Apache-2.0
// The processor of a job: with first_free the lowest-numbered candidate, with least_loaded the one with the fewest
// slots taken.
//
// Algorithm: gantry_max_tree with the number of free slots as the key; first_free has no key.
// Tie-break: the lowest number.
// Latency: none, combinational.
// Critical path: ceil(log4(PROCESSORS)) nodes of the tree.
`default_nettype none

module gantry_processor_choice #(
  parameter PROCESSORS = 16,  // 1..256
  parameter DEPTH_BITS = 3,   // 1..8
  parameter CHOICE = 0        // 0 = first_free, 1 = least_loaded
) (
  input  wire [PROCESSORS-1:0]                              candidate_i,
  input  wire [PROCESSORS*DEPTH_BITS-1:0]                   load_i,      // places taken
  output wire [PROCESSORS-1:0]                              choose_o,    // one-hot, if there is a candidate
  output wire [$clog2(PROCESSORS > 2 ? PROCESSORS : 2)-1:0] processor_o  // its number
);

  localparam PROCESSOR_BITS = $clog2(PROCESSORS > 2 ? PROCESSORS : 2);
  localparam LEAVES = PROCESSORS < 4 ? 4 : PROCESSORS;  // the tree has four or more
  localparam LEVELS = LEAVES <= 4 ? 1 : LEAVES <= 16 ? 2 : LEAVES <= 64 ? 3 : 4;
  localparam KEY = DEPTH_BITS + 1;  // two bits or more; the first is always 0

  wire [LEAVES-1:0] there;
  wire [LEAVES-1:0] best;
  wire [LEAVES*KEY-1:0] keys /* verilator split_var */;
  genvar p;
  generate
    for (p = 0; p < LEAVES; p = p + 1) begin : leaf
      if (p < PROCESSORS) begin : used
        assign there[p] = candidate_i[p];
        assign choose_o[p] = best[p];
      end else begin : empty
        assign there[p] = 1'b0;
        wire unused_best = best[p];
      end
      if (p < PROCESSORS && CHOICE != 0) begin : least_loaded
        assign keys[KEY*p+:KEY] = {1'b0, ~load_i[DEPTH_BITS*p+:DEPTH_BITS]};
      end else begin : first_free
        assign keys[KEY*p+:KEY] = {KEY{1'b0}};
      end
    end
  endgenerate

  wire any;
  wire [KEY-1:0] key;
  wire [2*LEVELS:0] payload;
  gantry_max_tree #(.ENTRIES(LEAVES), .KEY(KEY), .PAYLOAD(1)) tree (
    .there_i(there), .key_i(keys), .payload_i({LEAVES{1'b0}}),
    .any_o(any), .best_o(best), .key_o(key), .payload_o(payload)
  );
  assign processor_o = payload[1+:PROCESSOR_BITS];
  wire unused = &{1'b0, any, key, payload, load_i};

endmodule

`default_nettype wire
