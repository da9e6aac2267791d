// SPDX-License-Identifier: Apache-2.0
// Class sums (gantry_class_sums). Proved for every content of its registers and every legal add, drop and last pick:
//   - what happens in a cycle changes sums_o of every class two cycles later by just what the entries that count in it
//     gain and lose with it; also where an entry leaves and is added in the same cycle, and where it is dropped in the
//     cycle of its last pick;
//   - after a reset all sums are 0, and nothing that was before it changes them.
// As no entry counts after a reset, sums_o is the sum of S over the entries that counted a cycle before, always. An
// entry counts when it was added and has since then neither been dropped nor left with its last pick.
// Legal is what docs/rtl.md says, as far as sums can see it: an add is for an entry that does not count, or ceases to
// in this very cycle; the winner is an entry that counts.
// How: what happens in the second cycle from an unknown state stands in registers of the unit until the fourth.
`default_nettype none

module class_sums_proof #(
  parameter ENTRIES = 4,
  parameter CLASSES = 2,
  // derived
  parameter CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3,
  parameter ENTRY_BITS = $clog2(ENTRIES),
  parameter SUM = 9 + ENTRY_BITS
) (
  input wire                  clk,
  input wire                  rst,
  input wire                  any_add,
  input wire [ENTRY_BITS-1:0] any_add_entry,
  input wire [CLASS_BITS-1:0] any_class,
  input wire [7:0]            any_weight,
  input wire                  drop,
  input wire [ENTRY_BITS-1:0] drop_entry,
  input wire                  any_leave,
  input wire [ENTRY_BITS-1:0] winner
);

  reg [ENTRIES-1:0] counted;
  reg [CLASS_BITS*ENTRIES-1:0] classes;
  reg [8*ENTRIES-1:0] weights;
  wire [ENTRIES-1:0] dropped, left, added;
  wire [CLASS_BITS-1:0] add_class = any_class < CLASSES ? any_class : 0;
  wire leave = left != 0;
  genvar i, c;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      assign dropped[i] = drop && drop_entry == i;
      assign left[i] = any_leave && winner == i && counted[i];
      assign added[i] = any_add && any_add_entry == i && (!counted[i] || dropped[i] || left[i]);
      always @(posedge clk) begin
        counted[i] <= !rst && (added[i] || (counted[i] && !dropped[i] && !left[i]));
        if (added[i]) begin
          classes[CLASS_BITS*i+:CLASS_BITS] <= add_class;
          weights[8*i+:8] <= any_weight;
        end
      end
      always @* assume (classes[CLASS_BITS*i+:CLASS_BITS] < CLASSES);
    end
  endgenerate

  // At most one entry each is added, leaves with its last pick, and is dropped without that.
  wire [ENTRIES-1:0] taken = dropped & counted & ~left;
  reg [CLASS_BITS-1:0] leave_class, taken_class;
  reg [8:0] leave_weight, taken_weight;
  integer n;
  always @* begin
    leave_class = 0;
    leave_weight = 0;
    taken_class = 0;
    taken_weight = 0;
    for (n = 0; n < ENTRIES; n = n + 1) begin
      if (left[n]) leave_class = classes[CLASS_BITS*n+:CLASS_BITS];
      if (left[n]) leave_weight = {1'b0, weights[8*n+:8]} + 1;
      if (taken[n]) taken_class = classes[CLASS_BITS*n+:CLASS_BITS];
      if (taken[n]) taken_weight = {1'b0, weights[8*n+:8]} + 1;
    end
  end

  // What every class gains and loses in a cycle, and the cycle before.
  reg [9*CLASSES-1:0] gain, was_gain, taken_of, was_taken_of, left_of, was_left_of;
  reg [ENTRY_BITS-1:0] was_winner;
  reg [SUM*CLASSES-1:0] was_sums;
  reg was_reset;
  reg [1:0] cycle = 0;
  always @(posedge clk) begin
    was_winner <= winner;
    was_gain <= rst ? 0 : gain;
    was_taken_of <= rst ? 0 : taken_of;
    was_left_of <= rst ? 0 : left_of;
    was_sums <= sums;
    was_reset <= rst;
    if (cycle != 3) cycle <= cycle + 1;
  end
  generate
    for (c = 0; c < CLASSES; c = c + 1) begin : change
      always @(posedge clk) begin
        gain[9*c+:9] <= !rst && added != 0 && add_class == c ? {1'b0, any_weight} + 9'd1 : 9'd0;
        taken_of[9*c+:9] <= !rst && taken != 0 && taken_class == c ? taken_weight : 9'd0;
        left_of[9*c+:9] <= !rst && leave && leave_class == c ? leave_weight : 9'd0;
      end
    end
  endgenerate

  wire [SUM*CLASSES-1:0] sums;
  gantry_class_sums #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) unit (
    .clk(clk), .rst(rst),
    .add_i(added != 0), .add_entry_i(any_add_entry), .add_class_i(add_class), .add_weight_i({1'b0, any_weight} + 9'd1),
    .drop_i(drop), .drop_entry_i(drop_entry), .leave_i(leave), .leave_class_i(leave_class), .was_winner_i(was_winner),
    .counted_i(counted), .class_i(classes), .weight_i(weights), .sums_o(sums)
  );

  generate
    for (c = 0; c < CLASSES; c = c + 1) begin : check
      wire [SUM-1:0] before = was_reset ? 0 : was_sums[SUM*c+:SUM];
      wire [SUM-1:0] after = before + was_gain[9*c+:9] - was_taken_of[9*c+:9] - was_left_of[9*c+:9];
      always @* if (cycle == 3) assert (sums[SUM*c+:SUM] == after);
    end
  endgenerate

  // Not vacuous: an entry leaves by its last pick, or dropped, or both, and is added again in the same cycle; three
  // entries change one class in one cycle.
  reg was_all = 0, was_both = 0;
  always @(posedge clk) begin
    was_all <= cycle == 1 && !rst && leave && taken != 0 && (added & ~taken & ~left) != 0;
    was_both <= cycle == 1 && !rst && (left & dropped & added) != 0;
  end
  always @* begin
    cover (cycle == 2 && was_all && !rst && gain[8:0] != 0 && taken_of[8:0] != 0 && left_of[8:0] != 0);
    cover (cycle == 2 && was_both && !rst);
    cover (cycle == 3 && was_reset && sums == 0);
    cover (cycle == 3 && sums[SUM-1:0] == 256 * ENTRIES);
  end

endmodule

`default_nettype wire
