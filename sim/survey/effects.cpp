// SPDX-License-Identifier: Apache-2.0
#include "survey/effects.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gantry {
namespace {

using Matrix = std::vector<std::vector<double>>;

double value_of(const WrittenPoint& point, std::size_t metric) { return point.metrics[metric]->number; }

void take(ValueMean& of, double value) {
  of.least = of.points == 0 ? value : std::min(of.least, value);
  of.most = of.points == 0 ? value : std::max(of.most, value);
  of.sum += static_cast<Precise>(value);
  of.mean = static_cast<double>(of.sum / static_cast<Precise>(++of.points));
}

ValueMean mean_of(const PointList& points, std::size_t metric) {
  ValueMean all;
  for (const WrittenPoint* point : points) take(all, value_of(*point, metric));
  return all;
}

double squares_about(const PointList& points, std::size_t metric, const ValueMean& all) {
  if (all.points == 0 || all.least == all.most) return 0.0;
  double squares = 0.0;
  for (const WrittenPoint* point : points) squares += std::pow(value_of(*point, metric) - all.mean, 2);
  return squares;
}

/// Solves a symmetric system in place by elimination with the largest pivot. Undetermined variables become 0.
std::vector<double> solved(Matrix m, std::vector<double> right) {
  const std::size_t n = right.size();
  std::vector<std::size_t> pivot_row(n, n);
  std::size_t next = 0;
  double scale = 0.0;
  for (std::size_t i = 0; i < n; ++i) scale = std::max(scale, m[i][i]);
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t best = next;
    for (std::size_t row = next; row < n; ++row) {
      if (std::abs(m[row][column]) > std::abs(m[best][column])) best = row;
    }
    if (next == n || std::abs(m[best][column]) <= 1e-9 * scale) continue;
    std::swap(m[best], m[next]);
    std::swap(right[best], right[next]);
    for (std::size_t row = 0; row < n; ++row) {
      if (row == next || m[row][column] == 0.0) continue;
      const double factor = m[row][column] / m[next][column];
      for (std::size_t k = column; k < n; ++k) m[row][k] -= factor * m[next][k];
      right[row] -= factor * right[next];
    }
    pivot_row[column] = next++;
  }
  std::vector<double> values(n, 0.0);
  for (std::size_t column = 0; column < n; ++column) {
    if (pivot_row[column] < n) values[column] = right[pivot_row[column]] / m[pivot_row[column]][column];
  }
  return values;
}

/// The squares that stay of the cells' means about the best a_i + b_j.
double beyond_sums(const std::vector<std::vector<ValueMean>>& cells, double mean) {
  const std::size_t rows = cells.size();
  const std::size_t columns = cells.front().size();
  const auto weight = [&](std::size_t i, std::size_t j) { return static_cast<double>(cells[i][j].points); };
  const auto sum = [&](std::size_t i, std::size_t j) { return weight(i, j) * (cells[i][j].mean - mean); };
  std::vector<double> row_weight(rows, 0.0);
  std::vector<double> row_sum(rows, 0.0);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      if (cells[i][j].points == 0) continue;
      row_weight[i] += weight(i, j);
      row_sum[i] += sum(i, j);
    }
  }
  // The normal equations without the rows' effects, which follow from the columns'.
  Matrix m(columns, std::vector<double>(columns, 0.0));
  std::vector<double> right(columns, 0.0);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      if (cells[i][j].points == 0) continue;
      m[j][j] += weight(i, j);
      right[j] += sum(i, j) - weight(i, j) * row_sum[i] / row_weight[i];
      for (std::size_t k = 0; k < columns; ++k) m[j][k] -= weight(i, j) * weight(i, k) / row_weight[i];
    }
  }
  const std::vector<double> of_column = solved(std::move(m), std::move(right));
  double squares = 0.0;
  for (std::size_t i = 0; i < rows; ++i) {
    double of_row = row_sum[i];
    for (std::size_t j = 0; j < columns; ++j) of_row -= weight(i, j) * of_column[j];
    if (row_weight[i] > 0.0) of_row /= row_weight[i];
    for (std::size_t j = 0; j < columns; ++j) {
      if (cells[i][j].points == 0) continue;
      squares += weight(i, j) * std::pow(cells[i][j].mean - mean - of_row - of_column[j], 2);
    }
  }
  return squares;
}

}  // namespace

PointList points_with(const WrittenStudy& study, std::size_t workload, std::size_t metric) {
  PointList points;
  for (const WrittenPoint& point : study.points) {
    if (point.done() && point.workload == workload && point.metrics[metric]) points.push_back(&point);
  }
  return points;
}

AxisEffect axis_effect(const WrittenStudy& study, const PointList& points, std::size_t axis, std::size_t metric) {
  AxisEffect effect;
  effect.values.resize(study.axes[axis].choices.size());
  for (const WrittenPoint* point : points) take(effect.values[point->choice[axis]], value_of(*point, metric));
  const ValueMean all = mean_of(points, metric);
  ValueMean of_means;
  double between = 0.0;
  for (ValueMean& value : effect.values) {
    if (value.points == 0) continue;
    take(of_means, value.mean);
    between += static_cast<double>(value.points) * std::pow(value.mean - all.mean, 2);
  }
  effect.range = of_means.most - of_means.least;
  const double squares = squares_about(points, metric, all);
  if (squares > 0.0) effect.share = std::min(between / squares, 1.0);
  return effect;
}

PairEffect pair_effect(const WrittenStudy& study, const PointList& points, std::size_t a, std::size_t b,
                       std::size_t metric) {
  PairEffect effect;
  effect.cells.assign(study.axes[a].choices.size(), std::vector<ValueMean>(study.axes[b].choices.size()));
  for (const WrittenPoint* point : points)
    take(effect.cells[point->choice[a]][point->choice[b]], value_of(*point, metric));
  const ValueMean all = mean_of(points, metric);
  const double squares = squares_about(points, metric, all);
  if (squares > 0.0) effect.share = std::min(beyond_sums(effect.cells, all.mean) / squares, 1.0);
  return effect;
}

}  // namespace gantry
