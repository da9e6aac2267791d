// SPDX-License-Identifier: Apache-2.0
// The selection core: target weights, comparison tree, grant and history update; one exact pick in every cycle.
//
// Algorithm: every entry keeps its key (target weight first) in registers; gantry_max_tree finds the largest key among
// the candidates, and gantry_entry has prepared each entry's next state for winning and for losing.
// Tie-break: of equal targets the larger W wins (TIE = 1: the smaller H), then the lower class, then the lower entry.
// Latency: candidates and pick_i of a cycle give the grant in the next; a pick may follow in the next cycle.
// Critical path: key registers, comparison tree, grant, one 2:1 multiplexer, key registers.
`default_nettype none

module gantry_select_core #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0  // 0 = larger W, 1 = smaller H
) (
  input  wire                                                 clk,
  input  wire                                                 rst,
  // a round
  input  wire                                                 pick_i,
  input  wire [ENTRIES-1:0]                                   candidate_i,       // may win
  input  wire [ENTRIES-1:0]                                   member_i,          // is in its class: ages
  input  wire [ENTRIES-1:0]                                   last_i,            // leaves its class when it wins
  // in this cycle: pick_i meets a candidate
  output wire                                                 round_o,
  output wire                                                 any_o,             // in this cycle: there is a candidate
  output wire [ENTRIES-1:0]                                   win_o,             // in this cycle: the winner, one-hot
  output wire                                                 leave_o,           // in this cycle: the winner leaves
  output wire [$clog2(CLASSES > 2 ? CLASSES : 2)-1:0]         best_class_o,      // in this cycle: the winner's class
  // the grant, one cycle later
  output reg                                                  grant_o,
  output reg  [$clog2(ENTRIES)-1:0]                           grant_entry_o,
  output wire [8+FRAC-QUANT:0]                                grant_target_o,    // T, signed
  output wire [8:0]                                           grant_expected_o,  // W
  output wire [8+FRAC:0]                                      grant_history_o,   // H_raw before the update
  // entries: a new one, and new expected weights; neither ages, nor is a candidate, in the cycle after
  input  wire [ENTRIES-1:0]                                   load_i,
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)-1:0]         load_class_i,
  input  wire [7:0]                                           load_weight_i,     // S-1
  input  wire [ENTRIES-1:0]                                   expect_i,
  input  wire [8*ENTRIES-1:0]                                 expected_i,        // W-1
  // state of the entries
  output wire [$clog2(CLASSES > 2 ? CLASSES : 2)*ENTRIES-1:0] class_o,
  output wire [8*ENTRIES-1:0]                                 expected_o,        // W-1
  output wire [(8+FRAC)*ENTRIES-1:0]                          history_o          // H_raw-1
);

  localparam CLASS_BITS = $clog2(CLASSES > 2 ? CLASSES : 2);
  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam HISTORY = 8 + FRAC;
  localparam TARGET = 9 + FRAC - QUANT;
  localparam KEY = TARGET + (TIE == 0 ? 8 : HISTORY) + CLASS_BITS;
  localparam NUMBER = ($clog2(ENTRIES) + 1) / 2 * 2;  // bits of the winner's number from the tree
  // Bits of the winner's H and W that are not in the key, and whether it leaves.
  localparam REST = TIE == 0 ? (QUANT > FRAC ? HISTORY : QUANT == 0 ? 1 : QUANT) : 8;
  localparam PAYLOAD = REST + 1;

  // Here as well: Verilator reads what is inside first, whose widths make no sense then.
  generate
    if (ENTRIES < 4 || ENTRIES > 256) begin : check_entries
      ENTRIES_is_not_within_4_to_256 illegal ();
    end
  endgenerate

  wire any;
  wire round = pick_i & any;
  wire [ENTRIES-1:0] best;
  wire [ENTRIES-1:0] age = {ENTRIES{round}} & member_i;
  reg [ENTRIES-1:0] follow_q;  // targets that are a cycle behind
  always @(posedge clk) follow_q <= load_i | expect_i;
  wire [ENTRIES*KEY-1:0] keys /* verilator split_var */;
  wire [ENTRIES*PAYLOAD-1:0] payloads /* verilator split_var */;

  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      wire [KEY-1:0]     key;
      wire [7:0]         expected;
      wire [HISTORY-1:0] history;
      gantry_entry #(.CLASS_BITS(CLASS_BITS), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE)) entry (
        .clk(clk), .age_i(age[i]), .win_i(round & best[i]),
        .load_i(load_i[i]), .class_i(load_class_i), .weight_i(load_weight_i),
        .expect_i(expect_i[i]), .expected_i(expected_i[8*i+:8]), .follow_i(follow_q[i]),
        .class_o(class_o[CLASS_BITS*i+:CLASS_BITS]), .expected_o(expected), .history_o(history), .key_o(key)
      );
      assign keys[KEY*i+:KEY] = key;
      if (TIE != 0) begin : whole_weight
        assign payloads[PAYLOAD*i+:PAYLOAD] = {last_i[i], expected};
      end else if (QUANT > FRAC) begin : whole_history
        assign payloads[PAYLOAD*i+:PAYLOAD] = {last_i[i], history};
      end else begin : fraction
        assign payloads[PAYLOAD*i+:PAYLOAD] = {last_i[i], history[REST-1:0]};
      end
      assign expected_o[8*i+:8] = expected;
      assign history_o[HISTORY*i+:HISTORY] = history;
      assign win_o[i] = round & best[i];
    end
  endgenerate

  wire [KEY-1:0] best_key;
  wire [NUMBER+PAYLOAD-1:0] best_payload;
  gantry_max_tree #(.ENTRIES(ENTRIES), .KEY(KEY), .PAYLOAD(PAYLOAD)) tree (
    .there_i(candidate_i), .key_i(keys), .payload_i(payloads),
    .any_o(any), .best_o(best), .key_o(best_key), .payload_o(best_payload)
  );
  assign round_o = round;
  assign any_o = any;
  assign leave_o = round & best_payload[REST];
  assign best_class_o = ~best_key[CLASS_BITS-1:0];

  // The grant. Its values mean something with grant_o only.
  reg [KEY-1:0] key_q;
  reg [REST-1:0] rest_q;
  always @(posedge clk) begin
    grant_o <= round & ~rst;
    if (round) begin
      grant_entry_o <= best_payload[PAYLOAD+:ENTRY_BITS];
      key_q <= best_key;
      rest_q <= best_payload[REST-1:0];
    end
  end
  wire unused = &{1'b0, best_payload};

  gantry_grant #(.CLASS_BITS(CLASS_BITS), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE)) grant (
    .key_i(key_q), .rest_i(rest_q),
    .target_o(grant_target_o), .expected_o(grant_expected_o), .history_o(grant_history_o)
  );

endmodule

`default_nettype wire
