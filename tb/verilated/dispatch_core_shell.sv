// SPDX-License-Identifier: Apache-2.0
// What the C++ side sees of a dispatch core: fixed widths, and every input through a register, for speed as in
// picker_shell.sv. One call shows cycle n: its inputs at the core, and the core's outputs in it.
//
// This is the only file that knows the pins of the core. Another core in its place answers to the same ports
// (docs/dispatch_core.md).
`default_nettype none

module dispatch_core_shell #(
  parameter ENTRIES = 64,
  parameter PROCESSORS = 64,
  parameter TYPES = 4,
  parameter CHOICE = 1,
  parameter PER_JOB = 0,
  parameter CLASSES = 5,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0,
  parameter DEPTH_BITS = 3,
  parameter PORTS = 1,
  parameter JOB_BITS = 32,
  parameter DIVIDER = 1
) (
  input  wire                  clk,
  input  wire                  rst,
  // stand still from the reset on
  input  wire [2:0]            type_i [0:PROCESSORS-1],
  input  wire [7:0]            depth_i [0:PROCESSORS-1],
  input  wire                  add_i,
  input  wire [7:0]            add_entry_i,
  input  wire [2:0]            add_class_i,
  input  wire [8:0]            add_weight_i,
  input  wire [31:0]           add_jobs_i,
  input  wire [2:0]            add_type_i,
  input  wire                  drop_i,
  input  wire [7:0]            drop_entry_i,
  input  wire                  match_i,
  input  wire [7:0]            match_entry_i,
  input  wire [31:0]           match_count_i,
  input  wire                  complete_i,
  input  wire [7:0]            complete_processor_i,
  input  wire [3:0]            unlock_i,
  input  wire [7:0]            unlock_processor_i [0:3],
  input  wire                  hold_i,
  output wire                  take_o,
  output wire                  busy_o,
  // one cycle after the round
  output wire                  grant_o,
  output wire [7:0]            grant_entry_o,
  output wire [31:0]           grant_target_o,
  output wire [8:0]            grant_expected_o,
  output wire [31:0]           grant_history_o,
  // choice_latency_o cycles after the grant
  output wire [7:0]            choice_latency_o,
  output wire                  issue_o,
  output wire [7:0]            issue_entry_o,
  output wire [7:0]            issue_processor_o,
  // the processors in the cycle before, which is the round's when there is a grant: before that round
  output wire [PROCESSORS-1:0] free_o,
  output wire [7:0]            places_o [0:PROCESSORS-1]
);

  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3;
  localparam HISTORY = 9 + FRAC;
  localparam TARGET = 9 + FRAC - QUANT;
  localparam TYPE_BITS = TYPES > 1 ? $clog2(TYPES) : 1;
  localparam PROCESSOR_BITS = PROCESSORS > 1 ? $clog2(PROCESSORS) : 1;

  reg rst_q, add_q, drop_q, match_q, complete_q, hold_q;
  reg [7:0] add_entry_q, drop_entry_q, match_entry_q, complete_processor_q;
  reg [2:0] add_class_q, add_type_q;
  reg [8:0] add_weight_q;
  reg [31:0] add_jobs_q, match_count_q;
  reg [3:0] unlock_q;
  reg [7:0] unlock_processor_q [0:3];
  reg [2:0] type_q [0:PROCESSORS-1];
  reg [7:0] depth_q [0:PROCESSORS-1];
  always @(posedge clk) begin
    rst_q <= rst;
    add_q <= add_i;
    add_entry_q <= add_entry_i;
    add_class_q <= add_class_i;
    add_weight_q <= add_weight_i;
    add_jobs_q <= add_jobs_i;
    add_type_q <= add_type_i;
    drop_q <= drop_i;
    drop_entry_q <= drop_entry_i;
    match_q <= match_i;
    match_entry_q <= match_entry_i;
    match_count_q <= match_count_i;
    complete_q <= complete_i;
    complete_processor_q <= complete_processor_i;
    unlock_q <= unlock_i;
    unlock_processor_q <= unlock_processor_i;
    hold_q <= hold_i;
    type_q <= type_i;
    depth_q <= depth_i;
  end

  wire [PROCESSORS*TYPE_BITS-1:0] types;
  wire [PROCESSORS*DEPTH_BITS-1:0] depths;
  wire [PROCESSORS*DEPTH_BITS-1:0] places;
  for (genvar p = 0; p < PROCESSORS; p = p + 1) begin : processor
    assign types[TYPE_BITS*p+:TYPE_BITS] = type_q[p][TYPE_BITS-1:0];
    assign depths[DEPTH_BITS*p+:DEPTH_BITS] = depth_q[p][DEPTH_BITS-1:0];
    assign places_o[p] = 8'(places[DEPTH_BITS*p+:DEPTH_BITS]);
    wire unused_bits = &{1'b0, type_q[p], depth_q[p]};
  end
  wire [PORTS*PROCESSOR_BITS-1:0] unlock_processors;
  for (genvar i = 0; i < PORTS; i = i + 1) begin : port
    assign unlock_processors[PROCESSOR_BITS*i+:PROCESSOR_BITS] = unlock_processor_q[i][PROCESSOR_BITS-1:0];
  end
  wire unused = &{1'b0, add_entry_q, add_class_q, add_jobs_q, add_type_q, drop_entry_q, match_entry_q, match_count_q,
                  complete_processor_q, unlock_q, unlock_processor_q[0], unlock_processor_q[1],
                  unlock_processor_q[2], unlock_processor_q[3]};

  wire [ENTRY_BITS-1:0] grant_entry, issue_entry;
  wire [PROCESSOR_BITS-1:0] issue_processor;
  wire signed [TARGET-1:0] grant_target;
  wire [HISTORY-1:0] grant_history;
  // Read-back is the picker's, which its own bench looks at.
  wire read_valid;
  wire [8:0] read_expected;
  wire [HISTORY-1:0] read_history;
  wire [JOB_BITS-1:0] read_jobs;
  wire unused_read = &{1'b0, read_valid, read_expected, read_history, read_jobs};
  gantry_dispatch_core #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE), .JOB_BITS(JOB_BITS),
    .DIVIDER(DIVIDER), .PROCESSORS(PROCESSORS), .TYPES(TYPES), .DEPTH_BITS(DEPTH_BITS), .CHOICE(CHOICE),
    .PORTS(PORTS), .PER_JOB(PER_JOB)
  ) core (
    .clk(clk), .rst(rst_q), .type_i(types), .depth_i(depths),
    .add_i(add_q), .add_entry_i(add_entry_q[ENTRY_BITS-1:0]), .add_class_i(add_class_q[CLASS_BITS-1:0]),
    .add_weight_i(add_weight_q), .add_jobs_i(add_jobs_q[JOB_BITS-1:0]), .add_type_i(add_type_q[TYPE_BITS-1:0]),
    .drop_i(drop_q), .drop_entry_i(drop_entry_q[ENTRY_BITS-1:0]), .take_o(take_o), .busy_o(busy_o),
    .match_i(match_q), .match_entry_i(match_entry_q[ENTRY_BITS-1:0]), .match_count_i(match_count_q[JOB_BITS-1:0]),
    .complete_i(complete_q), .complete_processor_i(complete_processor_q[PROCESSOR_BITS-1:0]),
    .unlock_i(unlock_q[PORTS-1:0]), .unlock_processor_i(unlock_processors), .hold_i(hold_q),
    .grant_o(grant_o), .grant_entry_o(grant_entry), .grant_target_o(grant_target),
    .grant_expected_o(grant_expected_o), .grant_history_o(grant_history),
    .issue_o(issue_o), .issue_entry_o(issue_entry), .issue_processor_o(issue_processor),
    .read_i(1'b0), .read_entry_i({ENTRY_BITS{1'b0}}), .read_valid_o(read_valid), .read_expected_o(read_expected),
    .read_history_o(read_history), .read_jobs_o(read_jobs), .free_o(free_o), .places_o(places)
  );
  assign choice_latency_o = 8'd1;
  assign grant_entry_o = 8'(grant_entry);
  assign grant_target_o = 32'(grant_target);
  assign grant_history_o = 32'(grant_history);
  assign issue_entry_o = 8'(issue_entry);
  assign issue_processor_o = 8'(issue_processor);

endmodule

`default_nettype wire
