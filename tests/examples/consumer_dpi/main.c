/* SPDX-License-Identifier: Apache-2.0 */
/* The picker's reference model from C: two entries join, and each grant is printed. */
#include <stdio.h>

#include "gantry/picker_dpi.h"

int main(void) {
  void* picker;
  if (gantry_picker_create(&picker, 16, 3, 8, 8, 0, 17, 1, 1) < 0) {
    fprintf(stderr, "%s\n", gantry_picker_error());
    return 1;
  }
  const uint32_t eligible[GANTRY_PICKER_WORDS] = {3};
  for (int cycle = 0; cycle < 64; ++cycle) {
    unsigned char take, busy, grant;
    int entry, target, expected, history;
    const int joins = cycle < 2;
    gantry_picker_round(picker, 1, eligible);
    gantry_picker_outputs(picker, &take, &busy, &grant, &entry, &target, &expected, &history);
    if (grant) printf("cycle %d: entry %d T %d W %d H_raw %d\n", cycle, entry, target, expected, history);
    if (gantry_picker_command(picker, 0, 0, (unsigned char)joins, cycle, 0, 10 + 10 * cycle, 2) < 0) {
      fprintf(stderr, "%s\n", gantry_picker_error());
      return 1;
    }
  }
  /* What is not legal is refused, and says why. */
  if (gantry_picker_command(picker, 0, 0, 0, 0, 0, 0, 0) != GANTRY_PICKER_ORDER) return 1;
  printf("%s\n", gantry_picker_error());
  gantry_picker_destroy(picker);
  return 0;
}
