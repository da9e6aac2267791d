// SPDX-License-Identifier: Apache-2.0
// A picker under random legal traffic, for any simulator: what is bound to gantry_picker judges it. The stimulus asks a
// reference model of its own, one cycle ahead, what would be legal. The same seed gives the same traffic everywhere.
`default_nettype none

module picker_traffic #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0,
  parameter JOB_BITS = 17,
  parameter DIVIDER = 0,
  parameter PICK_LATENCY = 1,
  parameter SEED = 1
) (
  input wire clk,
  input wire run  // 0: everything is idle
);

  import gantry_picker_dpi::*;

  localparam CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3;
  localparam ENTRY_BITS = $clog2(ENTRIES);

  reg rst = 1'b0, add = 1'b0, drop = 1'b0, pick = 1'b0, read = 1'b0;
  reg [ENTRY_BITS-1:0] add_entry, drop_entry, read_entry;
  reg [CLASS_BITS-1:0] add_class;
  reg [8:0] add_weight;
  reg [JOB_BITS-1:0] add_jobs;
  reg [ENTRIES-1:0] eligible;

  // verilator lint_off PINCONNECTEMPTY
  // verilator lint_off PINMISSING
  gantry_picker #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE), .JOB_BITS(JOB_BITS), .DIVIDER(DIVIDER),
    .PICK_LATENCY(PICK_LATENCY)
  ) picker (
    .clk(clk), .rst(rst), .add_i(add), .add_entry_i(add_entry), .add_class_i(add_class), .add_weight_i(add_weight),
    .add_jobs_i(add_jobs), .drop_i(drop), .drop_entry_i(drop_entry), .take_o(), .busy_o(), .pick_i(pick),
    .eligible_i(eligible), .win_o(),
    .grant_o(), .grant_entry_o(), .grant_target_o(), .grant_expected_o(), .grant_history_o(), .read_i(read),
    .read_entry_i(read_entry), .read_valid_o(), .read_expected_o(), .read_history_o(), .read_jobs_o()
  );
  // verilator lint_on PINMISSING
  // verilator lint_on PINCONNECTEMPTY

  // Everything below is drawn in order, within one step.
  // verilator lint_off BLKSEQ

  // Marsaglia's xorshift, 64 bits.
  longint unsigned random_state = 64'h9e3779b97f4a7c15 * SEED;
  function automatic int unsigned below(int unsigned limit);
    random_state = random_state ^ (random_state << 13);
    random_state = random_state ^ (random_state >> 7);
    random_state = random_state ^ (random_state << 17);
    return 32'((random_state >> 32) % 64'(limit));
  endfunction
  function automatic bit percent(int unsigned p);
    return below(100) < p;
  endfunction

  // Habits, drawn anew for each phase: calm phases run full of rounds, busy ones full of commands.
  int unsigned phase_left = 0;
  int unsigned add_percent, drop_percent, pick_percent, eligible_habit, weight_habit, most_jobs;
  function automatic void draw_habits();
    bit calm = percent(50);
    phase_left = 100 + below(400);
    add_percent = calm ? 5 : 10 + below(80);
    drop_percent = calm ? 0 : below(40);
    pick_percent = percent(50) ? 100 : 20 + below(70);
    eligible_habit = below(4);
    weight_habit = below(3);
    most_jobs = calm ? 200 : 1 + below(6);
    if (64'(most_jobs) >= 64'd1 << JOB_BITS) most_jobs = (1 << JOB_BITS) - 1;
  endfunction

  chandle model;
  initial if (gantry_picker_create(model, ENTRIES, CLASSES, FRAC, QUANT, TIE, JOB_BITS, DIVIDER, PICK_LATENCY) < 0)
    $fatal(1, "picker_traffic: %s", gantry_picker_error());
  final gantry_picker_destroy(model);

  // The next cycle's inputs.
  bit n_rst, n_pick, n_drop, n_add, n_read, legal;
  bit [ENTRIES-1:0] n_eligible;
  int n_drop_entry, n_add_entry, n_add_class, n_add_weight, first;
  int unsigned n_add_jobs;
  int status;
  bit begun = 1'b0;
  function automatic void draw_cycle();
    if (phase_left == 0) draw_habits();
    phase_left--;
    n_rst = !begun || below(2000) == 0;
    n_pick = percent(pick_percent);
    n_read = percent(20);
    for (int e = 0; e < ENTRIES; e++) n_eligible[e] = eligible_habit == 0 || percent(eligible_habit * 30);
    n_drop = percent(drop_percent);
    n_drop_entry = int'(below(ENTRIES));
    n_add = 1'b0;
    n_add_class = int'(below(CLASSES));
    n_add_weight = weight_habit == 0 ? 1 + int'(below(256)) :
                   weight_habit == 1 ? (percent(50) ? 1 : 256) : 1 << below(8);
    n_add_jobs = 1 + below(most_jobs);
    if (n_rst) begin
      status = gantry_picker_reset(model);
      begun = 1'b1;
      return;
    end
    status = gantry_picker_round(model, n_pick, 256'(n_eligible));
    if (percent(add_percent)) begin
      // The entry that leaves with its last pick first, or one of a drop, or whichever is next.
      first = int'(below(ENTRIES));
      if (percent(30)) begin
        void'(gantry_picker_winner(model, first));
        if (first < 0) first = n_drop ? n_drop_entry : 0;
      end
      for (int i = 0; i < ENTRIES && !n_add; i++) begin
        n_add_entry = (first + i) % ENTRIES;
        void'(gantry_picker_may_add(model, n_add_entry, n_drop, n_drop_entry, legal));
        n_add = legal;
      end
    end
    status = gantry_picker_command(model, n_drop, n_drop_entry, n_add, n_add_entry, n_add_class, n_add_weight,
                                   n_add_jobs);
    if (status < 0) $error("picker_traffic: %s", gantry_picker_error());
  endfunction

  always @(posedge clk) begin
    if (run) begin
      draw_cycle();
      rst <= n_rst;
      pick <= n_pick;
      eligible <= n_eligible;
      drop <= n_drop;
      drop_entry <= ENTRY_BITS'(n_drop_entry);
      add <= n_add;
      add_entry <= ENTRY_BITS'(n_add_entry);
      add_class <= CLASS_BITS'(n_add_class);
      add_weight <= 9'(n_add_weight);
      add_jobs <= JOB_BITS'(n_add_jobs);
      read <= n_read;
      read_entry <= ENTRY_BITS'(below(ENTRIES));
    end else begin
      {rst, add, drop, pick, read} <= '0;
    end
  end
  // verilator lint_on BLKSEQ

endmodule

`default_nettype wire
