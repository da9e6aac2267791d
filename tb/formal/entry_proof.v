// SPDX-License-Identifier: Apache-2.0
// One entry (gantry_entry). Proved, for every content of its registers and every input:
//   - H_raw is 1 to 256*2^FRAC;
//   - it ages by H_raw >> d when a round happens, is credited (256 >> d)*2^FRAC when it wins, becomes S*2^FRAC with a
//     load, and does not change otherwise; nothing of this leaves its range on the way;
//   - W becomes S with a load, what is written with a new expected weight, and does not change otherwise;
//   - the target weight T in the key is (W*2^FRAC - H_raw) >> QUANT of the present W and H_raw, but in the cycle after
//     a load or a new W, in which the picker makes no round with this entry (picker_proof.v);
//   - the rest of the key is W-1 (TIE = 1: what H_raw-1 leaves to its largest value), then the class likewise.
// How: an induction step of two cycles: from any state in which T is as said, the next one. An entry begins with a
// load.
`default_nettype none

module entry_proof #(
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0,
  parameter CLASS_BITS = 2,
  // derived
  parameter HISTORY = 8 + FRAC,
  parameter TARGET = 9 + FRAC - QUANT,
  parameter SECOND = TIE == 0 ? 8 : HISTORY,
  parameter WIDE = 11 + FRAC  // room for every sum below, with a sign
) (
  input wire                  clk,
  input wire                  any_round,  // and the entry is in its class
  input wire                  best,
  input wire                  load,
  input wire [CLASS_BITS-1:0] load_class,
  input wire [7:0]            load_weight,
  input wire                  expect_,
  input wire [7:0]            new_expected
);

  // A load or a new W came in the cycle before.
  reg follow;
  always @(posedge clk) follow <= load | expect_;
  wire round = any_round & ~follow;
  wire win = round & best;
  wire [CLASS_BITS-1:0] cls;
  wire [7:0] expected;
  wire [HISTORY-1:0] history;
  wire [TARGET+SECOND+CLASS_BITS-1:0] key;
  gantry_entry #(.CLASS_BITS(CLASS_BITS), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE)) entry (
    .clk(clk), .age_i(round), .win_i(win), .load_i(load), .class_i(load_class), .weight_i(load_weight),
    .expect_i(expect_), .expected_i(new_expected), .follow_i(follow),
    .class_o(cls), .expected_o(expected), .history_o(history), .key_o(key)
  );

  // The contract's numbers.
  wire signed [WIDE-1:0] weight = {1'b0, expected} + 1;   // W
  wire signed [WIDE-1:0] served = {1'b0, history} + 1;    // H_raw
  wire [3:0] shift = weight >= 9 ? 4 : weight >= 5 ? 5 : weight >= 3 ? 6 : weight == 2 ? 7 : 8;  // d
  wire signed [WIDE-1:0] credit = (256 >> shift) << FRAC;
  wire signed [WIDE-1:0] aged = served - (round ? served >>> shift : 0) + (win ? credit : 0);

  reg second_cycle = 0;
  reg signed [WIDE-1:0] was_weight, was_aged;
  reg [CLASS_BITS-1:0] was_class;
  reg was_load, was_expect, was_win, was_round;
  reg [7:0] was_load_weight, was_new_expected;
  reg [CLASS_BITS-1:0] was_load_class;
  always @(posedge clk) begin
    second_cycle <= 1;
    was_weight <= weight;
    was_aged <= aged;
    was_class <= cls;
    was_load <= load;
    was_load_weight <= load_weight;
    was_load_class <= load_class;
    was_expect <= expect_;
    was_new_expected <= new_expected;
    was_win <= win;
    was_round <= round;
  end

  wire signed [WIDE-1:0] target = ((weight <<< FRAC) - served) >>> QUANT;
  wire [TARGET-1:0] key_target = key[SECOND+CLASS_BITS+:TARGET];
  wire in_step = follow || $signed({~key_target[TARGET-1], key_target[TARGET-2:0]}) == target;
  always @* begin
    if (!second_cycle) assume (in_step);
    assert (served >= 1 && served <= 256 << FRAC);
    assert (aged >= 1 && aged <= 256 << FRAC);
    assert (key[CLASS_BITS+:SECOND] == (TIE == 0 ? expected : ~history));
    assert (key[CLASS_BITS-1:0] == ~cls);
    if (second_cycle) begin
      if (was_load) begin
        assert (served == (({1'b0, was_load_weight} + 1) << FRAC));
        assert (cls == was_load_class);
      end else begin
        assert (served == was_aged);
        assert (cls == was_class);
      end
      assert (weight == (was_load ? {1'b0, was_load_weight} + 1 :
                         was_expect ? {1'b0, was_new_expected} + 1 : was_weight));
      assert (in_step);
    end
  end

  // Not vacuous: both bounds are met and kept, a target can be negative after a win, and W = 1 and 256 occur.
  always @* begin
    cover (second_cycle && was_win && !was_load && served == 256 << FRAC && was_weight == 256);
    cover (second_cycle && was_round && !was_load && served == 1 && was_weight == 1);
    cover (second_cycle && was_win && !was_load && target < 0);
    cover (second_cycle && was_load && was_expect);
  end

endmodule

`default_nettype wire
