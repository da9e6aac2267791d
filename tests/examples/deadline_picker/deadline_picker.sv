// SPDX-License-Identifier: Apache-2.0
// Somebody's own picker: the task that is due first, in one cycle. Of equal entries the lowest number wins.
module deadline_picker
  import deadline_pkg::*;
#(
  parameter int N = 16,
  localparam int BITS = $clog2(N)
) (
  input  logic            clk,
  input  logic            clear,
  input  logic [63:0]     now,
  input  logic            enter,
  input  logic [BITS-1:0] enter_who,
  input  order_t          enter_order,
  input  jobs_t           enter_jobs,
  input  logic            leave,
  input  logic [BITS-1:0] leave_who,
  input  logic            choose,
  input  logic [N-1:0]    ready,
  output logic            chosen,
  output logic [BITS-1:0] winner
);

  `include "goes_before.svh"

  logic [N-1:0] used;
  order_t       order [N];
  jobs_t        jobs [N];

  logic [31:0] late;  // jobs picked behind their deadline, for whoever looks at the waveform

  logic            found;
  logic [BITS-1:0] best;
  always_comb begin
    found = 1'b0;
    best = '0;
    for (int i = 0; i < N; i++) begin
      if (used[i] && ready[i] && (!found || goes_before(order[i], order[best]))) begin
        found = 1'b1;
        best = BITS'(i);
      end
    end
  end

  always_ff @(posedge clk) begin
    chosen <= choose & found & ~clear;
    winner <= best;
    if (choose & found) begin
      if (order[best].deadline < now) late <= late + 1'b1;
      jobs[best] <= jobs[best] - 1'b1;
      if (jobs[best] == 1) used[best] <= 1'b0;
    end
    if (leave) used[leave_who] <= 1'b0;
    if (enter) begin
      used[enter_who] <= 1'b1;
      order[enter_who] <= enter_order;
      jobs[enter_who] <= enter_jobs;
    end
    if (clear) begin
      used <= '0;
      late <= '0;
    end
  end

endmodule
