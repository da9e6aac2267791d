// SPDX-License-Identifier: Apache-2.0
// The complete job picker. Entries join and leave, expected weights are recomputed, and every free cycle makes one
// exact pick.
//
// Algorithm: gantry_entry_table holds the entries, a reweigh unit (DIVIDER) computes expected weights when a class has
// changed, and gantry_select_core picks. Commands take effect at the end of the cycle, after its pick. They wait while
// a reweigh runs, and after it until a round has followed if an entry is eligible.
// Tie-break: of equal targets the larger W wins (TIE = 1: the smaller H), then the lower class, then the lower entry.
// Latency: a grant follows its round by PICK_LATENCY cycles; a class is reweighed in 11*ENTRIES + 2 cycles
// (DIVIDER = 0), 12 (DIVIDER = 1) or ENTRIES + 12 (DIVIDER = 2).
// Critical path: that of the selection core, and from its grant to the job counters and the reweigh unit's start.
// The port table, with what inputs are legal, is in docs/rtl.md.
`default_nettype none

module gantry_picker #(
  parameter ENTRIES = 16,      // 4..256
  parameter CLASSES = 3,       // 1..5
  parameter FRAC = 8,          // 0..16
  parameter QUANT = 8,         // 0..FRAC+8
  parameter TIE = 0,           // 0 = larger W, 1 = smaller H
  parameter JOB_BITS = 17,     // 2..32
  parameter DIVIDER = 0,       // 0 = one for all entries, 1 = one per entry, 2 = one for all, pipelined
  parameter PICK_LATENCY = 1   // 1 or 2
) (
  input  wire                                         clk,
  input  wire                                         rst,
  // commands
  input  wire                                         add_i,
  input  wire [$clog2(ENTRIES)-1:0]                   add_entry_i,
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)-1:0] add_class_i,
  input  wire [8:0]                                   add_weight_i,      // S, 1..256
  input  wire [JOB_BITS-1:0]                          add_jobs_i,        // from 1
  input  wire                                         drop_i,
  input  wire [$clog2(ENTRIES)-1:0]                   drop_entry_i,
  // waiting commands, and those of this cycle, take effect at its end
  output wire                                         take_o,
  output wire                                         busy_o,            // a class is being reweighed: no round
  // rounds
  input  wire                                         pick_i,
  input  wire [ENTRIES-1:0]                           eligible_i,
  output wire [ENTRIES-1:0]                           win_o,             // this cycle's winner, one-hot, or 0
  output wire                                         grant_o,
  output wire [$clog2(ENTRIES)-1:0]                   grant_entry_o,
  output wire [8+FRAC-QUANT:0]                        grant_target_o,    // T, signed
  output wire [8:0]                                   grant_expected_o,  // W
  output wire [8+FRAC:0]                              grant_history_o,   // H_raw before the round
  // read-back, of the same cycle
  input  wire                                         read_i,
  input  wire [$clog2(ENTRIES)-1:0]                   read_entry_i,
  // the entry is in its class; otherwise the rest is 0
  output wire                                         read_valid_o,
  output wire [8:0]                                   read_expected_o,
  output wire [8+FRAC:0]                              read_history_o,
  output wire [JOB_BITS-1:0]                          read_jobs_o
);

  // Parameters outside their range name a module that does not exist, so that every tool stops.
  generate
    if (ENTRIES < 4 || ENTRIES > 256) begin : check_entries
      ENTRIES_is_not_within_4_to_256 illegal ();
    end
    if (CLASSES < 1 || CLASSES > 5) begin : check_classes
      CLASSES_is_not_within_1_to_5 illegal ();
    end
    if (FRAC < 0 || FRAC > 16) begin : check_frac
      FRAC_is_not_within_0_to_16 illegal ();
    end
    if (QUANT < 0 || QUANT > FRAC + 8) begin : check_quant
      QUANT_is_not_within_0_to_FRAC_plus_8 illegal ();
    end
    if (TIE != 0 && TIE != 1) begin : check_tie
      TIE_is_not_0_or_1 illegal ();
    end
    if (JOB_BITS < 2 || JOB_BITS > 32) begin : check_job_bits
      JOB_BITS_is_not_within_2_to_32 illegal ();
    end
    if (DIVIDER < 0 || DIVIDER > 2) begin : check_divider
      DIVIDER_is_not_0_1_or_2 illegal ();
    end
    if (PICK_LATENCY != 1 && PICK_LATENCY != 2) begin : check_pick_latency
      PICK_LATENCY_is_not_1_or_2 illegal ();
    end
  endgenerate

  localparam CLASS_BITS = $clog2(CLASSES > 2 ? CLASSES : 2);
  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam HISTORY = 9 + FRAC;
  localparam TARGET = 9 + FRAC - QUANT;
  localparam [CLASSES-1:0] FIRST_CLASS = 1;

  wire [ENTRIES-1:0] win;
  wire [ENTRIES-1:0] add;
  wire [ENTRIES-1:0] member;
  wire [ENTRIES-1:0] open;
  wire [ENTRIES-1:0] counted;
  wire [ENTRIES-1:0] changes;
  wire [ENTRIES-1:0] last;
  wire [ENTRIES-1:0] expect_entry;
  wire [CLASS_BITS*ENTRIES-1:0] classes /* verilator split_var */;
  wire [8*ENTRIES-1:0] weights /* verilator split_var */;
  wire [8*ENTRIES-1:0] new_expected /* verilator split_var */;
  wire [8*ENTRIES-1:0] expected /* verilator split_var */;
  wire [(HISTORY-1)*ENTRIES-1:0] history /* verilator split_var */;
  wire [JOB_BITS*ENTRIES-1:0] jobs /* verilator split_var */;

  // Timing: in which cycles a round may happen and commands take effect.
  wire round;
  wire any;
  wire leave;
  wire [CLASS_BITS-1:0] leave_class;
  reg owes_round_q;  // a reweigh is over and no round has followed it yet
  wire may_pick = pick_i & ~busy_o;
  assign take_o = ~busy_o & (~owes_round_q | pick_i | ~any);
  always @(posedge clk) begin
    if (rst) begin
      owes_round_q <= 1'b0;
    end else if (busy_o) begin
      owes_round_q <= 1'b1;
    end else if (round) begin
      owes_round_q <= 1'b0;
    end
  end

  // Which classes change.
  reg [CLASSES-1:0] class_changed;
  // An array beside the vector: simulators find an element of it at once.
  wire [CLASS_BITS-1:0] class_of [0:ENTRIES-1];
  genvar n;
  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : entry
      assign class_of[n] = classes[CLASS_BITS*n+:CLASS_BITS];
    end
  endgenerate
  integer i;
  always @* begin
    class_changed = {CLASSES{1'b0}};
    if (take_o) begin
      if (changes != {ENTRIES{1'b0}}) begin
        for (i = 0; i < ENTRIES; i = i + 1) begin
          if (changes[i]) class_changed = class_changed | (FIRST_CLASS << class_of[i]);
        end
      end
      if (add_i) class_changed = class_changed | (FIRST_CLASS << add_class_i);
    end
    if (leave) class_changed = class_changed | (FIRST_CLASS << leave_class);
  end

  assign win_o = win;

  wire [8:0] add_lower = add_weight_i - 9'd1;
  wire unused = add_lower[8];

  gantry_entry_table #(.ENTRIES(ENTRIES), .JOB_BITS(JOB_BITS)) table_ (
    .clk(clk), .rst(rst), .take_i(take_o), .win_i(win),
    .add_i(add_i), .add_entry_i(add_entry_i), .add_weight_i(add_lower[7:0]), .add_jobs_i(add_jobs_i),
    .drop_i(drop_i), .drop_entry_i(drop_entry_i),
    .add_o(add), .member_o(member), .open_o(open), .counted_o(counted), .changes_o(changes), .last_o(last),
    .weight_o(weights), .jobs_o(jobs)
  );

  wire core_grant;
  wire [ENTRY_BITS-1:0] core_entry;
  generate
    case (DIVIDER)
      0: begin : shared
        wire unused_counted = &{1'b0, counted};
        gantry_reweigh_shared #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) reweigh (
          .clk(clk), .rst(rst), .start_i(~busy_o), .class_changed_i(class_changed), .busy_o(busy_o),
          .member_i(member), .class_i(classes), .weight_i(weights),
          .expect_o(expect_entry), .expected_o(new_expected)
        );
      end
      1: begin : parallel
        wire unused_counted = &{1'b0, counted};
        gantry_reweigh_parallel #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) reweigh (
          .clk(clk), .rst(rst), .start_i(~busy_o), .class_changed_i(class_changed), .busy_o(busy_o),
          .member_i(member), .class_i(classes), .weight_i(weights),
          .expect_o(expect_entry), .expected_o(new_expected)
        );
      end
      default: begin : pipelined
        gantry_reweigh_pipelined #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) reweigh (
          .clk(clk), .rst(rst), .start_i(~busy_o), .class_changed_i(class_changed), .busy_o(busy_o),
          .add_i(add_i), .add_entry_i(add_entry_i), .add_class_i(add_class_i), .add_weight_i(add_weight_i),
          .drop_i(drop_i), .drop_entry_i(drop_entry_i),
          .leave_i(leave), .leave_class_i(leave_class), .was_winner_i(core_entry), .counted_i(counted),
          .member_i(member), .class_i(classes), .weight_i(weights),
          .expect_o(expect_entry), .expected_o(new_expected)
        );
      end
    endcase
  endgenerate

  wire [TARGET-1:0] core_target;
  wire [8:0] core_expected;
  wire [HISTORY-1:0] core_history;
  gantry_select_core #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE)
  ) core (
    .clk(clk), .rst(rst),
    .pick_i(may_pick), .candidate_i(open & eligible_i), .member_i(member), .last_i(last),
    .round_o(round), .any_o(any), .win_o(win), .leave_o(leave), .best_class_o(leave_class),
    .grant_o(core_grant), .grant_entry_o(core_entry), .grant_target_o(core_target),
    .grant_expected_o(core_expected), .grant_history_o(core_history),
    .load_i(add), .load_class_i(add_class_i), .load_weight_i(add_lower[7:0]),
    .expect_i(expect_entry), .expected_i(new_expected),
    .class_o(classes), .expected_o(expected), .history_o(history)
  );

  generate
    if (PICK_LATENCY == 1) begin : soon
      assign grant_o = core_grant;
      assign grant_entry_o = core_entry;
      assign grant_target_o = core_target;
      assign grant_expected_o = core_expected;
      assign grant_history_o = core_history;
    end else begin : later
      reg grant_q;
      reg [ENTRY_BITS-1:0] entry_q;
      reg [TARGET-1:0] target_q;
      reg [8:0] expected_q;
      reg [HISTORY-1:0] history_q;
      always @(posedge clk) begin
        grant_q <= core_grant & ~rst;
        if (core_grant) begin
          entry_q <= core_entry;
          target_q <= core_target;
          expected_q <= core_expected;
          history_q <= core_history;
        end
      end
      assign grant_o = grant_q;
      assign grant_entry_o = entry_q;
      assign grant_target_o = target_q;
      assign grant_expected_o = expected_q;
      assign grant_history_o = history_q;
    end
  endgenerate

  gantry_read_back #(.ENTRIES(ENTRIES), .HISTORY(HISTORY), .JOB_BITS(JOB_BITS)) read_back (
    .read_i(read_i), .entry_i(read_entry_i),
    .member_i(member), .expected_i(expected), .history_i(history), .jobs_i(jobs),
    .valid_o(read_valid_o), .expected_o(read_expected_o), .history_o(read_history_o), .jobs_o(read_jobs_o)
  );

endmodule

`default_nettype wire
