// SPDX-License-Identifier: Apache-2.0
// Reweigh units (gantry_reweigh_shared, _parallel, _pipelined). Proved from reset on:
//   - after a start with k changed classes, busy_o stands for exactly k times the documented cycles, 11*ENTRIES + 2
//     (DIVIDER = 0), 12 (DIVIDER = 1) or ENTRIES + 12 (DIVIDER = 2), and not at all for k = 0;
//   - weights are written, while busy_o, never in its last cycle (the target weights follow in it), only to members
//     of classes that changed, and to each of these in the time of its class, classes from the lowest, exactly once;
//   - every class begins in the state after the reset, but for what is written before it is read (the parallel unit's
//     sum, the dividers; not looked at of the pipelined unit): reweigh_weight_proof.v builds on it.
// How: an invariant over all reachable states. Which number is written is the subject of reweigh_weight_proof.v and
// pipelined_weight_proof.v. Wires marked "tap" are joined to the unit's.
`default_nettype none

module reweigh_proof #(
  parameter ENTRIES = 4,
  parameter CLASSES = 2,
  parameter DIVIDER = 0,
  // derived
  parameter CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3,
  parameter CYCLES = DIVIDER == 0 ? 11 * ENTRIES + 2 : DIVIDER == 1 ? 12 : ENTRIES + 12
) (
  input wire                          clk,
  input wire                          start,
  input wire [CLASSES-1:0]            changed,
  input wire [ENTRIES-1:0]            new_member,
  input wire [CLASS_BITS*ENTRIES-1:0] new_class
);

  reg rst = 1;
  always @(posedge clk) rst <= 0;

  // Members and their classes are free, and stand while busy.
  reg [ENTRIES-1:0] member = 0;
  reg [CLASS_BITS*ENTRIES-1:0] class_ = 0;
  wire busy;
  always @(posedge clk) begin
    if (!busy && !rst) begin
      member <= new_member;
      class_ <= new_class;
    end
  end

  wire [ENTRIES-1:0] write;
  wire [8*ENTRIES-1:0] expected;
  wire go = start & ~busy & ~rst;
  generate
    case (DIVIDER)
    0: begin : shared
      gantry_reweigh_shared #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) unit (
        .clk(clk), .rst(rst), .start_i(go), .class_changed_i(changed), .busy_o(busy),
        .member_i(member), .class_i(class_), .weight_i({(8*ENTRIES){1'b0}}), .expect_o(write), .expected_o(expected)
      );
    end
    1: begin : parallel
      gantry_reweigh_parallel #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) unit (
        .clk(clk), .rst(rst), .start_i(go), .class_changed_i(changed), .busy_o(busy),
        .member_i(member), .class_i(class_), .weight_i({(8*ENTRIES){1'b0}}), .expect_o(write), .expected_o(expected)
      );
    end
    default: begin : pipelined
      gantry_reweigh_pipelined #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) unit (
        .clk(clk), .rst(rst), .start_i(go), .class_changed_i(changed), .busy_o(busy),
        .add_i(1'b0), .add_entry_i({$clog2(ENTRIES){1'b0}}), .add_class_i({CLASS_BITS{1'b0}}), .add_weight_i(9'd1),
        .drop_i(1'b0), .drop_entry_i({$clog2(ENTRIES){1'b0}}),
        .leave_i(1'b0), .leave_class_i({CLASS_BITS{1'b0}}), .was_winner_i({$clog2(ENTRIES){1'b0}}), .counted_i(member),
        .member_i(member), .class_i(class_), .weight_i({(8*ENTRIES){1'b0}}), .expect_o(write), .expected_o(expected)
      );
    end
    endcase
  endgenerate

  // Reference: classes still to do, and cycles left of the lowest of them.
  reg [CLASSES-1:0] todo = 0;
  reg [11:0] left = 0;
  reg [ENTRIES-1:0] written = 0;
  wire [CLASSES-1:0] lowest = todo & -todo;
  always @(posedge clk) begin
    if (go) begin
      todo <= changed;
      left <= CYCLES;
      written <= 0;
    end else if (todo != 0) begin
      left <= left == 1 ? CYCLES : left - 1;
      written <= left == 1 ? 0 : written | write;
      if (left == 1) todo <= todo & ~lowest;
    end
  end

  always @* if (!rst) assert (busy == (todo != 0));
  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      wire here = todo != 0 && member[i] && lowest[class_[CLASS_BITS*i+:CLASS_BITS]];
      always @* begin
        if (write[i] && busy && !rst) assert (here && left != 1 && !written[i]);
        if (left == 1) assert (written[i] == here);
      end
    end
  endgenerate

  // tap sum = shared.unit.sum_q if DIVIDER=0
  wire [8+$clog2(ENTRIES):0] sum;
  // tap entry_at = shared.unit.entry_q if DIVIDER=0
  wire [$clog2(ENTRIES)-1:0] entry_at;
  // tap divided = shared.unit.divided_q if DIVIDER=0
  wire [ENTRIES-1:0] divided;
  // tap step = shared.unit.step_q if DIVIDER=0
  // tap step = parallel.unit.step_q if DIVIDER=1
  wire [3:0] step;
  // tap summed = shared.unit.summed_q if DIVIDER=0
  wire summed;
  // tap finish = shared.unit.finish_q if DIVIDER=0
  wire finish;
  // tap all_written = shared.unit.written_q if DIVIDER=0
  wire all_written;
  always @* begin
    if (!rst && (todo == 0 || left == CYCLES)) begin
      if (DIVIDER < 2) assert (step == 0);
      if (DIVIDER == 0) assert ({sum, entry_at, divided, summed, finish, all_written} == 0);
    end
  end

  // Not vacuous: a class is finished while another is still to do, with every entry written; all is idle again after.
  reg was_busy = 0;
  always @(posedge clk) was_busy <= busy && !rst;
  always @* begin
    cover (left == 1 && written == {ENTRIES{1'b1}} && lowest != todo);
    cover (was_busy && !busy && !rst && todo == 0);
  end

endmodule

`default_nettype wire
