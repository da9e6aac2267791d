// SPDX-License-Identifier: Apache-2.0
// layers: tables of layers of SCALE-Sim (CSV), convolutions or products of matrices. Each layer waits for the one
// before it. Elements have 8 bits unless the lowering says otherwise, because the tables do not say.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/one_line.h"
#include "gantry/base/saturating.h"
#include "text/digits.h"
#include "text/yaml_reader.h"
#include "workload/csv_lines.h"
#include "workload/format.h"
#include "workload/tensor_graph.h"
#include "workload/unique_names.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostExtent = std::uint64_t{1} << 31;

/// Columns that a layer is made of.
enum Column : std::size_t {
  kName,
  kImageRows,
  kImageColumns,
  kFilterRows,
  kFilterColumns,
  kChannels,
  kFilters,
  kStride,
  kStrideColumns,
  kM,
  kN,
  kK,
  kBatch,
  kColumns,
};

struct ColumnNames {
  Column column;
  std::array<std::string_view, 4> names;  ///< in small letters, without anything but letters and digits
};
constexpr std::array<ColumnNames, 13> kNames = {{{kName, {"layername", "layer", "name", "layers"}},
                                                 {kImageRows, {"ifmapheight", "ifmaph", "inputheight", "ifheight"}},
                                                 {kImageColumns, {"ifmapwidth", "ifmapw", "inputwidth", "ifwidth"}},
                                                 {kFilterRows, {"filterheight", "filterh", "kernelheight", "fheight"}},
                                                 {kFilterColumns, {"filterwidth", "filterw", "kernelwidth", "fwidth"}},
                                                 {kChannels, {"channels", "channel", "numchannels", "inputchannels"}},
                                                 {kFilters, {"numfilter", "numfilters", "filters", "outputchannels"}},
                                                 {kStride, {"strides", "stride", "strideheight", "strideh"}},
                                                 {kStrideColumns, {"stridewidth", "stridew", "", ""}},
                                                 {kM, {"m", "", "", ""}},
                                                 {kN, {"n", "", "", ""}},
                                                 {kK, {"k", "", "", ""}},
                                                 {kBatch, {"batch", "batchsize", "numbatch", "batches"}}}};

std::optional<Column> column_of(std::string_view field) {
  std::string plain;
  for (const char c : field) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const ColumnNames& known : kNames) {
    if (!plain.empty() && std::find(known.names.begin(), known.names.end(), plain) != known.names.end())
      return known.column;
  }
  return std::nullopt;
}

/// The places of the columns in a header.
using Places = std::map<Column, std::size_t>;

Places named_places(const std::vector<CsvField>& header) {
  Places places;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (const auto column = column_of(header[i].text)) places.emplace(*column, i);
  }
  return places;
}

bool has_all(const Places& places, std::initializer_list<Column> columns) {
  return std::all_of(columns.begin(), columns.end(), [&](Column c) { return places.count(c) > 0; });
}

bool is_convolutions(const Places& places) {
  return has_all(places, {kName, kImageRows, kImageColumns, kFilterRows, kFilterColumns, kChannels, kFilters, kStride});
}
bool is_products(const Places& places) { return has_all(places, {kName, kM, kN, kK}); }

/// Some headers name the height of the input `IFMAP Width`, too. Then the usual order of the columns decides.
Places places_of(const std::vector<CsvField>& header) {
  Places places = named_places(header);
  constexpr std::array<Column, 8> kOrder = {kName,          kImageRows, kImageColumns, kFilterRows,
                                            kFilterColumns, kChannels,  kFilters,      kStride};
  const auto means = [&](std::size_t i) { return i < header.size() ? column_of(header[i].text) : std::nullopt; };
  const auto is_side = [&](std::size_t i, Column one, Column other) { return means(i) == one || means(i) == other; };
  const bool usual = means(0) == kName && is_side(1, kImageRows, kImageColumns) &&
                     is_side(2, kImageRows, kImageColumns) && is_side(3, kFilterRows, kFilterColumns) &&
                     is_side(4, kFilterRows, kFilterColumns) && means(5) == kChannels && means(6) == kFilters &&
                     means(7) == kStride;
  if (!usual || is_convolutions(places)) return places;
  for (std::size_t i = 0; i < kOrder.size(); ++i) places[kOrder[i]] = i;
  return places;
}

char separator_of(std::string_view head) {
  const std::string_view line = head.substr(0, head.find('\n'));
  return line.find(',') == std::string_view::npos && line.find('\t') != std::string_view::npos ? '\t' : ',';
}

TensorSize bytes_of(std::uint64_t elements) { return {elements, elements}; }

class LayersReader {
 public:
  LayersReader(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
               Diagnostics& diagnostics)
      : lines_(text, separator_of(text)),
        file_(file),
        mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  void read() {
    workload_.unit = "MACs";
    if (lines_.next()) places_ = places_of(lines_.fields());
    if (!is_convolutions(places_) && !is_products(places_)) {
      error({{}, 1},
            "a table of layers has a first line with the columns Layer name, IFMAP Height, IFMAP Width, Filter "
            "Height, Filter Width, Channels, Num Filter, Strides, or Layer, M, N, K");
      return;
    }
    header_ = lines_.number();
    for (const CsvField& field : lines_.fields()) {
      if (!field.text.empty() && !column_of(field.text)) left_out_.emplace_back(field.text);
    }
    while (diagnostics_.size() - before_ < kMostProblems && lines_.next()) row();
    if (titles_ > 0) {
      diagnostics_.note({file_, header_, 1}, std::to_string(titles_) +
                                                 (titles_ == 1 ? " line is a title" : " lines are titles") +
                                                 ": a name without numbers");
    }
    if (!left_out_.empty()) {
      std::vector<std::string_view> names(left_out_.begin(), left_out_.end());
      diagnostics_.note({file_, header_, 1}, "columns that say nothing of a layer's work are left out: " +
                                                 one_line(alternatives(names, " and ")));
    }
  }

 private:
  void error(const CsvField& at, const std::string& what) {
    diagnostics_.error({file_, lines_.number(), at.column}, what);
  }
  std::uint64_t number(Column column, std::string_view what);
  void row();
  void convolution(Operator& op);
  void product(Operator& op);
  void add_tensors(const std::string& id, const Operator& op);

  CsvLines lines_;
  const std::string& file_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  Places places_;
  int header_ = 0;
  std::vector<std::string> left_out_;
  std::uint64_t titles_ = 0;
  UniqueNames names_;
};

/// A column that the table lacks, and a batch or stride that a row leaves empty, is 1.
std::uint64_t LayersReader::number(Column column, std::string_view what) {
  const auto place = places_.find(column);
  if (place == places_.end()) return 1;
  const std::vector<CsvField>& fields = lines_.fields();
  const CsvField field = place->second < fields.size() ? fields[place->second] : CsvField{};
  if (field.text.empty() && (column == kBatch || column == kStrideColumns)) return 1;
  if (all_digits(field.text) && field.text.size() <= 10) {
    std::uint64_t value = 0;
    for (const char digit : field.text) value = value * 10 + static_cast<std::uint64_t>(digit - '0');
    if (value >= 1 && value <= kMostExtent) return value;
  }
  error(field, std::string(what) + " must be a whole number from 1 to " + std::to_string(kMostExtent) + ", not " +
                   (field.text.empty() ? "nothing" : in_quotes(field.text)));
  return 1;
}

void LayersReader::convolution(Operator& op) {
  const std::uint64_t rows = number(kImageRows, "the height of the input");
  const std::uint64_t columns = number(kImageColumns, "the width of the input");
  const std::uint64_t filter_rows = number(kFilterRows, "the height of the filter");
  const std::uint64_t filter_columns = number(kFilterColumns, "the width of the filter");
  const std::uint64_t channels = number(kChannels, "the channels");
  const std::uint64_t filters = number(kFilters, "the number of filters");
  const std::uint64_t stride = number(kStride, "the stride");
  const std::uint64_t across = places_.count(kStrideColumns) > 0 ? number(kStrideColumns, "the stride") : stride;
  const std::uint64_t batch = number(kBatch, "the batch");
  if (filter_rows > rows || filter_columns > columns) {
    error({{}, 1}, "the filter is larger than the input, which these tables give with its padding");
    return;
  }
  ConvolutionShape shape;
  shape.output = {batch, filters, (rows - filter_rows) / stride + 1, (columns - filter_columns) / across + 1};
  shape.per_output = saturating_multiply(saturating_multiply(filter_rows, filter_columns), channels);
  shape.kernel_rows = filter_rows;
  shape.stride = stride;
  shape.input_row = saturating_multiply(batch, saturating_multiply(columns, channels));
  set_convolution(op, shape);
  op.type = "convolution";
  op.shapes =
      shape_text({batch, channels, rows, columns}) + ' ' + shape_text({filters, channels, filter_rows, filter_columns});
  op.weights = bytes_of(saturating_multiply(shape.per_output, filters));
  op.input = bytes_of(saturating_multiply(rows, shape.input_row));
  op.output = bytes_of(elements_of(shape.output));
}

void LayersReader::product(Operator& op) {
  const std::uint64_t m = number(kM, "M");
  const std::uint64_t n = number(kN, "N");
  const std::uint64_t k = number(kK, "K");
  const std::uint64_t batch = number(kBatch, "the batch");
  set_product(op, batch, m, k, n);
  op.type = "product";
  op.shapes = shape_text(batch == 1 ? TensorShape{m, k} : TensorShape{batch, m, k}) + ' ' + shape_text({k, n});
  op.weights = bytes_of(saturating_multiply(k, n));
  op.input = bytes_of(saturating_multiply(batch, saturating_multiply(m, k)));
  op.output = bytes_of(saturating_multiply(batch, saturating_multiply(m, n)));
}

/// A layer reads its weights and the result of the layer before it; the first one reads an input.
void LayersReader::add_tensors(const std::string& id, const Operator& op) {
  OperatorGraph& model = workload_.model;
  const auto add = [&](const std::string& name, const TensorSize& size) {
    model.tensors.push_back({id + name, size, false});
    return static_cast<std::uint32_t>(model.tensors.size() - 1);
  };
  OperatorUse use;
  use.input = model.uses.empty() ? std::vector<std::uint32_t>{add(".input", op.input)} : model.uses.back().output;
  use.weights = {add(".weights", op.weights)};
  use.output = {add(".output", op.output)};
  model.uses.push_back(std::move(use));
}

void LayersReader::row() {
  const std::vector<CsvField>& fields = lines_.fields();
  const auto is_empty = [](const CsvField& field) { return field.text.empty(); };
  if (std::all_of(fields.begin(), fields.end(), is_empty)) return;
  if (std::count_if(fields.begin(), fields.end(), is_empty) + 1 == static_cast<std::ptrdiff_t>(fields.size()) &&
      !fields.front().text.empty()) {
    ++titles_;
    return;
  }
  if (workload_.tasks.size() == kMaxForeignTasks) {
    error({{}, 1}, "more than " + std::to_string(kMaxForeignTasks) + " tasks");
    return;
  }
  const std::size_t place = places_.at(kName);
  const std::string name = place < fields.size() ? std::string(fields[place].text) : "";
  if (name.empty() || !is_one_line(name)) {
    error(place < fields.size() ? fields[place] : CsvField{}, "a layer needs a name");
    return;
  }
  Operator op;
  is_convolutions(places_) ? convolution(op) : product(op);
  WorkloadTask task;
  task.id = names_.take(name);
  task.cls = mapping_.cls;
  task.weight = mapping_.weight;
  task.where = {file_, lines_.number(), 1};
  task.work = {op.macs, 0};
  op.elements = op.output.elements;
  if (!workload_.tasks.empty()) {
    task.after.push_back(
        {static_cast<std::uint32_t>(workload_.tasks.size() - 1), workload_.model.operators.back().output.bytes, false});
  }
  workload_.model.weights.add(op.weights);
  add_tensors(task.id, op);
  workload_.model.operators.push_back(std::move(op));
  workload_.tasks.push_back(std::move(task));
}

bool read_layers(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                 Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  LayersReader(text, file, mapping, workload, diagnostics).read();
  return diagnostics.size() == before;
}

bool recognises_layers(std::string_view head) {
  CsvLines lines(head, separator_of(head));
  if (!lines.next()) return false;
  const Places places = places_of(lines.fields());
  return is_convolutions(places) || is_products(places);
}

}  // namespace

void add_layers(WorkloadFormats& formats) {
  WorkloadFormat format{
      "layers", "layer tables of SCALE-Sim (CSV), lowered to jobs", recognises_layers, read_layers, Mapping(), {}};
  format.operators = true;
  formats.add(std::move(format));
}

}  // namespace gantry
