// SPDX-License-Identifier: Apache-2.0
#include "calibrate/calibration.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "calibrate/fit.h"
#include "calibrate/fit_keys.h"
#include "experiment/experiment.h"
#include "metric/metric.h"
#include "metric/metric_schema.h"
#include "point/point_reader.h"
#include "point/point_run.h"
#include "result/written_schemas.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

std::optional<double> number_of(const std::string& text) {
  std::size_t end = 0;
  try {
    const double value = std::stod(text, &end);
    if (end == text.size() && std::isfinite(value)) return value;
  } catch (const std::exception&) {
  }
  return std::nullopt;
}

/// What the rows of a table give, with one set of values after another.
class RowRuns {
 public:
  RowRuns(const PointReader& reader, const MeasuredTable& table, const CalibrationRequest& request,
          const CalibrationOptions& options)
      : reader_(reader), table_(table), request_(request), options_(options) {
    for (const ExpressionName& name : request.metric.names())
      explained_ = explained_ || (!table.column(name.text) && needs_critical_path(name.path));
  }

  struct Asked {
    std::vector<std::string> sets;  ///< of the keys that are fitted
    std::size_t row = 0;
  };

  /// Returns what they give, in order; nothing: interrupted.
  std::optional<std::vector<CalibratedRow>> run(const std::vector<Asked>& asked) {
    std::vector<CalibratedRow> made(asked.size());
    std::size_t next = 0;
    PointWork work;
    work.next = [&]() -> std::optional<PointRun> {
      if (next == asked.size()) return std::nullopt;
      const Asked& one = asked[next++];
      PointRun run;
      run.sets = table_.rows[one.row].sets(table_.columns);
      run.sets.insert(run.sets.end(), one.sets.begin(), one.sets.end());
      run.explained = explained_;
      return run;
    };
    work.done = [&](std::size_t number, const RanPoint& ran) {
      made[number] = row_of(ran, table_.rows[asked[number].row]);
      ++runs;
      if (options_.progress) options_.progress(runs);
    };
    if (!run_points(reader_, work, {options_.jobs, {}, options_.stop})) return std::nullopt;
    return made;
  }

  std::size_t runs = 0;

 private:
  [[nodiscard]] CalibratedRow row_of(const RanPoint& ran, const MeasuredRow& row) const {
    CalibratedRow made;
    if (ran.state != PointState::done) {
      made.message = ran.message;
      return made;
    }
    const nlohmann::json summary = nlohmann::json::parse(ran.summary);
    const Result<double> value = request_.metric.value([&](const ExpressionName& name) -> Result<Term> {
      if (const auto column = table_.column(name.text)) {
        const auto number = number_of(row.cells[*column]);
        return number ? Term(*number) : Term(row.cells[*column]);
      }
      const auto found = find_metric(summary, name.path, "the summary");
      if (!found) return found.error();
      return Term((*found)->get<double>());
    });
    if (!value) {
      made.message = value.error().text;
      return made;
    }
    if (*value <= 0.0) {
      made.message = "the metric is not above 0";
      return made;
    }
    made.value = *value;
    made.error = (*value - row.measured) / row.measured;
    return made;
  }

  const PointReader& reader_;
  const MeasuredTable& table_;
  const CalibrationRequest& request_;
  const CalibrationOptions& options_;
  bool explained_ = false;
};

class Calibrator {
 public:
  Calibrator(const PointReader& reader, const MeasuredTable& table, const CalibrationRequest& request,
             const CalibrationOptions& options, std::vector<CalibratedKey> keys)
      : runs_(reader, table, request, options), table_(table), options_(options) {
    found_.keys = std::move(keys);
    found_.rows.resize(table.rows.size());
    for (std::size_t i = 0; i < table.rows.size(); ++i) (table.rows[i].fitted ? on_ : held_out_).push_back(i);
  }

  std::optional<Calibration> run(Diagnostics& diagnostics) {
    std::vector<FitRange> ranges;
    for (const CalibratedKey& key : found_.keys) ranges.push_back(fit_range(key));
    const auto fitted = fit(ranges, [this](const std::vector<FitValues>& tried) { return errors(tried); });
    if (!fitted) {
      found_.complete = !interrupted_;
      if (interrupted_) return found_;
      const MeasuredRow& row = table_.rows[failed_];
      diagnostics.error(row.where.front(), "the row cannot be run with the values that the search starts with: " +
                                               known_.begin()->second[index_of(failed_)].message);
      return std::nullopt;
    }
    for (std::size_t k = 0; k < found_.keys.size(); ++k) found_.keys[k].found = fitted->values[k];
    take(on_, known_.at(fitted->values), found_.rows);
    found_.fitted = errors_of(found_.rows, on_);
    std::vector<CalibratedRow> before(table_.rows.size());
    take(on_, known_.at(start_), before);
    found_.before = errors_of(before, on_);
    hold_against();
    found_.runs = runs_.runs;
    return found_;
  }

 private:
  [[nodiscard]] std::size_t index_of(std::size_t row) const {
    return static_cast<std::size_t>(std::find(on_.begin(), on_.end(), row) - on_.begin());
  }

  static void take(const std::vector<std::size_t>& which, const std::vector<CalibratedRow>& from,
                   std::vector<CalibratedRow>& to) {
    for (std::size_t i = 0; i < which.size(); ++i) to[which[i]] = from[i];
  }

  [[nodiscard]] std::vector<std::string> sets_of(const FitValues& values) const {
    std::vector<std::string> sets;
    for (std::size_t k = 0; k < values.size(); ++k)
      sets.push_back(found_.keys[k].key.path + '=' + found_.keys[k].key.text(values[k]));
    return sets;
  }

  /// Simulates the rows to fit on with each of these values, if they are new.
  std::optional<std::vector<FitErrors>> errors(const std::vector<FitValues>& tried) {
    std::vector<FitValues> fresh;
    for (const FitValues& values : tried) {
      if (known_.count(values) == 0 && std::find(fresh.begin(), fresh.end(), values) == fresh.end())
        fresh.push_back(values);
    }
    if (known_.empty()) start_ = tried.front();
    if (!known_.empty() && runs_.runs + fresh.size() * on_.size() > options_.most_runs) {
      found_.exhausted = true;
      return std::nullopt;
    }
    std::vector<RowRuns::Asked> asked;
    for (const FitValues& values : fresh) {
      for (const std::size_t row : on_) asked.push_back({sets_of(values), row});
    }
    auto made = runs_.run(asked);
    if (!made) {
      interrupted_ = true;
      found_.complete = false;
      return std::nullopt;
    }
    auto at = made->begin();
    for (const FitValues& values : fresh) {
      const auto end = at + static_cast<std::ptrdiff_t>(on_.size());
      known_.emplace(values, std::vector<CalibratedRow>(at, end));
      at = end;
    }
    std::vector<FitErrors> all;
    all.reserve(tried.size());
    for (const FitValues& values : tried) all.push_back(errors_with(known_.at(values)));
    return all;
  }

  FitErrors errors_with(const std::vector<CalibratedRow>& rows) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!rows[i].value) {
        failed_ = on_[i];
        return std::nullopt;
      }
      errors.push_back(std::log(*rows[i].value / table_.rows[on_[i]].measured));
    }
    return errors;
  }

  void hold_against() {
    if (!found_.complete) return;
    std::vector<RowRuns::Asked> asked;
    for (const std::size_t row : held_out_) asked.push_back({found_.sets(), row});
    const auto made = runs_.run(asked);
    found_.complete = made.has_value();
    if (made) take(held_out_, *made, found_.rows);
    found_.held_out = errors_of(found_.rows, held_out_);
  }

  RowRuns runs_;
  const MeasuredTable& table_;
  const CalibrationOptions& options_;
  Calibration found_;
  std::vector<std::size_t> on_;
  std::vector<std::size_t> held_out_;
  std::map<FitValues, std::vector<CalibratedRow>> known_;
  FitValues start_;
  std::size_t failed_ = 0;
  bool interrupted_ = false;
};

/// Reads every row as an experiment, and reports what is wrong at its cell.
void check_rows(const PointReader& reader, const MeasuredTable& table, Diagnostics& diagnostics) {
  for (const MeasuredRow& row : table.rows) {
    if (!diagnostics.keeps_more()) return;
    const Result<Experiment> read = reader.read(row.sets(table.columns));
    if (read) continue;
    SourcePosition where = row.where.front();
    const std::string& from = read.error().where.file;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (!table.columns[i].key.empty() && from == "--set " + table.columns[i].key + '=' + row.cells[i])
        where = row.where[i];
    }
    diagnostics.error(where, read.error().text);
  }
}

void check_metric(const Expression& metric, const MeasuredTable& table, Diagnostics& diagnostics) {
  for (const WrittenSchema& schema : written_schemas()) {
    if (std::string_view(schema.name) != "summary") continue;
    const nlohmann::json summary = nlohmann::json::parse(schema.text);
    for (const ExpressionName& name : metric.names()) {
      if (table.column(name.text)) continue;
      if (const auto fault = metric_fault(summary, name.path, "the summary"))
        diagnostics.error(name.where, fault->text);
    }
  }
}

}  // namespace

std::vector<std::string> Calibration::sets() const {
  std::vector<std::string> all;
  for (const CalibratedKey& key : keys) all.push_back(key.key.path + '=' + key.key.text(key.found));
  return all;
}

CalibrationErrors errors_of(const std::vector<CalibratedRow>& rows, const std::vector<std::size_t>& which) {
  CalibrationErrors found;
  std::vector<double> sizes;
  for (const std::size_t row : which) {
    if (!rows[row].value) {
      ++found.absent;
      continue;
    }
    sizes.push_back(std::abs(rows[row].error));
    if (sizes.back() > found.worst || sizes.size() == 1) {
      found.worst = sizes.back();
      found.worst_row = row;
    }
  }
  found.rows = sizes.size();
  if (sizes.empty()) return found;
  std::sort(sizes.begin(), sizes.end());
  const std::size_t n = sizes.size();
  found.median = (sizes[(n - 1) / 2] + sizes[n / 2]) / 2.0;
  found.p95 = sizes[(n * 95 + 99) / 100 - 1];
  return found;
}

std::optional<Calibration> calibrate(const PointReader& reader, const Experiment& experiment,
                                     const MeasuredTable& table, const CalibrationRequest& request,
                                     const CalibrationOptions& options, Diagnostics& diagnostics) {
  Diagnostics own;
  std::vector<CalibratedKey> keys = read_fit_keys(request.fit, experiment, table, own);
  const auto on = static_cast<std::size_t>(
      std::count_if(table.rows.begin(), table.rows.end(), [](const MeasuredRow& row) { return row.fitted; }));
  if (keys.size() > on && own.ok()) {
    own.error({}, std::to_string(keys.size()) + " keys cannot be fitted on " + std::to_string(on) +
                      (on == 1 ? " row" : " rows") + " (expected as many rows as keys, or more: --on)");
  }
  check_metric(request.metric, table, own);
  if (own.ok()) check_rows(reader, table, own);
  for (const Diagnostic& error : own.errors()) diagnostics.add(error);
  if (!own.ok()) return std::nullopt;
  return Calibrator(reader, table, request, options, std::move(keys)).run(diagnostics);
}

}  // namespace gantry
