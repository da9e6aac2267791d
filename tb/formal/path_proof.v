// SPDX-License-Identifier: Apache-2.0
// The path of S, W and H through the whole picker (gantry_picker), pin to pin. Proved from the first reset on, for
// every sequence of legal inputs and further resets, beside a plain model of each entry:
//   - the S that the reweigh unit gets for an entry, and its class, are those of the entry's last add, and what the
//     unit writes for an entry becomes this entry's W and nobody else's: together with reweigh_weight_proof.v, W is the
//     documented one of the S given at the pins. A new entry's W is its S until then;
//   - H_raw is S*2^FRAC after the add, ages in every round while the entry is in its class, by H_raw >> d of its W, and
//     is credited (256 >> d)*2^FRAC when it wins;
//   - read-back shows this W and H_raw of a member, and 0 otherwise; the grant shows the winner's from before the
//     round.
// Legal inputs, membership and who wins are the subject of picker_proof.v: here the picker's own are taken (tap).
// With TIE = 0 the grant computes H_raw and with either its T from the winner's key: core_proof.v has both.
// How: an invariant over all reachable states. Model and picker agree register by register, which ABC finds.
`default_nettype none

module path_proof #(
  parameter ENTRIES = 4,
  parameter CLASSES = 5,
  parameter FRAC = 1,
  parameter QUANT = 1,
  parameter TIE = 1,
  parameter JOB_BITS = 2,
  parameter DIVIDER = 1,
  parameter PICK_LATENCY = 1,
  // derived
  parameter CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3,
  parameter ENTRY_BITS = $clog2(ENTRIES),
  parameter HISTORY = 8 + FRAC
) (
  input wire                  clk,
  input wire                  any_rst,
  input wire                  any_add,
  input wire [ENTRY_BITS-1:0] add_entry,
  input wire [CLASS_BITS-1:0] any_class,
  input wire [8:0]            any_weight,
  input wire [JOB_BITS-1:0]   any_jobs,
  input wire                  drop,
  input wire [ENTRY_BITS-1:0] drop_entry,
  input wire                  pick,
  input wire [ENTRIES-1:0]    eligible,
  input wire                  read,
  input wire [ENTRY_BITS-1:0] read_entry
);

  reg first = 1;
  always @(posedge clk) first <= 0;
  wire rst = first || any_rst;
  wire [8:0] weight = any_weight == 0 || any_weight > 256 ? 9'd256 : any_weight;
  wire [CLASS_BITS-1:0] add_class = any_class < CLASSES ? any_class : 0;
  wire [JOB_BITS-1:0] jobs = any_jobs == 0 ? 1 : any_jobs;

  // tap win = picker.win
  wire [ENTRIES-1:0] win;
  // tap member = picker.member
  wire [ENTRIES-1:0] member;
  // tap classes = picker.classes
  wire [CLASS_BITS*ENTRIES-1:0] classes;
  // tap weights = picker.weights
  wire [8*ENTRIES-1:0] weights;
  // tap write = picker.expect_entry
  wire [ENTRIES-1:0] write;
  // tap written = picker.new_expected
  wire [8*ENTRIES-1:0] written;

  wire grant, read_valid;
  wire [8:0] grant_expected, read_expected;
  wire [HISTORY:0] grant_history, read_history;
  wire [ENTRY_BITS-1:0] grant_entry;
  // An add is for an entry that is no member, or leaves in this cycle.
  wire [ENTRIES-1:0] free;
  wire add = any_add && free[add_entry] && add_entry < ENTRIES;

  // tap leaving = picker.table_.pending_q
  wire [ENTRIES-1:0] leaving;
  // tap last = picker.last
  wire [ENTRIES-1:0] last;
  wire take, busy;

  wire any_win = win != 0;
  wire [8:0] won_w [0:ENTRIES];
  wire [HISTORY:0] won_h [0:ENTRIES];
  assign won_w[0] = 0;
  assign won_h[0] = 0;
  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      assign free[i] = !member[i] ? !leaving[i] || (drop && drop_entry == i)
                                  : take && (leaving[i] || (drop && drop_entry == i) || (win[i] && last[i]));
      wire added = add && add_entry == i;
      // S, W, H_raw, each less one, and the class; what they are before the first add does not matter.
      reg [7:0] s, w;
      reg [HISTORY-1:0] h;
      reg [CLASS_BITS-1:0] cls;
      reg used = 0;
      wire [HISTORY:0] served = {1'b0, h} + 1;
      wire [8:0] expected = {1'b0, w} + 1;
      wire [3:0] shift = expected >= 9 ? 4 : expected >= 5 ? 5 : expected >= 3 ? 6 : expected == 2 ? 7 : 8;  // d
      wire [HISTORY:0] credit = (256 >> shift) << FRAC;
      wire [HISTORY:0] next = served - (served >> shift) + (win[i] ? credit : 0) - 1;
      always @(posedge clk) begin
        if (added) begin
          s <= weight - 1;
          w <= weight - 1;
          h <= (weight << FRAC) - 1;
          cls <= add_class;
          used <= 1;
        end else begin
          if (write[i]) w <= written[8*i+:8];
          if (any_win && member[i]) h <= next;
        end
      end
      assign won_w[i+1] = won_w[i] | (win[i] ? expected : 0);
      assign won_h[i+1] = won_h[i] | (win[i] ? served : 0);
      always @* begin
        if (!first && used) begin
          assert (weights[8*i+:8] == s);
          assert (classes[CLASS_BITS*i+:CLASS_BITS] == cls);
        end
        if (!rst && member[i]) assert (used);
        if (!rst && read && read_entry == i && member[i]) begin
          assert (read_expected == expected);
          assert (read_history == served);
        end
        if (!rst && win[i]) assert (!busy && !write[i]);
      end
    end
  endgenerate

  // What the grants have to show.
  reg [8:0] w_1, w_2;
  reg [HISTORY:0] h_1, h_2;
  always @(posedge clk) begin
    w_1 <= won_w[ENTRIES];
    h_1 <= won_h[ENTRIES];
    w_2 <= w_1;
    h_2 <= h_1;
  end
  always @* begin
    if (!rst && grant) begin
      assert (grant_expected == (PICK_LATENCY == 1 ? w_1 : w_2));
      assert (grant_history == (PICK_LATENCY == 1 ? h_1 : h_2));
    end
    if (!rst && !read_valid) assert (read_expected == 0 && read_history == 0);
    if (!rst && !read) assert (!read_valid);
  end

  gantry_picker #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE), .JOB_BITS(JOB_BITS),
    .DIVIDER(DIVIDER), .PICK_LATENCY(PICK_LATENCY)
  ) picker (
    .clk(clk), .rst(rst),
    .add_i(add), .add_entry_i(add_entry), .add_class_i(add_class), .add_weight_i(weight),
    .add_jobs_i(jobs), .drop_i(drop), .drop_entry_i(drop_entry), .take_o(take), .busy_o(busy),
    .pick_i(pick), .eligible_i(eligible), .grant_o(grant), .grant_entry_o(grant_entry),
    .grant_target_o(), .grant_expected_o(grant_expected), .grant_history_o(grant_history),
    .read_i(read), .read_entry_i(read_entry), .read_valid_o(read_valid), .read_expected_o(read_expected),
    .read_history_o(read_history), .read_jobs_o()
  );

  // Not vacuous: an entry that left joins in the same cycle, with another S; S = 256 is read back and granted.
  reg rejoined = 0;
  always @(posedge clk) rejoined <= !rst && add && (win & last) == 1 << add_entry && weight != 256;
  always @* begin
    cover (rejoined);
    cover (!rst && read_valid && read_expected == 256 && read_history == 256 << FRAC);
    cover (!rst && grant && grant_expected == 256);
  end

endmodule

`default_nettype wire
