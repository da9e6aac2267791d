// SPDX-License-Identifier: Apache-2.0
// Selection core (gantry_select_core). Proved, for every content that its registers can have:
//   - a round happens if and only if a pick meets a candidate, and has exactly one winner;
//   - the winner is a candidate that no other candidate beats in the documented order: larger target weight
//     T = (W*2^FRAC - H_raw) >> QUANT; then larger W (TIE = 1: smaller H_raw); then lower class; then lower entry;
//   - H_raw ages and is credited as documented, is never 0 and never above 256*2^FRAC, and does not change without a
//     round;
//   - the grant one cycle later is the round's winner, with its T, W and H_raw from before the round.
// How: nothing is said about the first state, and four cycles show everything: the first writes any W beside any H, the
// second the target weights of these, which is every state that the core can compete in; so the order is checked in the
// third, the grant and that targets stay in step in the fourth. As in the picker (picker_proof.v), an entry neither
// competes nor ages in the cycle after its H was loaded or its W written. Wires marked "tap" are joined to the core's.
`default_nettype none

module core_proof #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0,
  // derived
  parameter CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3,
  parameter ENTRY_BITS = $clog2(ENTRIES),
  parameter HISTORY = 8 + FRAC,
  parameter TARGET = 9 + FRAC - QUANT,
  parameter WIDE = 11 + FRAC  // room for every sum below, with a sign
) (
  input wire                          clk,
  input wire                          rst,
  input wire                          pick,
  input wire [ENTRIES-1:0]            may_win,
  input wire [ENTRIES-1:0]            any_member,
  input wire [ENTRIES-1:0]            last,
  input wire [ENTRIES-1:0]            any_load,
  input wire [CLASS_BITS-1:0]         load_class,
  input wire [7:0]                    load_weight,
  input wire [ENTRIES-1:0]            any_expect,
  input wire [8*ENTRIES-1:0]          new_expected
);

  wire round, any, leave, grant;
  wire [ENTRIES-1:0] win;
  wire [CLASS_BITS-1:0] win_class;
  wire [ENTRY_BITS-1:0] grant_entry;
  wire [TARGET-1:0] grant_target;
  wire [8:0] grant_expected;
  wire [HISTORY:0] grant_history;
  wire [CLASS_BITS*ENTRIES-1:0] classes;
  wire [8*ENTRIES-1:0] expected;
  wire [HISTORY*ENTRIES-1:0] history;

  // tap unsettled = core.follow_q
  wire [ENTRIES-1:0] unsettled;
  localparam KEY = TARGET + (TIE == 0 ? 8 : HISTORY) + CLASS_BITS;
  // tap keys = core.keys
  wire [KEY*ENTRIES-1:0] keys;

  // Cycles since the unknown first state: 0, 1, 2, 3, 3, ...
  reg [1:0] age = 0;
  wire [ENTRIES-1:0] load = age == 0 ? {ENTRIES{1'b0}} : any_load;
  wire [ENTRIES-1:0] expect_ = age == 0 ? {ENTRIES{1'b1}} : any_expect;
  reg [ENTRIES-1:0] was_written;
  always @(posedge clk) begin
    age <= age == 3 ? 2'd3 : age + 2'd1;
    was_written <= load | expect_;
  end
  always @* if (age >= 1) assert (unsettled == was_written);
  wire [ENTRIES-1:0] member = any_member & ~unsettled;
  wire [ENTRIES-1:0] candidate = may_win & member;

  gantry_select_core #(.ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE)) core (
    .clk(clk), .rst(rst),
    .pick_i(pick), .candidate_i(candidate), .member_i(member), .last_i(last),
    .round_o(round), .any_o(any), .win_o(win), .leave_o(leave), .best_class_o(win_class),
    .grant_o(grant), .grant_entry_o(grant_entry), .grant_target_o(grant_target),
    .grant_expected_o(grant_expected), .grant_history_o(grant_history),
    .load_i(load), .load_class_i(load_class), .load_weight_i(load_weight),
    .expect_i(expect_), .expected_i(new_expected),
    .class_o(classes), .expected_o(expected), .history_o(history)
  );

  genvar i, j;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      // What the contract speaks of, in plain numbers.
      wire signed [WIDE-1:0] weight = {1'b0, expected[8*i+:8]} + 9'd1;                   // W
      wire signed [WIDE-1:0] served = {1'b0, history[HISTORY*i+:HISTORY]} + {{HISTORY{1'b0}}, 1'b1};  // H_raw
      wire signed [WIDE-1:0] target = ((weight <<< FRAC) - served) >>> QUANT;            // T
      wire [CLASS_BITS-1:0] cls = classes[CLASS_BITS*i+:CLASS_BITS];
      wire [3:0] shift = weight >= 9 ? 4 : weight >= 5 ? 5 : weight >= 3 ? 6 : weight == 2 ? 7 : 8;  // d
      wire signed [WIDE-1:0] credit = (256 >> shift) <<< FRAC;
      wire signed [WIDE-1:0] next = served - (round & member[i] ? served >>> shift : 0) + (win[i] ? credit : 0);

      wire [TARGET-1:0] key_target = keys[KEY*(i+1)-1-:TARGET];
      wire in_step = unsettled[i] || $signed({~key_target[TARGET-1], key_target[TARGET-2:0]}) == target;

      wire [ENTRIES-1:0] beaten_by;
      for (j = 0; j < ENTRIES; j = j + 1) begin : other
        if (j == i) begin : itself
          assign beaten_by[j] = 1'b0;
        end else begin : rival
          wire same_target = entry[j].target == target;
          wire ahead = TIE == 0 ? entry[j].weight > weight : entry[j].served < served;
          wire equal = TIE == 0 ? entry[j].weight == weight : entry[j].served == served;
          wire first = entry[j].cls < cls | (entry[j].cls == cls & j < i);
          assign beaten_by[j] = candidate[j] & (entry[j].target > target | (same_target & (ahead | (equal & first))));
        end
      end
      wire best = candidate[i] & ~|beaten_by;

      reg signed [WIDE-1:0] was_weight, was_served, was_target, was_next;
      reg was_load, was_expect;
      reg [7:0] was_load_weight, was_new_expected;
      reg was_win;
      always @(posedge clk) begin
        was_weight <= weight;
        was_served <= served;
        was_target <= target;
        was_next <= next;
        was_load <= load[i];
        was_load_weight <= load_weight;
        was_expect <= expect_[i];
        was_new_expected <= new_expected[8*i+:8];
        was_win <= win[i];
      end

      always @* begin
        assert (served >= 1 && served <= 256 << FRAC);
        if (age >= 2) begin
          assert (win[i] == (pick & best));
          if (win[i]) begin
            assert (win_class == cls);
            assert (leave == last[i]);
          end
          assert (in_step);
          assert (weight == (was_load ? {1'b0, was_load_weight} + 9'd1 :
                             was_expect ? {1'b0, was_new_expected} + 9'd1 : was_weight));
          assert (served == (was_load ? ({1'b0, was_load_weight} + 9'd1) << FRAC : was_next));
        end
        if (age == 3 && was_win) begin
          assert (grant || was_reset);
          assert (grant_entry == i);
          assert ($signed(grant_target) == was_target);
          assert (grant_expected == was_weight);
          assert (grant_history == was_served);
        end
      end
    end
  endgenerate

  reg was_reset, was_round;
  always @(posedge clk) begin
    was_reset <= rst;
    was_round <= round;
  end
  always @* begin
    assert (any == (candidate != 0));
    assert (round == (pick && candidate != 0));
    if (!round) assert (!leave);
    if (age == 3) assert (grant == (was_round & ~was_reset));
  end

  // Not vacuous: ties of every kind are decided, the history meets both its bounds, the largest entry wins.
  wire rivals = candidate == 3 && pick && age == 3;
  wire same_target = entry[0].target == entry[1].target;
  always @* begin
    // The larger W has the larger H then.
    cover (rivals && same_target && entry[0].weight < entry[1].weight && win == (TIE == 0 ? 2 : 1));
    // Without a fraction dropped, the smaller H has the smaller W.
    cover (rivals && same_target && entry[0].served < entry[1].served && win == (TIE == 0 && QUANT == 0 ? 2 : 1));
    cover (rivals && same_target && entry[0].weight == entry[1].weight && entry[0].served == entry[1].served &&
           entry[0].cls > entry[1].cls && win == 2);
    cover (rivals && same_target && entry[0].weight == entry[1].weight && entry[0].served == entry[1].served &&
           entry[0].cls == entry[1].cls && win == 1);
    cover (age == 3 && grant && candidate == {ENTRIES{1'b1}} && win[ENTRIES-1]);
    cover (age == 3 && entry[0].served == 256 << FRAC && entry[0].was_win && !entry[0].was_load);
    cover (age == 3 && entry[0].served == 1 && was_round);
  end

endmodule

`default_nettype wire
