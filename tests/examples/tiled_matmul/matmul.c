/* SPDX-License-Identifier: Apache-2.0 */
#include "matmul.h"

#include <string.h>

#define TILES (SIZE / TILE)

static uint64_t tile_at(uint64_t matrix, uint32_t row, uint32_t column) {
  return matrix + 4u * ((uint64_t)row * TILE * SIZE + column * TILE);
}

uint32_t matmul_run(struct driver* driver, const struct matmul* where) {
  uint32_t last[TILES * TILES]; /* task that wrote each tile of C last */
  uint64_t program = where->programs;
  struct gantry_ts_descriptor task;
  memset(&task, 0, sizeof task);
  task.cls = GANTRY_TS_CLASS_BLOCK;
  task.jobs = JOBS;
  while (task.jobs > driver->most_jobs) task.jobs /= 2;
  task.job_bytes = TILE * TILE;
  if (task.job_bytes > driver->most_job_bytes) return 1;
  task.type_mask = GANTRY_TS_ANY_TYPE;
  task.cycles = 4 * TILE * TILE * TILE / task.jobs; /* for pickers and choices that want to know */
  for (uint32_t k = 0; k < TILES; ++k) {
    for (uint32_t tile = 0; tile < TILES * TILES; ++tile) {
      const uint32_t row = tile / TILES, column = tile % TILES;
      const struct tile_program what = {tile_at(where->a, row, k), tile_at(where->b, k, column),
                                        tile_at(where->c, row, column)};
      driver->bus->copy(driver->bus->self, program, &what, sizeof what);
      task.program = program;
      task.weight = (uint16_t)(1 + tile);
      last[tile] = driver_submit(driver, &task, &last[tile], k == 0 ? 0 : 1);
      program += sizeof what;
    }
  }
  /* The product is there when all tiles are: sixteen predecessors, more than a descriptor has room for. */
  memset(&task, 0, sizeof task);
  task.cls = GANTRY_TS_CLASS_EVENT;
  task.weight = 1;
  driver_submit(driver, &task, last, TILES * TILES);
  driver_wait_for_all(driver);
  return driver->bad;
}
