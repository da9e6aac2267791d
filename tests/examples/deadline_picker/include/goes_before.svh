// SPDX-License-Identifier: Apache-2.0
// The sooner deadline, then the lower class.
function automatic logic goes_before(order_t a, order_t b);
  return a.deadline != b.deadline ? a.deadline < b.deadline : a.group < b.group;
endfunction
