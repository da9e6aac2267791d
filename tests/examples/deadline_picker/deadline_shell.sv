// SPDX-License-Identifier: Apache-2.0
// The wrapper: deadline_picker.sv at the ports that Gantry's C++ side expects (docs/rtl.md).
module deadline_shell
  import deadline_pkg::*;
#(
  parameter int ENTRIES = 16,
  parameter int JOB_BITS = 20
) (
  input  logic               clk,
  input  logic               rst,
  input  logic [63:0]        now_i,
  input  logic               add_i,
  input  logic [7:0]         add_entry_i,
  input  logic [2:0]         add_class_i,
  input  logic [31:0]        add_jobs_i,
  input  logic [63:0]        add_deadline_i,
  input  logic               drop_i,
  input  logic [7:0]         drop_entry_i,
  input  logic               pick_i,
  input  logic [ENTRIES-1:0] eligible_i,
  output logic               win_o,
  output logic [7:0]         win_entry_o
);

  localparam int BITS = $clog2(ENTRIES);

  logic [BITS-1:0] winner;
  deadline_picker #(.N(ENTRIES)) picker (
    .clk, .clear(rst), .now(now_i),
    .enter(add_i), .enter_who(add_entry_i[BITS-1:0]), .enter_order('{deadline: add_deadline_i, group: add_class_i}),
    .enter_jobs(add_jobs_i[JOB_BITS-1:0]),
    .leave(drop_i), .leave_who(drop_entry_i[BITS-1:0]),
    .choose(pick_i), .ready(eligible_i), .chosen(win_o), .winner
  );
  assign win_entry_o = 8'(winner);

endmodule
