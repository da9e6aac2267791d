// SPDX-License-Identifier: Apache-2.0
// A cover that is to be reached becomes an assertion that is to be broken.
(* techmap_celltype = "$cover" *)
module cover_as_assert (input A, input EN);
  \$assert never (.A(!A), .EN(EN));
endmodule
