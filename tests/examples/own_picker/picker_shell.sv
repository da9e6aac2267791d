// SPDX-License-Identifier: Apache-2.0
// The wrapper: own_picker.v at the ports that the C++ side expects (tb/verilated/picker_shell.sv has them all).
`default_nettype none

module picker_shell #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0,
  parameter JOB_BITS = 32,
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
  output wire [7:0]         win_delay_o,
  output wire               win_o,
  output wire [7:0]         win_entry_o,
  output wire [31:0]        win_target_o,
  output wire [8:0]         win_expected_o,
  output wire [31:0]        win_history_o,
  output wire               grant_o,
  output wire [7:0]         grant_entry_o,
  output wire [31:0]        grant_target_o,
  output wire [8:0]         grant_expected_o,
  output wire [31:0]        grant_history_o,
  output wire               read_valid_o,
  output wire [8:0]         read_expected_o,
  output wire [31:0]        read_history_o,
  output wire [31:0]        read_jobs_o,
  output wire               state_known_o,
  output wire [ENTRIES-1:0] member_o,
  output wire [7:0]         expected_o [0:ENTRIES-1],
  output wire [31:0]        history_o [0:ENTRIES-1],
  output wire [31:0]        jobs_o [0:ENTRIES-1]
);

  // The engine gives one command per call, so adds and drops can share what own_picker has one of.
  wire [7:0] who = add_i ? add_entry_i : drop_entry_i;
  own_picker #(.N(ENTRIES), .FRACTION(FRAC)) own (
    .clk(clk), .clear(rst), .enter(add_i), .leave(drop_i), .who(who[$clog2(ENTRIES)-1:0]),
    .group(add_class_i), .weight(add_weight_i), .jobs(add_jobs_i), .choose(pick_i), .ready(eligible_i),
    .chosen(win_o), .winner(win_entry_o), .winner_target(win_target_o), .winner_expected(win_expected_o),
    .winner_history(win_history_o)
  );

  // Commands take effect at once, and no time goes into weights.
  assign take_o = 1'b1;
  assign busy_o = 1'b0;
  // After the edge of the cycle in which pick_i stood, that is in the same call: Verilator's outputs are those after
  // the edge, and there are no registers before own_picker.
  assign win_delay_o = 8'd0;
  // What the entries hold is not told, so lockstep compares the winners.
  assign state_known_o = 1'b0;
  assign member_o = '0;
  assign {grant_o, grant_entry_o, grant_target_o, grant_expected_o, grant_history_o} = '0;
  assign {read_valid_o, read_expected_o, read_history_o, read_jobs_o} = '0;
  for (genvar i = 0; i < ENTRIES; i = i + 1) begin : no_state
    assign expected_o[i] = '0;
    assign history_o[i] = '0;
    assign jobs_o[i] = '0;
  end
  wire unused = &{1'b0, who, read_i, read_entry_i, CLASSES[0], QUANT[0], TIE[0], JOB_BITS[0], DIVIDER[0], PICK_LATENCY[0]};

endmodule

`default_nettype wire
