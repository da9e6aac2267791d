/* SPDX-License-Identifier: Apache-2.0 */
/* A tiled matrix multiplication as tasks: C[i][j] += A[i][k] * B[k][j], one task per i, j and k. */
#ifndef MATMUL_H
#define MATMUL_H

#include "driver.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SIZE 64u
#define TILE 16u
#define JOBS 4u /* of a task, or fewer: each has its part of the tile's rows */
#define MATRIX_BYTES (4u * SIZE * SIZE)

/* What a descriptor's `program` points to: where the first elements of the three tiles are. */
struct tile_program {
  uint64_t a, b, c;
};

/* Memory as the matrices and the programs have it. */
struct matmul {
  uint64_t a, b, c;
  uint64_t programs;
};

/* Answers how many tasks have not ended well. */
uint32_t matmul_run(struct driver* driver, const struct matmul* where);

#ifdef __cplusplus
}
#endif
#endif
