// SPDX-License-Identifier: Apache-2.0
// Holds every gantry_picker against the reference model, pin by pin in every cycle, whatever drives it: bound to each
// instance, with a model of its own. A difference is an error and names the pin; `cycles` and `grants` count what was
// compared. Behind inputs that are not legal nothing is known until the next reset.
`default_nettype none

module gantry_picker_scoreboard #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0,
  parameter JOB_BITS = 17,
  parameter DIVIDER = 0,
  parameter PICK_LATENCY = 1,
  localparam CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3,
  localparam ENTRY_BITS = $clog2(ENTRIES),
  localparam HISTORY = 9 + FRAC,
  localparam TARGET = 9 + FRAC - QUANT
) (
  input wire                  clk,
  input wire                  rst,
  input wire                  add_i,
  input wire [ENTRY_BITS-1:0] add_entry_i,
  input wire [CLASS_BITS-1:0] add_class_i,
  input wire [8:0]            add_weight_i,
  input wire [JOB_BITS-1:0]   add_jobs_i,
  input wire                  drop_i,
  input wire [ENTRY_BITS-1:0] drop_entry_i,
  input wire                  take_o,
  input wire                  busy_o,
  input wire                  pick_i,
  input wire [ENTRIES-1:0]    eligible_i,
  input wire [ENTRIES-1:0]    win_o,
  input wire                  grant_o,
  input wire [ENTRY_BITS-1:0] grant_entry_o,
  input wire signed [TARGET-1:0] grant_target_o,
  input wire [8:0]            grant_expected_o,
  input wire [HISTORY-1:0]    grant_history_o,
  input wire                  read_i,
  input wire [ENTRY_BITS-1:0] read_entry_i,
  input wire                  read_valid_o,
  input wire [8:0]            read_expected_o,
  input wire [HISTORY-1:0]    read_history_o,
  input wire [JOB_BITS-1:0]   read_jobs_o
);

  import gantry_picker_dpi::*;

  chandle model;
  bit follows = 1'b0;  // since a reset
  longint unsigned cycles = 0;
  longint unsigned grants = 0;

  bit take, busy, grant, valid;
  int entry, target, expected, history, winner;
  int unsigned jobs;

  function automatic bit done(int code);
    if (code < 0) $error("scoreboard: %s", gantry_picker_error());
    return code >= 0;
  endfunction

  // In four states, so that an X is no 0.
  function automatic void same(string pin, longint of_model, logic signed [63:0] of_rtl);
    if (of_model !== of_rtl) $error("scoreboard: %s: model %0d, rtl %0d (cycle %0d)", pin, of_model, of_rtl, cycles);
  endfunction

  // In four states, so that an X is no 0.
  function automatic void same_winner(int of_model, logic [ENTRIES-1:0] of_rtl);
    logic [ENTRIES-1:0] one_hot;
    one_hot = of_model < 0 ? ENTRIES'(0) : ENTRIES'(1) << of_model;
    if (one_hot !== of_rtl) $error("scoreboard: win_o: model %0b, rtl %0b (cycle %0d)", one_hot, of_rtl, cycles);
  endfunction

  initial void'(done(gantry_picker_create(model, ENTRIES, CLASSES, FRAC, QUANT, TIE, JOB_BITS, DIVIDER, PICK_LATENCY)));
  final gantry_picker_destroy(model);

  always @(posedge clk) begin
    if (rst) begin
      void'(done(gantry_picker_reset(model)));
      follows <= 1'b1;
    end else if (follows) begin
      void'(done(gantry_picker_round(model, pick_i, 256'(eligible_i))));
      void'(done(gantry_picker_outputs(model, take, busy, grant, entry, target, expected, history)));
      same("take_o", longint'(take), 64'(take_o));
      same("busy_o", longint'(busy), 64'(busy_o));
      if (done(gantry_picker_winner(model, winner))) same_winner(winner, win_o);
      same("grant_o", longint'(grant), 64'(grant_o));
      if (grant) begin
        same("grant_entry_o", longint'(entry), 64'(grant_entry_o));
        same("grant_target_o", longint'(target), 64'(grant_target_o));
        same("grant_expected_o", longint'(expected), 64'(grant_expected_o));
        same("grant_history_o", longint'(history), 64'(grant_history_o));
        grants <= grants + 1;
      end
      // While weights are computed the model does not tell W.
      if (read_i && done(gantry_picker_read(model, int'(read_entry_i), valid, expected, history, jobs))) begin
        same("read_valid_o", longint'(valid), 64'(read_valid_o));
        if (valid) begin
          same("read_history_o", longint'(history), 64'(read_history_o));
          same("read_jobs_o", longint'(jobs), 64'(read_jobs_o));
          if (expected >= 0) same("read_expected_o", longint'(expected), 64'(read_expected_o));
        end
      end
      follows <= done(gantry_picker_command(model, drop_i, int'(drop_entry_i), add_i, int'(add_entry_i),
                                            int'(add_class_i), int'(add_weight_i), 32'(add_jobs_i)));
      cycles <= cycles + 1;
    end
  end

endmodule

bind gantry_picker gantry_picker_scoreboard #(
  .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE), .JOB_BITS(JOB_BITS), .DIVIDER(DIVIDER),
  .PICK_LATENCY(PICK_LATENCY)
) picker_scoreboard (.*);

`default_nettype wire
