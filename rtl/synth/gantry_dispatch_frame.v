// SPDX-License-Identifier: Apache-2.0
// The dispatch core with four pins, so that it fits the package of an FPGA; for measuring, not for use.
//
// Algorithm: every input of the core comes from a shift register, every output ends in a register and all of those
// are folded into one bit, four at a time, in a chain of registers.
// Tie-break: none. Latency: without meaning.
// Critical path: the core's.
`default_nettype none

module gantry_dispatch_frame #(
  parameter ENTRIES = 16,
  parameter PROCESSORS = 16,
  parameter CHOICE = 0
) (
  input  wire clk,
  input  wire rst,
  input  wire data_i,
  output wire data_o
);

  localparam EB = $clog2(ENTRIES);
  localparam PB = $clog2(PROCESSORS);
  localparam P = PROCESSORS;
  localparam INPUTS = 5 * P + 4 * EB + 2 * PB + 53;
  localparam OUTPUTS = 4 * P + 2 * EB + PB + 83;
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

  wire [1:0] add_class, add_type;
  wire [8:0] add_weight;
  wire [16:0] add_jobs, match_count;
  wire [EB-1:0] add_entry, drop_entry, match_entry, read_entry;
  wire [PB-1:0] complete_processor, unlock_processor;
  wire [2*P-1:0] type_;
  wire [3*P-1:0] depth;
  wire add, drop, match, complete, unlock, hold;
  assign {type_, depth, add_entry, drop_entry, match_entry, read_entry, complete_processor,
          unlock_processor, add_class, add_type, add_weight, add_jobs, match_count, add, drop, match, complete,
          unlock, hold} = in_q;

  wire take, busy, grant, issue, read_valid;
  wire [EB-1:0] grant_entry, issue_entry;
  wire [PB-1:0] issue_processor;
  wire [8:0] grant_target, grant_expected, read_expected;
  wire [16:0] grant_history, read_history, read_jobs;
  wire [P-1:0] free;
  wire [3*P-1:0] places;
  gantry_dispatch_core #(.ENTRIES(ENTRIES), .PROCESSORS(PROCESSORS), .CHOICE(CHOICE)) core (
    .clk(clk), .rst(rst), .type_i(type_), .depth_i(depth),
    .add_i(add), .add_entry_i(add_entry), .add_class_i(add_class), .add_weight_i(add_weight), .add_jobs_i(add_jobs),
    .add_type_i(add_type), .drop_i(drop), .drop_entry_i(drop_entry), .take_o(take), .busy_o(busy),
    .match_i(match), .match_entry_i(match_entry), .match_count_i(match_count),
    .complete_i(complete), .complete_processor_i(complete_processor),
    .unlock_i(unlock), .unlock_processor_i(unlock_processor), .hold_i(hold),
    .grant_o(grant), .grant_entry_o(grant_entry), .grant_target_o(grant_target), .grant_expected_o(grant_expected),
    .grant_history_o(grant_history),
    .issue_o(issue), .issue_entry_o(issue_entry), .issue_processor_o(issue_processor),
    .read_i(1'b1), .read_entry_i(read_entry), .read_valid_o(read_valid), .read_expected_o(read_expected),
    .read_history_o(read_history), .read_jobs_o(read_jobs), .free_o(free), .places_o(places)
  );
  assign out[OUTPUTS-1:0] = {free, places, grant_entry, issue_entry, issue_processor, grant_target, grant_expected,
                             grant_history, read_expected, read_history, read_jobs, read_valid, take, busy, grant,
                             issue};

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
