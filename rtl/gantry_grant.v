// SPDX-License-Identifier: Apache-2.0
// The winner's T, W and H_raw, from its key and the missing bits.
//
// Algorithm: T and W (or H) are in the key. With T and W known, only the low bits of H are missing.
// Tie-break: none.
// Latency: none, combinational.
// Critical path: subtraction W - T, increment.
`default_nettype none

module gantry_grant #(
  parameter CLASS_BITS = 2,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter TIE = 0
) (
  input  wire [8+FRAC-QUANT + (TIE == 0 ? 8 : 8+FRAC) + CLASS_BITS:0]             key_i,   // of gantry_entry
  // low bits of H_raw-1 (without a meaning for QUANT = 0); TIE = 1: W-1
  input  wire [(TIE != 0 ? 8 : QUANT > FRAC ? 8+FRAC : QUANT == 0 ? 1 : QUANT)-1:0] rest_i,
  output wire [8+FRAC-QUANT:0]                                                    target_o,
  output wire [8:0]                                                               expected_o,
  output wire [8+FRAC:0]                                                          history_o
);

  localparam HISTORY = 8 + FRAC;
  localparam TARGET = 9 + FRAC - QUANT;
  localparam KEY = TARGET + (TIE == 0 ? 8 : HISTORY) + CLASS_BITS;
  wire [TARGET-1:0] target = key_i[KEY-1-:TARGET];
  wire [TARGET-1:0] bias = {{(TARGET-1){1'b0}}, 1'b1} << (TARGET - 1);
  assign target_o = target ^ bias;
  wire [7:0] expected;
  wire [HISTORY-1:0] history;
  generate
    if (TIE != 0) begin : by_history
      assign expected = rest_i;
      assign history = ~key_i[CLASS_BITS+:HISTORY];
    end else begin : by_weight
      assign expected = key_i[CLASS_BITS+:8];
      if (QUANT > FRAC) begin : whole
        assign history = rest_i;
      end else if (QUANT == 0) begin : none
        wire unused_rest = &{1'b0, rest_i};
        assign history = {expected, {FRAC{1'b1}}} - {target[TARGET-2:0]};
      end else begin : part
        wire [HISTORY-QUANT-1:0] upper;
        if (FRAC > QUANT) begin : kept
          assign upper = {expected, {(FRAC-QUANT){1'b1}}} - target[TARGET-2:0];
        end else begin : dropped
          assign upper = expected - target[TARGET-2:0];
        end
        assign history = {upper, rest_i};
      end
    end
  endgenerate
  assign expected_o = {1'b0, expected} + 9'd1;
  assign history_o = {1'b0, history} + {{HISTORY{1'b0}}, 1'b1};
  wire unused = &{1'b0, key_i[CLASS_BITS-1:0]};

endmodule

`default_nettype wire
