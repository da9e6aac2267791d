// SPDX-License-Identifier: Apache-2.0
// Whole picker (gantry_picker), its protocol. Proved from the first reset on, for every sequence of legal inputs and
// further resets:
//   - in every cycle: exactly one winner if pick_i meets an eligible entry and no reweigh is under way, otherwise none;
//     and a grant with the winner's number PICK_LATENCY cycles later, and no other grant;
//   - an entry that is blocked, empty, waiting to join, or told to leave, never wins;
//   - no entry competes or ages in the cycle after a load or a new W, in which its target weight is still the old one;
//   - a member has at least one job to pick, so the count never underflows; it is the count that was added less the
//     rounds won since, and is read back so;
//   - commands take effect as documented: at the end of a cycle with take_o, those that wait together; leaving by the
//     last pick first, then drops, then adds; a reweigh starts in the next cycle if and only if a class changed, with
//     exactly the classes that changed;
//   - after a reweigh a round happens before the next reweigh, if anything is eligible;
//   - after a reset no entry is used, no reweigh is under way and no grant follows, whatever the other inputs were in
//     it.
// Legal inputs are those of docs/rtl.md: an entry within ENTRIES, a class within CLASSES, S from 1 to 256, jobs from 1;
// an add is for an entry that is empty, or leaves in this very cycle, or waits to join and is dropped in this cycle.
// Any drop is legal. Inputs that would not be legal are made so here rather than assumed away.
// How: an invariant over all reachable states of the picker beside a plain model of its membership. The wires marked
// "tap" are joined to the picker's by the runner.
`default_nettype none

module picker_proof #(
  parameter ENTRIES = 4,
  parameter CLASSES = 2,
  parameter FRAC = 0,
  parameter QUANT = 0,
  parameter TIE = 0,
  parameter JOB_BITS = 2,
  parameter DIVIDER = 1,
  parameter PICK_LATENCY = 1,
  // derived
  parameter CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3,
  parameter ENTRY_BITS = $clog2(ENTRIES)
) (
  input wire                  clk,
  input wire                  any_rst,
  input wire                  any_add,
  input wire [ENTRY_BITS-1:0] any_add_entry,
  input wire [CLASS_BITS-1:0] any_class,
  input wire [7:0]            any_weight,
  input wire [JOB_BITS-1:0]   any_jobs,
  input wire                  drop,
  input wire [ENTRY_BITS-1:0] drop_entry,
  input wire                  pick,
  input wire [ENTRIES-1:0]    eligible,
  input wire [ENTRY_BITS-1:0] read_entry
);

  reg first = 1;
  always @(posedge clk) first <= 0;
  wire rst = first || any_rst;

  // tap win = picker.win
  wire [ENTRIES-1:0] win;
  // tap follow = picker.core.follow_q
  wire [ENTRIES-1:0] follow;
  // tap age = picker.core.age
  wire [ENTRIES-1:0] age;
  // tap class_changed = picker.class_changed
  wire [CLASSES-1:0] class_changed;

  // The plain model: who is a member, waits to join, is told to leave; class and jobs.
  reg [ENTRIES-1:0] member = 0, joining = 0, leaving = 0;
  wire [CLASSES*ENTRIES-1:0] class_mask;  // of every entry, one-hot
  reg owes_round = 0;

  wire take, busy, grant, read_valid;
  wire [ENTRY_BITS-1:0] grant_entry;
  wire [JOB_BITS-1:0] read_jobs;
  wire [ENTRIES-1:0] candidate = member & ~leaving & eligible;

  // What an entry undergoes in this cycle.
  wire [ENTRIES-1:0] dropped, finished, free, added;
  wire [JOB_BITS-1:0] add_jobs = any_jobs == 0 ? 1 : any_jobs;
  wire [CLASS_BITS-1:0] add_class = any_class < CLASSES ? any_class : 0;
  wire add = any_add && (free != 0 || rst);
  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      reg [CLASS_BITS-1:0] cls;
      reg [JOB_BITS-1:0] jobs;
      assign class_mask[CLASSES*i+:CLASSES] = 1 << cls;
      assign dropped[i] = drop && drop_entry == i && !rst;
      assign finished[i] = win[i] && jobs == 1;
      assign free[i] = any_add_entry == i &&
        ((!member[i] && !joining[i]) || (joining[i] && dropped[i]) ||
         (member[i] && take && (dropped[i] || leaving[i] || finished[i])));
      assign added[i] = add && any_add_entry == i && !rst;
      always @(posedge clk) begin
        if (rst) begin
          jobs <= 1;
          cls <= 0;
        end else if (added[i]) begin
          jobs <= add_jobs;
          cls <= add_class;
        end else if (win[i]) begin
          jobs <= jobs - 1;
        end
      end
      always @* if (!rst && read_valid && read_entry == i) assert (read_jobs == jobs && jobs != 0);
    end
  endgenerate

  wire [ENTRIES-1:0] stay = member & ~finished;
  always @(posedge clk) begin
    if (rst) begin
      member <= 0;
      joining <= 0;
      leaving <= 0;
      owes_round <= 0;
    end else begin
      if (take) begin
        member <= (stay & ~leaving & ~dropped) | (joining & ~dropped) | added;
        joining <= 0;
        leaving <= 0;
      end else begin
        member <= stay;
        joining <= (joining & ~dropped) | added;
        leaving <= (leaving | dropped) & stay;
      end
      owes_round <= busy || (owes_round && win == 0);
    end
  end

  // Classes whose members change at the end of this cycle.
  reg [CLASSES-1:0] changed;
  integer n;
  always @* begin
    changed = 0;
    for (n = 0; n < ENTRIES; n = n + 1)
      if (finished[n] || (take && ((member[n] && (leaving[n] || dropped[n])) || (joining[n] && !dropped[n]))))
        changed = changed | class_mask[CLASSES*n+:CLASSES];
    if (take && add) changed[add_class] = 1;
  end

  gantry_picker #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE), .JOB_BITS(JOB_BITS),
    .DIVIDER(DIVIDER), .PICK_LATENCY(PICK_LATENCY)
  ) picker (
    .clk(clk), .rst(rst),
    .add_i(add), .add_entry_i(any_add_entry), .add_class_i(add_class), .add_weight_i({1'b0, any_weight} + 9'd1),
    .add_jobs_i(add_jobs), .drop_i(drop), .drop_entry_i(drop_entry), .take_o(take), .busy_o(busy),
    .pick_i(pick), .eligible_i(eligible), .win_o(), .grant_o(grant), .grant_entry_o(grant_entry),
    .grant_target_o(), .grant_expected_o(), .grant_history_o(),
    .read_i(1'b1), .read_entry_i(read_entry), .read_valid_o(read_valid), .read_expected_o(), .read_history_o(),
    .read_jobs_o(read_jobs)
  );

  // Winners of the last two cycles, for the grants.
  reg [ENTRIES-1:0] win_1 = 0, win_2 = 0;
  wire [ENTRIES-1:0] granted = PICK_LATENCY == 1 ? win_1 : win_2;
  reg was_idle = 0, was_due = 0, was_reset = 0;
  reg [CLASSES-1:0] was_changed = 0;
  always @(posedge clk) begin
    win_1 <= rst ? 0 : win;
    win_2 <= rst ? 0 : win_1;
    was_reset <= rst;
    was_idle <= !rst && !busy;
    was_changed <= changed;
    was_due <= !rst && owes_round && candidate != 0 && win == 0;
  end

  always @* begin
    if (!rst) begin
      assert ((win != 0) == (pick && !busy && candidate != 0));
      assert ((win & (win - 1)) == 0);
      assert ((win & ~candidate) == 0);
      assert ((age & follow) == 0);
      assert (grant == (granted != 0));
      if (grant) assert (granted == 1 << grant_entry);
      assert (take == (!busy && (!owes_round || pick || candidate == 0)));
      if (!busy) assert (class_changed == changed);
      if (was_idle) assert (busy == (was_changed != 0));
      if (was_idle && busy) assert (!was_due);
      if (was_reset) assert (!busy);
      assert (read_valid == (read_entry < ENTRIES && member[read_entry]));
      assert ((joining & member) == 0 && (leaving & ~member) == 0);
    end
  end

  // Not vacuous: the last entry is granted; an entry leaves with its last job and joins again in the same cycle; a join
  // waits for a reweigh; a command waits for the round that is due; a reset meets all kinds of entries and an add.
  always @* begin
    cover (!rst && grant && grant_entry == ENTRIES - 1);
    cover (!rst && (finished & added) != 0);
    cover (!rst && busy && joining != 0 && leaving != 0);
    cover (!rst && !busy && joining != 0 && !take);
    cover (any_rst && !first && add && busy && member != 0 && joining != 0);
  end

endmodule

`default_nettype wire
