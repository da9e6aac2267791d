// SPDX-License-Identifier: Apache-2.0
// Reweigh units (gantry_reweigh_shared, gantry_reweigh_parallel). Proved for every set of members, classes and weights
// S up to MAX_WEIGHT: what is written to an entry is W = clamp((256*S + T/2) / T, 1, 256), T the sum of S over the
// members of its class, and nothing else is written before the class's time is over.
// How: a reset and one start with one class. reweigh_proof.v proves that a class takes the documented number of cycles
// and begins in the state after the reset (the sum at 0), so these cycles show everything.
`default_nettype none

module reweigh_weight_proof #(
  parameter ENTRIES = 4,
  parameter CLASSES = 2,
  parameter DIVIDER = 1,
  parameter MAX_WEIGHT = 16,
  // derived
  parameter CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3,
  parameter WIDE = 20
) (
  input wire                          clk,
  input wire [CLASS_BITS-1:0]         any_class,
  input wire [ENTRIES-1:0]            any_member,
  input wire [CLASS_BITS*ENTRIES-1:0] any_classes,
  input wire [8*ENTRIES-1:0]          any_weights
);

  reg [1:0] cycle = 0;  // reset, start, then under way
  always @(posedge clk) if (cycle != 2) cycle <= cycle + 1;

  reg [CLASS_BITS-1:0] chosen;
  reg [ENTRIES-1:0] member;
  reg [CLASS_BITS*ENTRIES-1:0] class_;
  reg [8*ENTRIES-1:0] weight;
  always @(posedge clk) begin
    if (cycle == 0) begin
      chosen <= any_class;
      member <= any_member;
      class_ <= any_classes;
      weight <= any_weights;
    end
  end

  wire busy;
  wire [ENTRIES-1:0] write;
  wire [8*ENTRIES-1:0] expected;
  wire [CLASSES-1:0] changed = 1 << chosen;
  generate
    if (DIVIDER == 0) begin : shared
      gantry_reweigh_shared #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) unit (
        .clk(clk), .rst(cycle == 0), .start_i(cycle == 1), .class_changed_i(changed), .busy_o(busy),
        .member_i(member), .class_i(class_), .weight_i(weight), .expect_o(write), .expected_o(expected)
      );
    end else begin : parallel
      gantry_reweigh_parallel #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) unit (
        .clk(clk), .rst(cycle == 0), .start_i(cycle == 1), .class_changed_i(changed), .busy_o(busy),
        .member_i(member), .class_i(class_), .weight_i(weight), .expect_o(write), .expected_o(expected)
      );
    end
  endgenerate

  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      wire here = member[i] && class_[CLASS_BITS*i+:CLASS_BITS] == chosen;
      wire [WIDE-1:0] s = {1'b0, weight[8*i+:8]} + 1;
      wire [WIDE-1:0] sum;
      if (i == 0) begin : first
        assign sum = here ? s : 0;
      end else begin : next
        assign sum = entry[i-1].sum + (here ? s : 0);
      end
    end
    for (i = 0; i < ENTRIES; i = i + 1) begin : check
      wire [WIDE-1:0] t = entry[ENTRIES-1].sum;
      wire [WIDE-1:0] quotient = ((entry[i].s << 8) + (t >> 1)) / t;
      wire [WIDE-1:0] reference = quotient < 1 ? 1 : quotient > 256 ? 256 : quotient;
      always @* begin
        if (cycle != 0) assume (entry[i].s <= MAX_WEIGHT && chosen < CLASSES);
        if (cycle == 2 && write[i]) assert (entry[i].here && expected[8*i+:8] + 9'd1 == reference);
      end
    end
  endgenerate

  // Not vacuous: the last entry is written, in company and alone.
  always @* begin
    cover (cycle == 2 && write[ENTRIES-1] && member == {ENTRIES{1'b1}} && class_ == 0 && weight != 0);
    cover (cycle == 2 && write[ENTRIES-1] && expected[8*ENTRIES-1-:8] == 255);
  end

endmodule

`default_nettype wire
