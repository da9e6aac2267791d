// SPDX-License-Identifier: Apache-2.0
// Pipelined divider (gantry_pipelined_divider). Proved, for every weight S of 1 to 256 that enters in any cycle, and
// every class sum T >= S below 2^SUM that stands meanwhile:
//   - in the 10th cycle after it entered, W = clamp((256*S + T/2) / T, 1, 256).
// How: from an unknown state, one division is followed through ten cycles, others before and behind it being anything.
// The reference is the contract's formula as it stands, with Verilog's division.
// MAX_WEIGHT bounds S, so that a smaller share of the inputs can be proved in a shorter time.
`default_nettype none

module pipelined_divider_proof #(
  parameter SUM = 13,
  parameter MAX_WEIGHT = 256
) (
  input wire           clk,
  input wire [7:0]     any_weight,
  input wire [SUM-1:0] any_sum
);

  reg [3:0] cycle = 0;
  always @(posedge clk) if (cycle != 11) cycle <= cycle + 1;

  reg [7:0] lower;      // of the division that enters in the first cycle
  reg [SUM-1:0] sum;
  always @(posedge clk) begin
    if (cycle == 0) begin
      lower <= any_weight;
      sum <= any_sum;
    end
  end
  wire [SUM+8:0] weight = {1'b0, lower} + 1;
  wire [7:0] expected;
  gantry_pipelined_divider #(.SUM(SUM)) divider (
    .clk(clk), .step_i(1'b1), .weight_i(any_weight), .sum_i(cycle == 0 ? any_sum : sum), .expected_o(expected)
  );

  wire [SUM+8:0] quotient = ((weight << 8) + (sum >> 1)) / sum;
  wire [SUM+8:0] reference = quotient < 1 ? 1 : quotient > 256 ? 256 : quotient;
  always @* begin
    if (cycle != 0) assume (sum >= weight && weight <= MAX_WEIGHT);
    if (cycle == 10) assert (expected + 9'd1 == reference);
  end

  // Not vacuous: both clamps and a half that is rounded up.
  always @* begin
    cover (cycle == 10 && quotient == 0);
    cover (cycle == 10 && quotient == 256);
    cover (cycle == 10 && weight > 1 && !sum[0] && ((weight << 8) % sum) == (sum >> 1));
  end

endmodule

`default_nettype wire
