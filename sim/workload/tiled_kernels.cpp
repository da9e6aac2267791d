// SPDX-License-Identifier: Apache-2.0
// Tiled dense factorisations of a matrix of T x T tiles, in right-looking order. The unit of work is b^3 / 3
// floating-point operations for tiles of b x b.
#include <algorithm>
#include <string>
#include <vector>

#include "text/key_reader.h"
#include "workload/generator.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMaxTiles = 128;

/// Builds a graph from the tiles that tasks access. A task waits for the last writer of every tile that it reads or
/// updates. That suffices, because no tile is written after another task has read it without updating it.
class TileGraph {
 public:
  TileGraph(Workload& workload, std::uint32_t tiles, std::uint64_t tile_bytes)
      : workload_(workload), tiles_(tiles), tile_bytes_(tile_bytes), writer_(std::size_t{tiles} * tiles * 2, kNone) {}

  using Tile = std::size_t;
  [[nodiscard]] Tile tile(std::uint32_t row, std::uint32_t column) const { return std::size_t{row} * tiles_ + column; }
  /// The lower half of a diagonal tile, where it is separate from the upper half.
  [[nodiscard]] Tile lower(std::uint32_t k) const { return tile(k, k) + std::size_t{tiles_} * tiles_; }

  void add(std::string id, std::uint64_t work, std::initializer_list<Tile> reads, std::initializer_list<Tile> updates) {
    WorkloadTask task;
    task.id = std::move(id);
    task.work = {work, 0};
    for (const Tile tile : reads) depend(task, tile);
    for (const Tile tile : updates) depend(task, tile);
    for (const Tile tile : updates) writer_[tile] = static_cast<std::uint32_t>(workload_.tasks.size());
    workload_.tasks.push_back(std::move(task));
  }

 private:
  void depend(WorkloadTask& task, Tile tile) {
    const std::uint32_t writer = writer_[tile];
    if (writer == kNone) return;
    for (WorkloadEdge& edge : task.after) {
      if (edge.task == writer) {
        edge.bytes += tile_bytes_;
        return;
      }
    }
    task.after.push_back({writer, tile_bytes_, false});
  }

  Workload& workload_;
  std::uint32_t tiles_;
  std::uint64_t tile_bytes_;
  std::vector<std::uint32_t> writer_;  ///< by tile
};

std::string call(const char* kernel, std::initializer_list<std::uint32_t> indices) {
  std::string text = kernel;
  for (const std::uint32_t index : indices) text += '_' + std::to_string(index);
  return text;
}

void cholesky(TileGraph& graph, std::uint32_t tiles) {
  for (std::uint32_t k = 0; k < tiles; ++k) {
    graph.add(call("potrf", {k}), 1, {}, {graph.tile(k, k)});
    for (std::uint32_t i = k + 1; i < tiles; ++i)
      graph.add(call("trsm", {i, k}), 3, {graph.tile(k, k)}, {graph.tile(i, k)});
    for (std::uint32_t i = k + 1; i < tiles; ++i) {
      graph.add(call("syrk", {i, k}), 3, {graph.tile(i, k)}, {graph.tile(i, i)});
      for (std::uint32_t j = k + 1; j < i; ++j)
        graph.add(call("gemm", {i, j, k}), 6, {graph.tile(i, k), graph.tile(j, k)}, {graph.tile(i, j)});
    }
  }
}

void lu(TileGraph& graph, std::uint32_t tiles) {
  for (std::uint32_t k = 0; k < tiles; ++k) {
    graph.add(call("getrf", {k}), 2, {}, {graph.tile(k, k)});
    for (std::uint32_t j = k + 1; j < tiles; ++j)
      graph.add(call("trsm_row", {k, j}), 3, {graph.tile(k, k)}, {graph.tile(k, j)});
    for (std::uint32_t i = k + 1; i < tiles; ++i)
      graph.add(call("trsm_column", {i, k}), 3, {graph.tile(k, k)}, {graph.tile(i, k)});
    for (std::uint32_t i = k + 1; i < tiles; ++i) {
      for (std::uint32_t j = k + 1; j < tiles; ++j)
        graph.add(call("gemm", {i, j, k}), 6, {graph.tile(i, k), graph.tile(k, j)}, {graph.tile(i, j)});
    }
  }
}

/// Flat tree; the reflectors below the diagonal and the triangle above it are apart, so that tsqrt need not wait for
/// unmqr.
void qr(TileGraph& graph, std::uint32_t tiles) {
  for (std::uint32_t k = 0; k < tiles; ++k) {
    graph.add(call("geqrt", {k}), 4, {}, {graph.tile(k, k), graph.lower(k)});
    for (std::uint32_t j = k + 1; j < tiles; ++j)
      graph.add(call("unmqr", {k, j}), 6, {graph.lower(k)}, {graph.tile(k, j)});
    for (std::uint32_t i = k + 1; i < tiles; ++i) {
      graph.add(call("tsqrt", {i, k}), 6, {}, {graph.tile(k, k), graph.tile(i, k)});
      for (std::uint32_t j = k + 1; j < tiles; ++j)
        graph.add(call("tsmqr", {i, j, k}), 12, {graph.tile(i, k)}, {graph.tile(k, j), graph.tile(i, j)});
    }
  }
}

struct Tiles {
  std::uint32_t tiles = 0;
  std::uint64_t tile_bytes = 0;
};

void describe(KeyVisitor& keys, Tiles& matrix) {
  keys.required_number("tiles", matrix.tiles, {1, kMaxTiles}, "", "the matrix has tiles x tiles of them");
  keys.number("tile_bytes", matrix.tile_bytes, {0, kMaxTaskBytes}, "bytes", "that every edge carries per tile");
}

template <void (*kKernel)(TileGraph&, std::uint32_t)>
void make(MapReader& keys, GeneratorContext& context, GeneratedWorkload& to) {
  const std::size_t before = context.diagnostics.size();
  KeyReader reader(keys);
  Tiles matrix;
  describe(reader, matrix);
  if (context.diagnostics.size() != before) return;
  to.workload.unit = "b^3/3 flops";
  TileGraph graph(to.workload, matrix.tiles, matrix.tile_bytes);
  kKernel(graph, matrix.tiles);
}

}  // namespace

void add_tiled_kernels(WorkloadGenerators& generators) {
  generators.add(
      {"cholesky", "tiled Cholesky factorisation: tiles, tile_bytes", describe_usual<Tiles>, make<cholesky>});
  generators.add({"lu", "tiled LU factorisation without pivoting: tiles, tile_bytes", describe_usual<Tiles>, make<lu>});
  generators.add({"qr", "tiled QR factorisation, flat tree: tiles, tile_bytes", describe_usual<Tiles>, make<qr>});
}

}  // namespace gantry
