// SPDX-License-Identifier: Apache-2.0
// Tasks that have their ids, with the jobs that each has left. An id is a place of the table.
//
// Algorithm: a completion is compared with the tasks of all places. Order within a cycle: the completion and an event
// that ends free their places, then a task takes one.
// Tie-break: the lowest place.
// Latency: a place that is freed can be taken in the same cycle.
// Critical path: number of the completed task, comparison, lowest free place.
`default_nettype none

module gantry_live_tasks #(
  parameter IDS = 64,        // 2..4096
  parameter TASK_BITS = 32,  // 1..32
  parameter JOB_BITS = 32,   // 1..32
  parameter DATA = 138       // from 1: bits that come back when the task ends
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire [$clog2(IDS):0]   ids_i,  // 1..IDS; does not change
  // a job is done
  input  wire                   done_i,
  input  wire [TASK_BITS-1:0]   done_task_i,
  output wire                   last_o,  // it was the last one of its task
  output wire [DATA-1:0]        last_data_o,
  // an event ends
  input  wire                   event_i,
  input  wire [$clog2(IDS)-1:0] event_id_i,
  output wire [TASK_BITS-1:0]   event_task_o,
  output wire [DATA-1:0]        event_data_o,
  // a task takes an id
  output wire                   free_o,
  input  wire                   take_i,
  output wire [$clog2(IDS)-1:0] take_id_o,
  input  wire [TASK_BITS-1:0]   take_task_i,
  input  wire [JOB_BITS-1:0]    take_jobs_i,
  input  wire [DATA-1:0]        take_data_i,
  // what a task with an id is
  input  wire [$clog2(IDS)-1:0] read_id_i,
  output wire [TASK_BITS-1:0]   read_task_o,
  output wire                   read_event_o,
  output wire [DATA-1:0]        read_data_o,
  // from registers alone: an id is free
  output wire                   free_next_o
);

  localparam ID_BITS = $clog2(IDS);
  localparam ITEM = 1 + TASK_BITS + DATA;
  localparam [IDS-1:0] ONE = 1;
  localparam [JOB_BITS-1:0] LAST = 1;

  reg [IDS-1:0]       valid_q;
  reg [ITEM-1:0]      items_q [0:IDS-1];

  wire [IDS-1:0] match, last, ends, usable, lowest;
  wire [ID_BITS-1:0] done_id;
  wire [IDS-1:0] left = valid_q & ~last & ~ends;
  wire [IDS-1:0] free = usable & ~left;
  assign lowest = free & (~free + ONE);

  genvar i, b;
  generate
    for (i = 0; i < IDS; i = i + 1) begin : id
      localparam [ID_BITS:0] NUMBER = i;
      reg [TASK_BITS-1:0] task_q;
      reg [JOB_BITS-1:0]  jobs_q;
      assign usable[i] = NUMBER < ids_i;
      assign match[i] = done_i & valid_q[i] & task_q == done_task_i & jobs_q != {JOB_BITS{1'b0}};
      assign last[i] = match[i] & jobs_q == LAST;
      assign ends[i] = event_i & {1'b0, event_id_i} == NUMBER;
      always @(posedge clk) begin
        if (take_i & lowest[i]) begin
          task_q <= take_task_i;
          jobs_q <= take_jobs_i;
        end else if (match[i]) begin
          jobs_q <= jobs_q - LAST;
        end
      end
    end
    for (b = 0; b < ID_BITS; b = b + 1) begin : id_bit
      wire [IDS-1:0] take_has, done_has;
      for (i = 0; i < IDS; i = i + 1) begin : at
        localparam [31:0] NUMBER = i;
        assign take_has[i] = lowest[i] & NUMBER[b];
        assign done_has[i] = match[i] & NUMBER[b];
      end
      assign take_id_o[b] = take_has != {IDS{1'b0}};
      assign done_id[b] = done_has != {IDS{1'b0}};
    end
  endgenerate

  assign last_o = last != {IDS{1'b0}};
  wire [ITEM-1:0] last_item = items_q[done_id];
  assign last_data_o = last_item[DATA-1:0];
  wire event_is_event;
  assign {event_is_event, event_task_o, event_data_o} = items_q[event_id_i];
  assign free_o = free != {IDS{1'b0}};
  assign {read_event_o, read_task_o, read_data_o} = items_q[read_id_i];
  assign free_next_o = (usable & ~valid_q) != {IDS{1'b0}};

  always @(posedge clk) begin
    valid_q <= rst ? {IDS{1'b0}} : left | (take_i ? lowest : {IDS{1'b0}});
    if (take_i) items_q[take_id_o] <= {take_jobs_i == {JOB_BITS{1'b0}}, take_task_i, take_data_i};
  end

  wire unused = &{1'b0, event_is_event, last_item[ITEM-1:DATA]};

endmodule

`default_nettype wire
