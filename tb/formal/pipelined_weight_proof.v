// SPDX-License-Identifier: Apache-2.0
// Pipelined reweigh unit (gantry_reweigh_pipelined). Proved for every set of members, classes and weights S up to
// MAX_WEIGHT, and every set of changed classes: what is written to an entry is W = clamp((256*S + T/2) / T, 1, 256),
// T the sum of S over the members of its class, whatever is added and dropped while the classes are reweighed.
// How: a reset; an add a cycle, the last one in the cycle of the start; then every class that changed is awaited. In
// which cycles weights are written is the subject of reweigh_proof.v, and that the sums are right after any other
// sequence of adds, drops and picks that of class_sums_proof.v.
`default_nettype none

module pipelined_weight_proof #(
  parameter ENTRIES = 4,
  parameter CLASSES = 2,
  parameter MAX_WEIGHT = 16,
  // derived
  parameter CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3,
  parameter ENTRY_BITS = $clog2(ENTRIES),
  parameter WIDE = 20
) (
  input wire                          clk,
  input wire [CLASSES-1:0]            any_changed,
  input wire [ENTRIES-1:0]            any_member,
  input wire [CLASS_BITS*ENTRIES-1:0] any_classes,
  input wire [8*ENTRIES-1:0]          any_weights,
  input wire                          any_add,
  input wire [ENTRY_BITS-1:0]         any_entry,
  input wire [CLASS_BITS-1:0]         any_class,
  input wire [7:0]                    any_weight,
  input wire                          any_drop,
  input wire [ENTRIES-1:0]            any_counted
);

  // 0: reset; 1 to ENTRIES: adds; then under way.
  reg [ENTRY_BITS:0] cycle = 0;
  wire under_way = cycle == ENTRIES + 1;
  always @(posedge clk) if (!under_way) cycle <= cycle + 1;

  reg [CLASSES-1:0] changed;
  reg [ENTRIES-1:0] member;
  reg [CLASS_BITS*ENTRIES-1:0] class_;
  reg [8*ENTRIES-1:0] weight;
  always @(posedge clk) begin
    if (cycle == 0) begin
      changed <= any_changed;
      member <= any_member;
      class_ <= any_classes;
      weight <= any_weights;
    end
  end
  wire [ENTRY_BITS-1:0] adding = cycle - 1;

  wire busy;
  wire [ENTRIES-1:0] write;
  wire [8*ENTRIES-1:0] expected;
  gantry_reweigh_pipelined #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) unit (
    .clk(clk), .rst(cycle == 0), .start_i(cycle == ENTRIES), .class_changed_i(changed), .busy_o(busy),
    .add_i(under_way ? any_add : cycle != 0 && member[adding]), .add_entry_i(under_way ? any_entry : adding),
    .add_class_i(under_way ? any_class : class_[CLASS_BITS*adding+:CLASS_BITS]),
    .add_weight_i({1'b0, under_way ? any_weight : weight[8*adding+:8]} + 9'd1),
    .drop_i(under_way & any_drop), .drop_entry_i(any_entry),
    .leave_i(1'b0), .leave_class_i({CLASS_BITS{1'b0}}), .was_winner_i({ENTRY_BITS{1'b0}}), .counted_i(any_counted),
    .member_i(member), .class_i(class_), .weight_i(weight), .expect_o(write), .expected_o(expected)
  );

  genvar i, j;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      wire [CLASS_BITS-1:0] cls = class_[CLASS_BITS*i+:CLASS_BITS];
      wire [WIDE-1:0] s = {1'b0, weight[8*i+:8]} + 1;
      wire [WIDE*(ENTRIES+1)-1:0] sum;  // over the first entries of its class
      assign sum[WIDE-1:0] = 0;
      for (j = 0; j < ENTRIES; j = j + 1) begin : other
        assign sum[WIDE*(j+1)+:WIDE] =
          sum[WIDE*j+:WIDE] + (member[j] && class_[CLASS_BITS*j+:CLASS_BITS] == cls ? {1'b0, weight[8*j+:8]} + 1 : 0);
      end
      wire [WIDE-1:0] t = sum[WIDE*ENTRIES+:WIDE];
      wire [WIDE-1:0] quotient = ((s << 8) + (t >> 1)) / t;
      wire [WIDE-1:0] reference = quotient < 1 ? 1 : quotient > 256 ? 256 : quotient;
      always @* begin
        if (cycle != 0) assume (s <= MAX_WEIGHT && cls < CLASSES);
        if (busy && cycle != 0 && write[i]) assert (member[i] && changed[cls] && expected[8*i+:8] + 9'd1 == reference);
      end
    end
  endgenerate

  // Not vacuous: the last entry is written, in company and alone, and with the second of two classes.
  always @* begin
    cover (busy && write[ENTRIES-1] && member == {ENTRIES{1'b1}} && class_ == 0 && weight != 0);
    cover (busy && write[ENTRIES-1] && expected[8*ENTRIES-1-:8] == 255);
    cover (busy && write[ENTRIES-1] && changed == 3 && class_[CLASS_BITS*ENTRIES-1-:CLASS_BITS] == 1 &&
           expected[8*ENTRIES-1-:8] == 127);
  end

endmodule

`default_nettype wire
