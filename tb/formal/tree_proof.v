// SPDX-License-Identifier: Apache-2.0
// Comparison tree (gantry_max_tree) on keys made as gantry_entry makes them. Proved, for every input:
//   - somebody is best if and only if somebody takes part, and then exactly one;
//   - nobody beats the best in the documented order, written here on plain numbers and pair by pair: larger target
//     weight T; then larger W (TIE = 1: smaller H_raw); then lower class; then lower entry;
//   - the key, the payload and the number that come out are the winner's.
// How: combinational. The reference has no tree and no key: it compares every pair.
`default_nettype none

module tree_proof #(
  parameter ENTRIES = 16,
  parameter TIE = 0,
  parameter TARGET = 9,    // bits of T
  parameter SECOND = 8,    // bits of W-1, or of H_raw-1 with TIE = 1
  parameter CLASS_BITS = 2,
  parameter PAYLOAD = 2,
  // derived
  parameter KEY = TARGET + SECOND + CLASS_BITS,
  parameter LEVELS = ENTRIES <= 4 ? 1 : ENTRIES <= 16 ? 2 : ENTRIES <= 64 ? 3 : 4
) (
  input wire                          clk,  // for the trace of a counterexample
  input wire [ENTRIES-1:0]            there,
  input wire [TARGET*ENTRIES-1:0]     targets,
  input wire [SECOND*ENTRIES-1:0]     seconds,
  input wire [CLASS_BITS*ENTRIES-1:0] classes,
  input wire [PAYLOAD*ENTRIES-1:0]    payloads
);

  wire any;
  wire [ENTRIES-1:0] best;
  wire [KEY-1:0] best_key;
  wire [PAYLOAD+2*LEVELS-1:0] best_payload;
  wire [KEY*ENTRIES-1:0] keys;
  gantry_max_tree #(.ENTRIES(ENTRIES), .KEY(KEY), .PAYLOAD(PAYLOAD)) tree (
    .there_i(there), .key_i(keys), .payload_i(payloads),
    .any_o(any), .best_o(best), .key_o(best_key), .payload_o(best_payload)
  );

  genvar i, j;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      wire signed [TARGET-1:0] target = targets[TARGET*i+:TARGET];
      wire [SECOND-1:0] second = seconds[SECOND*i+:SECOND];
      wire [CLASS_BITS-1:0] cls = classes[CLASS_BITS*i+:CLASS_BITS];
      assign keys[KEY*i+:KEY] = {~target[TARGET-1], target[TARGET-2:0], TIE == 0 ? second : ~second, ~cls};

      wire [ENTRIES-1:0] beaten_by;
      for (j = 0; j < ENTRIES; j = j + 1) begin : rival
        wire signed [TARGET-1:0] its_target = targets[TARGET*j+:TARGET];
        wire [SECOND-1:0] its_second = seconds[SECOND*j+:SECOND];
        wire [CLASS_BITS-1:0] its_class = classes[CLASS_BITS*j+:CLASS_BITS];
        wire ahead = TIE == 0 ? its_second > second : its_second < second;
        wire beats = its_target > target ||
                     (its_target == target && (ahead ||
                      (its_second == second && (its_class < cls || (its_class == cls && j < i)))));
        assign beaten_by[j] = there[j] && beats;
      end
      wire unbeaten = there[i] && beaten_by == 0;

      always @* begin
        if (any) assert (best[i] == unbeaten);
        if (unbeaten) begin
          assert (best_key == keys[KEY*i+:KEY]);
          assert (best_payload[PAYLOAD-1:0] == payloads[PAYLOAD*i+:PAYLOAD]);
          assert (best_payload[PAYLOAD+:2*LEVELS] == i);
        end
      end
    end
  endgenerate

  always @* begin
    assert (any == (there != 0));
    if (any) assert (best != 0 && (best & (best - 1)) == 0);
  end

  // Not vacuous: the last entry wins against all; every kind of tie is decided.
  wire both = there[1:0] == 2'b11;
  always @* begin
    cover (there == {ENTRIES{1'b1}} && best[ENTRIES-1]);
    cover (both && entry[0].target == entry[1].target && entry[0].second != entry[1].second && best[1]);
    cover (both && entry[0].target == entry[1].target && entry[0].second == entry[1].second &&
           entry[0].cls > entry[1].cls && best[1]);
    cover (both && entry[0].target == entry[1].target && entry[0].second == entry[1].second &&
           entry[0].cls == entry[1].cls && best[0]);
  end

endmodule

`default_nettype wire
