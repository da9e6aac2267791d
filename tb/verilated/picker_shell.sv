// SPDX-License-Identifier: Apache-2.0
// What the C++ side sees of a picker: fixed widths, and every input through a register.
//
// The registers are there for speed: Verilator evaluates what hangs on an input at every call, and again at the clock
// edge. Behind a register it is evaluated once per cycle. So one call shows cycle n: its inputs at the picker, and the
// picker's answers to them. The winner of a round is shown in its own cycle (win_*), before the picker's own registers
// give it out as a grant; and the state of all entries stands in arrays, for comparison.
//
// This is the only file that knows the names inside the picker. Another picker in its place answers to the same ports
// (docs/rtl.md).
`default_nettype none

module picker_shell #(
  parameter ENTRIES = 64,
  parameter CLASSES = 3,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0,
  parameter JOB_BITS = 17,
  parameter DIVIDER = 0,
  parameter PICK_LATENCY = 1
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               add_i,
  input  wire [7:0]         add_entry_i,
  input  wire [2:0]         add_class_i,
  input  wire [8:0]         add_weight_i,
  input  wire [31:0]        add_jobs_i,
  input  wire               drop_i,
  input  wire [7:0]         drop_entry_i,
  input  wire               pick_i,
  input  wire [ENTRIES-1:0] eligible_i,
  input  wire               read_i,
  input  wire [7:0]         read_entry_i,
  output wire               take_o,
  output wire               busy_o,
  // the winner of a round, win_delay_o cycles after it
  output wire [7:0]         win_delay_o,
  output wire               win_o,
  output wire [7:0]         win_entry_o,
  output wire [31:0]        win_target_o,
  output wire [8:0]         win_expected_o,
  output wire [31:0]        win_history_o,
  // the grant
  output wire               grant_o,
  output wire [7:0]         grant_entry_o,
  output wire [31:0]        grant_target_o,
  output wire [8:0]         grant_expected_o,
  output wire [31:0]        grant_history_o,
  output wire               read_valid_o,
  output wire [8:0]         read_expected_o,
  output wire [31:0]        read_history_o,
  output wire [31:0]        read_jobs_o,
  // all entries, before this cycle's round, if they are told
  output wire               state_known_o,
  output wire [ENTRIES-1:0] member_o,
  output wire [7:0]         expected_o [0:ENTRIES-1],  // W-1
  output wire [31:0]        history_o [0:ENTRIES-1],   // H_raw-1
  output wire [31:0]        jobs_o [0:ENTRIES-1]
);

  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3;
  localparam HISTORY = 9 + FRAC;
  localparam TARGET = 9 + FRAC - QUANT;

  reg rst_q, add_q, drop_q, pick_q, read_q;
  reg [7:0] add_entry_q, drop_entry_q, read_entry_q;
  reg [2:0] add_class_q;
  reg [8:0] add_weight_q;
  reg [31:0] add_jobs_q;
  reg [ENTRIES-1:0] eligible_q;
  always @(posedge clk) begin
    rst_q <= rst;
    add_q <= add_i;
    add_entry_q <= add_entry_i;
    add_class_q <= add_class_i;
    add_weight_q <= add_weight_i;
    add_jobs_q <= add_jobs_i;
    drop_q <= drop_i;
    drop_entry_q <= drop_entry_i;
    pick_q <= pick_i;
    eligible_q <= eligible_i;
    read_q <= read_i;
    read_entry_q <= read_entry_i;
  end
  wire unused = &{1'b0, add_entry_q, drop_entry_q, read_entry_q, add_class_q, add_jobs_q};

  wire [ENTRIES-1:0] winners;  // win_entry_o says the same
  wire unused_winners = &{1'b0, winners};
  wire [ENTRY_BITS-1:0] grant_entry;
  wire signed [TARGET-1:0] grant_target;
  wire [HISTORY-1:0] grant_history;
  wire [HISTORY-1:0] read_history;
  wire [JOB_BITS-1:0] read_jobs;
  gantry_picker #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE), .JOB_BITS(JOB_BITS),
    .DIVIDER(DIVIDER), .PICK_LATENCY(PICK_LATENCY)
  ) picker (
    .clk(clk), .rst(rst_q),
    .add_i(add_q), .add_entry_i(add_entry_q[ENTRY_BITS-1:0]), .add_class_i(add_class_q[CLASS_BITS-1:0]),
    .add_weight_i(add_weight_q), .add_jobs_i(add_jobs_q[JOB_BITS-1:0]),
    .drop_i(drop_q), .drop_entry_i(drop_entry_q[ENTRY_BITS-1:0]),
    .take_o(take_o), .busy_o(busy_o), .pick_i(pick_q), .eligible_i(eligible_q), .win_o(winners),
    .grant_o(grant_o), .grant_entry_o(grant_entry), .grant_target_o(grant_target),
    .grant_expected_o(grant_expected_o), .grant_history_o(grant_history),
    .read_i(read_q), .read_entry_i(read_entry_q[ENTRY_BITS-1:0]), .read_valid_o(read_valid_o),
    .read_expected_o(read_expected_o), .read_history_o(read_history), .read_jobs_o(read_jobs)
  );
  assign grant_entry_o = 8'(grant_entry);
  assign grant_target_o = 32'(grant_target);
  assign grant_history_o = 32'(grant_history);
  assign read_history_o = 32'(read_history);
  assign read_jobs_o = 32'(read_jobs);

  // The winner in its own cycle: what the selection core's grant registers are about to take.
  wire signed [TARGET-1:0] win_target;
  wire [HISTORY-1:0] win_history;
  gantry_grant #(.CLASS_BITS(CLASS_BITS), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE)) win (
    .key_i(picker.core.best_key), .rest_i(picker.core.best_payload[picker.core.REST-1:0]),
    .target_o(win_target), .expected_o(win_expected_o), .history_o(win_history)
  );
  assign win_delay_o = 8'd0;
  assign win_o = picker.core.round_o;
  assign win_entry_o = 8'(picker.core.best_payload[picker.core.PAYLOAD+:ENTRY_BITS]);
  assign win_target_o = 32'(win_target);
  assign win_history_o = 32'(win_history);

  assign state_known_o = 1'b1;
  assign member_o = picker.member;
  for (genvar i = 0; i < ENTRIES; i = i + 1) begin : state
    assign expected_o[i] = picker.core.entry[i].expected;
    assign history_o[i] = 32'(picker.core.entry[i].history);
    assign jobs_o[i] = 32'(picker.table_.entry[i].jobs_q);
  end

endmodule

`default_nettype wire
