// SPDX-License-Identifier: Apache-2.0
// The socket of a scheduler with three queues: tasks in, jobs out, completions in, each with valid and ready. It stands behind the
// dispatcher's pins (dispatcher_pins.vh). GANTRY_SCHEDULER is the module of the scheduler, whose ports docs/schedulers_in_rtl.md
// describes.
`default_nettype none
`include "dispatcher_pins.vh"

module queue_shell #(
  parameter SLOTS = 256,   // tasks at once, a power of two
  parameter PLACES = 4096  // jobs whose completion the scheduler has not taken, a power of two
) (
  input  wire                          clk,
  input  wire                          rst,
  input  wire [63:0]                   now_i,
  input  wire [`DISPATCHER_CONFIG-1:0] config_i,
  input  wire [`DISPATCHER_IN-1:0]     in_i,
  output wire [`DISPATCHER_OUT-1:0]    out_o,
  output wire [63:0]                   due_o
);

  // The pins by name. Of what a dispatcher sends only the first job of a cycle is used, so the output is put together below.
  // verilator lint_off UNDRIVEN
  // verilator lint_off UNUSEDSIGNAL
  // verilator lint_off VARHIDDEN
  generate
    begin : pins
      wire [`DISPATCHER_OUT-1:0] out_o;
`define DISPATCHER_PINS
`include "dispatcher_pins.vh"
    end
  endgenerate
  // verilator lint_on VARHIDDEN
  // verilator lint_on UNUSEDSIGNAL
  // verilator lint_on UNDRIVEN

  localparam SLOT_BITS = $clog2(SLOTS);
  localparam PLACE_BITS = $clog2(PLACES);
  localparam PROCESSORS = 64;
  localparam PORTS = 8;
  localparam LINGER = 64;  // clocks after the last message, so that the scheduler can end what it does

  // Tasks. What arrives goes to the scheduler at once if no older one waits.
  localparam TASK_WIDTH = 12 + 32 + 2 + 32 + 64 + 64 + 64;
  wire [TASK_WIDTH-1:0] arrived_task = {pins.schedule_requests_slot, pins.schedule_requests_jobs, pins.schedule_requests_class,
                                        pins.schedule_requests_weight, pins.schedule_requests_cycles, pins.schedule_requests_deadline,
                                        pins.schedule_requests_processors};
  reg [TASK_WIDTH-1:0] tasks [0:SLOTS-1];
  reg [SLOT_BITS:0] task_write, task_read;
  wire no_task_waits = task_write == task_read;
  wire task_valid = !no_task_waits || pins.schedule_requests_valid;
  wire task_ready;
  wire [TASK_WIDTH-1:0] offered_task = no_task_waits ? arrived_task : tasks[task_read[SLOT_BITS-1:0]];
  wire task_taken = task_valid && task_ready;

  // Completions, the same.
  reg [5:0] completions [0:PLACES-1];
  reg [PLACE_BITS:0] done_write, done_read;
  wire no_done_waits = done_write == done_read;
  wire done_valid = !no_done_waits || pins.processor_updates_valid;
  wire done_ready;
  wire [5:0] done_processor = no_done_waits ? pins.processor_updates_processor[5:0] : completions[done_read[PLACE_BITS-1:0]];
  wire done_taken = done_valid && done_ready;

  // Last flits of this cycle unlock their processors.
  wire [PORTS-1:0] left_valid = {pins.last_flits7_valid, pins.last_flits6_valid, pins.last_flits5_valid, pins.last_flits4_valid,
                                 pins.last_flits3_valid, pins.last_flits2_valid, pins.last_flits1_valid, pins.last_flits0_valid};
  wire [PORTS*6-1:0] left_processor = {pins.last_flits7_processor[5:0], pins.last_flits6_processor[5:0], pins.last_flits5_processor[5:0],
                                       pins.last_flits4_processor[5:0], pins.last_flits3_processor[5:0], pins.last_flits2_processor[5:0],
                                       pins.last_flits1_processor[5:0], pins.last_flits0_processor[5:0]};
  wire [PORTS*12-1:0] left_slot = {pins.last_flits7_slot, pins.last_flits6_slot, pins.last_flits5_slot, pins.last_flits4_slot,
                                   pins.last_flits3_slot, pins.last_flits2_slot, pins.last_flits1_slot, pins.last_flits0_slot};
  wire [PORTS*3-1:0] left_port = {pins.last_flits7_port, pins.last_flits6_port, pins.last_flits5_port, pins.last_flits4_port,
                                  pins.last_flits3_port, pins.last_flits2_port, pins.last_flits1_port, pins.last_flits0_port};

  reg [PROCESSORS-1:0] locked;
  reg [15:0] places [0:PROCESSORS-1];  // of each processor
  reg [15:0] taken [0:PROCESSORS-1];   // of these
  reg [PLACE_BITS:0] outstanding;      // jobs sent whose completion the scheduler has not taken
  reg [31:0] unsent [0:SLOTS-1];       // of each slot, jobs whose last flit has not left
  reg [31:0] task_of [0:SLOTS-1];
  reg [31:0] next_job [0:SLOTS-1];
  reg [SLOTS-1:0] sent;                // slots all of whose jobs are sent, and nobody knows
  reg [SLOT_BITS:0] open;              // tasks that are here
  reg [12:0] at_port [0:PORTS-1];      // jobs that were handed to a port and have not left

  // A job waits until its processor can have one.
  wire job_valid;
  wire [11:0] job_task;
  wire [5:0] job_processor;
  reg [PROCESSORS-1:0] locked_now;
  reg [15:0] taken_there;
  always @* begin
    locked_now = locked;
    for (int i = 0; i < PORTS; i = i + 1) begin
      if (left_valid[i]) locked_now[left_processor[6*i+:6]] = 1'b0;
    end
    taken_there = taken[job_processor];
    if (pins.processor_updates_valid && pins.processor_updates_processor[5:0] == job_processor) taken_there = taken_there - 16'd1;
  end
  wire job_ready = !locked_now[job_processor] && taken_there < places[job_processor] && outstanding != PLACES[PLACE_BITS:0];
  wire job_sent = job_valid && job_ready;
  wire [SLOT_BITS-1:0] job_slot = job_task[SLOT_BITS-1:0];

  // The port with the fewest jobs, of equals the lowest.
  reg [2:0] port;
  always @* begin
    port = 3'd0;
    for (int i = 1; i < PORTS; i = i + 1) begin
      if (i < int'(pins.send_ports) && at_port[i] < at_port[port]) port = 3'(i);
    end
  end

  // The lowest slot whose last job has left is told to the decomposer.
  reg [SLOTS-1:0] sent_now;
  reg [31:0] left_of_slot;
  always @* begin
    sent_now = sent;
    for (int i = 0; i < PORTS; i = i + 1) begin
      left_of_slot = 32'd0;
      for (int j = 0; j <= i; j = j + 1) begin
        if (left_valid[j] && left_slot[12*j+:12] == left_slot[12*i+:12]) left_of_slot = left_of_slot + 32'd1;
      end
      if (left_valid[i] && unsent[left_slot[12*i+:SLOT_BITS]] == left_of_slot) sent_now[left_slot[12*i+:SLOT_BITS]] = 1'b1;
    end
  end
  reg any_sent;
  reg [SLOT_BITS-1:0] told;
  always @* begin
    any_sent = 1'b0;
    told = {SLOT_BITS{1'b0}};
    for (int i = SLOTS - 1; i >= 0; i = i - 1) begin
      if (sent_now[i]) begin
        any_sent = 1'b1;
        told = SLOT_BITS'(i);
      end
    end
  end

  reg job_valid_q, verdict_q;
  reg [2:0] job_port_q;
  reg [31:0] job_task_q, job_number_q;
  reg [11:0] job_slot_q, verdict_slot_q;
  reg [31:0] job_processor_q;
  reg [6:0] linger;
  // verilator lint_off BLKSEQ
  always @(posedge clk) begin
    if (rst) begin
      if (pins.processor_valid) places[pins.processor_number[5:0]] <= pins.processor_places[15:0];
      task_write <= 0;
      task_read <= 0;
      done_write <= 0;
      done_read <= 0;
      locked <= 0;
      outstanding <= 0;
      sent <= 0;
      open <= 0;
      job_valid_q <= 1'b0;
      verdict_q <= 1'b0;
      linger <= 7'd0;
      for (int i = 0; i < PROCESSORS; i = i + 1) taken[i] = 16'd0;
      for (int i = 0; i < PORTS; i = i + 1) at_port[i] = 13'd0;
      for (int i = 0; i < SLOTS; i = i + 1) unsent[i] = 32'd0;
    end else begin
      if (pins.schedule_requests_valid) begin
        tasks[task_write[SLOT_BITS-1:0]] <= arrived_task;
        task_write <= task_write + 1'b1;
        unsent[pins.schedule_requests_slot[SLOT_BITS-1:0]] = pins.schedule_requests_jobs;
        task_of[pins.schedule_requests_slot[SLOT_BITS-1:0]] <= pins.schedule_requests_task;
        next_job[pins.schedule_requests_slot[SLOT_BITS-1:0]] <= 32'd0;
      end
      if (task_taken) task_read <= task_read + 1'b1;
      if (pins.processor_updates_valid) begin
        completions[done_write[PLACE_BITS-1:0]] <= pins.processor_updates_processor[5:0];
        done_write <= done_write + 1'b1;
        taken[pins.processor_updates_processor[5:0]] = taken[pins.processor_updates_processor[5:0]] - 16'd1;
      end
      if (done_taken) done_read <= done_read + 1'b1;
      outstanding <= outstanding + (PLACE_BITS+1)'(job_sent) - (PLACE_BITS+1)'(done_taken);
      open <= open + (SLOT_BITS+1)'(pins.schedule_requests_valid) - (SLOT_BITS+1)'(any_sent);

      locked <= locked_now;
      for (int i = 0; i < PORTS; i = i + 1) begin
        if (left_valid[i]) begin
          unsent[left_slot[12*i+:SLOT_BITS]] = unsent[left_slot[12*i+:SLOT_BITS]] - 32'd1;
          at_port[left_port[3*i+:3]] = at_port[left_port[3*i+:3]] - 13'd1;
        end
      end
      job_valid_q <= job_sent;
      if (job_sent) begin
        job_port_q <= port;
        job_task_q <= task_of[job_slot];
        job_number_q <= next_job[job_slot];
        job_slot_q <= job_task;
        job_processor_q <= {26'd0, job_processor};
        next_job[job_slot] <= next_job[job_slot] + 32'd1;
        locked[job_processor] <= 1'b1;
        taken[job_processor] = taken[job_processor] + 16'd1;
        at_port[port] = at_port[port] + 13'd1;
      end
      sent <= sent_now;
      if (any_sent) sent[told] <= 1'b0;
      verdict_q <= any_sent;
      verdict_slot_q <= 12'(told);
      linger <= pins.schedule_requests_valid || pins.processor_updates_valid || job_sent ? 7'(LINGER)
                : linger == 7'd0 ? 7'd0 : linger - 7'd1;
    end
  end

  // verilator lint_on BLKSEQ

  // From the lowest bit on: the verdict, then the job.
  assign out_o = `DISPATCHER_OUT'({job_processor_q, job_slot_q, job_number_q, job_task_q, job_port_q, job_valid_q,
                                   32'd0, verdict_slot_q, 1'b0, verdict_q});
  wire unused = &{1'b0, now_i};

  // Without tasks and jobs it sleeps.
  assign due_o = open != 0 || outstanding != 0 || linger != 7'd0 ? 64'd0 : ~64'd0;

  `GANTRY_SCHEDULER scheduler (
    .clk(clk), .rst(rst),
    .task_valid(task_valid), .task_ready(task_ready), .task_id(offered_task[258+:12]), .task_jobs(offered_task[226+:32]),
    .task_class(offered_task[224+:2]), .task_weight(offered_task[192+:32]), .task_cycles(offered_task[128+:64]),
    .task_deadline(offered_task[64+:64]), .task_processors(offered_task[0+:64]),
    .job_valid(job_valid), .job_ready(job_ready), .job_task(job_task), .job_processor(job_processor),
    .done_valid(done_valid), .done_ready(done_ready), .done_processor(done_processor)
  );

endmodule

`default_nettype wire
