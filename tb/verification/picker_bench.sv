// SPDX-License-Identifier: Apache-2.0
// The bench of the verification kit: pickers of several sets of parameters under legal traffic for +cycles=N, or, with
// +illegal, what the assertions have to find. An event simulator wraps it in a module that makes `clk`.
`default_nettype none

module picker_bench (
  input wire clk
);

  longint unsigned cycles = 0;
  longint unsigned limit = 10000;
  bit illegal = 1'b0;
  initial begin
    void'($value$plusargs("cycles=%d", limit));
    illegal = $test$plusargs("illegal") != 0;
  end

  wire legal = !illegal;
  picker_traffic #(
    .ENTRIES(5), .CLASSES(5), .QUANT(10), .TIE(1), .JOB_BITS(10), .DIVIDER(1), .PICK_LATENCY(2), .SEED(1)
  ) five (.clk(clk), .run(legal));
  picker_traffic #(
    .ENTRIES(8), .CLASSES(2), .FRAC(10), .JOB_BITS(4), .DIVIDER(1), .SEED(2)
  ) eight (.clk(clk), .run(legal));
  picker_traffic #(.ENTRIES(4), .CLASSES(3), .SEED(3)) four (.clk(clk), .run(legal));
  picker_traffic #(.ENTRIES(9), .CLASSES(3), .DIVIDER(2), .SEED(4)) nine (.clk(clk), .run(legal));

  wire done;
  picker_illegal cases (.clk(clk), .run(illegal), .done(done));

  always @(posedge clk) begin
    cycles <= cycles + 1;
    if (illegal ? done : cycles == limit) begin
      if (!illegal) begin
        $display("five: %0d cycles, %0d grants", five.picker.picker_scoreboard.cycles,
                 five.picker.picker_scoreboard.grants);
        $display("eight: %0d cycles, %0d grants", eight.picker.picker_scoreboard.cycles,
                 eight.picker.picker_scoreboard.grants);
        $display("four: %0d cycles, %0d grants", four.picker.picker_scoreboard.cycles,
                 four.picker.picker_scoreboard.grants);
        $display("nine: %0d cycles, %0d grants", nine.picker.picker_scoreboard.cycles,
                 nine.picker.picker_scoreboard.grants);
      end
      $finish;
    end
  end

endmodule

`default_nettype wire
