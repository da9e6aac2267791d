// SPDX-License-Identifier: Apache-2.0
// The selection core with four pins, so that it fits the package of an FPGA; for measuring, not for use.
//
// Algorithm: every input of the core comes from a shift register, every output ends in a register and all of those
// are folded into one bit, three or four at a time, in a chain of registers.
// Tie-break: none. Latency: without meaning.
// Critical path: the core's.
`default_nettype none

module gantry_core_frame #(
  parameter ENTRIES = 16
) (
  input  wire clk,
  input  wire rst,
  input  wire data_i,
  output wire data_o
);

  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam INPUTS = 13 * ENTRIES + 11;
  localparam OUTPUTS = 27 * ENTRIES + ENTRY_BITS + 41;
  localparam FOLDED = (OUTPUTS + 3) / 4;

  reg [INPUTS-1:0] in_q;
  wire [4*FOLDED-1:0] out;
  reg [4*FOLDED-1:0] out_q;
  reg [FOLDED-1:0] folded_q;

  generate
    if (4 * FOLDED > OUTPUTS) begin : pad
      assign out[4*FOLDED-1:OUTPUTS] = {(4*FOLDED-OUTPUTS){1'b0}};
    end
  endgenerate

  gantry_select_core #(.ENTRIES(ENTRIES)) core (
    .clk(clk), .rst(rst),
    .pick_i(in_q[0]), .load_class_i(in_q[2:1]), .load_weight_i(in_q[10:3]),
    .candidate_i(in_q[11+:ENTRIES]), .member_i(in_q[11+ENTRIES+:ENTRIES]), .last_i(in_q[11+2*ENTRIES+:ENTRIES]),
    .load_i(in_q[11+3*ENTRIES+:ENTRIES]), .expect_i(in_q[11+4*ENTRIES+:ENTRIES]),
    .expected_i(in_q[11+5*ENTRIES+:8*ENTRIES]),
    .round_o(out[0]), .any_o(out[1]), .leave_o(out[2]), .best_class_o(out[4:3]), .grant_o(out[5]),
    .grant_target_o(out[14:6]), .grant_expected_o(out[23:15]), .grant_history_o(out[40:24]),
    .grant_entry_o(out[41+:ENTRY_BITS]), .win_o(out[41+ENTRY_BITS+:ENTRIES]),
    .class_o(out[41+ENTRY_BITS+ENTRIES+:2*ENTRIES]), .expected_o(out[41+ENTRY_BITS+3*ENTRIES+:8*ENTRIES]),
    .history_o(out[41+ENTRY_BITS+11*ENTRIES+:16*ENTRIES])
  );

  genvar i;
  generate
    for (i = 0; i < FOLDED; i = i + 1) begin : fold
      always @(posedge clk) begin
        if (i == 0) folded_q[i] <= ^out_q[3:0];
        else folded_q[i] <= ^out_q[4*i+:4] ^ folded_q[i == 0 ? 0 : i-1];
      end
    end
  endgenerate

  always @(posedge clk) begin
    in_q <= {in_q[INPUTS-2:0], data_i};
    out_q <= out;
  end
  assign data_o = folded_q[FOLDED-1];

endmodule

`default_nettype wire
