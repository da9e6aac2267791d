// SPDX-License-Identifier: Apache-2.0
// What the assertions have to find, one case of 40 cycles after the other; each says `case NAME` and makes the
// assertion NAME fail. Inputs that are not legal go to a picker. Outputs that are wrong come from the same picker
// through a fault in its pins, to an instance of the assertions that sees them so, and to a scoreboard, which has to
// name the pin.
`default_nettype none

module picker_illegal (
  input  wire clk,
  input  wire run,
  output wire done
);

  localparam ENTRIES = 5;
  localparam CLASSES = 3;
  localparam LATENCY = 2;
  localparam CASES = 19;
  localparam ACT = 20;  // the cycle of a case in which it happens

  integer number = 0;
  integer cycle = 0;
  assign done = number == CASES;

  string name;
  always @* begin
    case (number)
      0: name = "legal_reset_first";
      1: name = "legal_add_entry";
      2: name = "legal_add_class";
      3, 4: name = "legal_add_weight";
      5: name = "legal_add_jobs";
      6: name = "legal_drop_entry";
      7: name = "legal_read_entry";
      8: name = "legal_add_place";
      9: name = "reset_ends_all";
      10: name = "busy_exactly";
      11: name = "take_exactly";
      12: name = "grant_exactly";
      13: name = "grant_candidate";
      14: name = "grant_ranges";
      15: name = "read_zero";
      16: name = "read_member";
      17: name = "read_jobs";
      default: name = "win_exactly";
    endcase
  end

  reg rst = 1'b0, add = 1'b0, drop = 1'b0, pick = 1'b0, read = 1'b0;
  reg [2:0] add_entry, drop_entry, read_entry;
  reg [1:0] add_class;
  reg [8:0] add_weight;
  reg [7:0] add_jobs;
  wire take, busy, grant, read_valid;
  wire [2:0] grant_entry;
  wire [8:0] grant_target, grant_expected, read_expected;
  wire [16:0] grant_history, read_history;
  wire [ENTRIES-1:0] win;
  wire [7:0] read_jobs;
  gantry_picker #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .JOB_BITS(8), .DIVIDER(1), .PICK_LATENCY(LATENCY)
  ) picker (
    .clk(clk), .rst(rst), .add_i(add), .add_entry_i(add_entry), .add_class_i(add_class), .add_weight_i(add_weight),
    .add_jobs_i(add_jobs), .drop_i(drop), .drop_entry_i(drop_entry), .take_o(take), .busy_o(busy), .pick_i(pick),
    .eligible_i('1), .win_o(win), .grant_o(grant), .grant_entry_o(grant_entry), .grant_target_o(grant_target),
    .grant_expected_o(grant_expected), .grant_history_o(grant_history), .read_i(read), .read_entry_i(read_entry),
    .read_valid_o(read_valid), .read_expected_o(read_expected), .read_history_o(read_history), .read_jobs_o(read_jobs)
  );

  // The next cycle's inputs: reset, a join, its reweigh, then the case.
  always @(posedge clk) begin
    {rst, add, drop, pick, read} <= '0;
    add_entry <= 0;
    add_class <= 0;
    add_weight <= 100;
    add_jobs <= 9;
    drop_entry <= 0;
    read_entry <= 0;
    if (run && !done) begin
      if (cycle == 0) $display("case %s", name);
      if (cycle == (number == 0 ? 5 : 0)) rst <= 1'b1;
      if (number == 0 && cycle == 2) pick <= 1'b1;
      if (number != 0 && cycle == 1) add <= 1'b1;
      if (number != 0 && cycle == ACT) begin
        case (number)
          1: begin add <= 1'b1; add_entry <= 6; end
          2: begin add <= 1'b1; add_entry <= 1; add_class <= 3; end
          3: begin add <= 1'b1; add_entry <= 1; add_weight <= 0; end
          4: begin add <= 1'b1; add_entry <= 1; add_weight <= 257; end
          5: begin add <= 1'b1; add_entry <= 1; add_jobs <= 0; end
          6: begin drop <= 1'b1; drop_entry <= 7; end
          7: begin read <= 1'b1; read_entry <= 5; end
          8: add <= 1'b1;
          13, 14: pick <= 1'b1;
          16, 17: read <= 1'b1;
          default: ;
        endcase
      end
      cycle <= cycle == 39 ? 0 : cycle + 1;
      if (cycle == 39) number <= number + 1;
    end
  end

  // Pins with a fault: `cycle` is one ahead of the pins.
  wire behind_reset = cycle == 2;
  wire act = cycle == ACT + 1;
  wire granted = cycle == ACT + 1 + LATENCY;
  wire f_take = take ^ (act & number == 11);
  wire f_busy = busy ^ (act & number == 10);
  wire f_grant = grant | (behind_reset & number == 9) | (act & number == 12);
  wire [ENTRIES-1:0] f_win = win ^ {4'b0, act & number == 18};
  wire [2:0] f_grant_entry = grant_entry ^ {2'b0, granted & number == 13};
  wire [8:0] f_grant_expected = granted & number == 14 ? 9'd0 : grant_expected;
  wire hide = act & number == 16;
  wire f_read_valid = read_valid & ~hide;
  wire [8:0] f_read_expected = hide ? 9'd0 : read_expected;
  wire [16:0] f_read_history = hide ? 17'd0 : read_history;
  wire [7:0] f_read_jobs = hide ? 8'd0 : read_jobs ^ {7'b0, act & (number == 15 || number == 17)};
  gantry_picker_assert #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .JOB_BITS(8), .DIVIDER(1), .PICK_LATENCY(LATENCY)
  ) seen (
    .clk(clk), .rst(rst), .add_i(add), .add_entry_i(add_entry), .add_class_i(add_class), .add_weight_i(add_weight),
    .add_jobs_i(add_jobs), .drop_i(drop), .drop_entry_i(drop_entry), .take_o(f_take), .busy_o(f_busy), .pick_i(pick),
    .eligible_i('1), .win_o(f_win), .grant_o(f_grant), .grant_entry_o(f_grant_entry),
    .grant_target_o(grant_target), .grant_expected_o(f_grant_expected), .grant_history_o(grant_history), .read_i(read), .read_entry_i(read_entry),
    .read_valid_o(f_read_valid), .read_expected_o(f_read_expected), .read_history_o(f_read_history),
    .read_jobs_o(f_read_jobs)
  );
  gantry_picker_scoreboard #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .JOB_BITS(8), .DIVIDER(1), .PICK_LATENCY(LATENCY)
  ) compared (
    .clk(clk), .rst(rst), .add_i(add), .add_entry_i(add_entry), .add_class_i(add_class), .add_weight_i(add_weight),
    .add_jobs_i(add_jobs), .drop_i(drop), .drop_entry_i(drop_entry), .take_o(f_take), .busy_o(f_busy), .pick_i(pick),
    .eligible_i('1), .win_o(f_win), .grant_o(f_grant), .grant_entry_o(f_grant_entry),
    .grant_target_o(grant_target), .grant_expected_o(f_grant_expected), .grant_history_o(grant_history), .read_i(read), .read_entry_i(read_entry),
    .read_valid_o(f_read_valid), .read_expected_o(f_read_expected), .read_history_o(f_read_history),
    .read_jobs_o(f_read_jobs)
  );

endmodule

`default_nettype wire
