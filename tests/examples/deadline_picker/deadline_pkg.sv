// SPDX-License-Identifier: Apache-2.0
// What an entry is compared by.
package deadline_pkg;

  typedef logic [`DUE_JOB_BITS-1:0] jobs_t;

  typedef struct packed {
    logic [63:0] deadline;  // all ones: none
    logic [2:0]  group;
  } order_t;

endpackage
