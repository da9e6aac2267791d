// SPDX-License-Identifier: Apache-2.0
// The wrapper: own_picker.v at the ports that Gantry's C++ side expects (docs/rtl.md).
`default_nettype none

module own_picker_shell #(
  parameter ENTRIES = 16,
  parameter FRAC = 8
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
  output wire               win_o,
  output wire [7:0]         win_entry_o,
  output wire [31:0]        win_target_o,
  output wire [8:0]         win_expected_o,
  output wire [31:0]        win_history_o
);

  // One command comes per call, so adds and drops can share what own_picker has one of. What it does not do has no port:
  // commands take effect at once, no time goes into weights, what the entries hold is not told. Its winner stands in a
  // register, which shows in the same call.
  wire [7:0] who = add_i ? add_entry_i : drop_entry_i;
  own_picker #(.N(ENTRIES), .FRACTION(FRAC)) own (
    .clk(clk), .clear(rst), .enter(add_i), .leave(drop_i), .who(who[$clog2(ENTRIES)-1:0]),
    .group(add_class_i), .weight(add_weight_i), .jobs(add_jobs_i), .choose(pick_i), .ready(eligible_i),
    .chosen(win_o), .winner(win_entry_o), .winner_target(win_target_o), .winner_expected(win_expected_o),
    .winner_history(win_history_o)
  );
  wire unused = &{1'b0, who};

endmodule

`default_nettype wire
