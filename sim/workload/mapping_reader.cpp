// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "text/digits.h"
#include "text/key_reader.h"
#include "text/yaml_reader.h"
#include "workload/mapping.h"

namespace gantry {

namespace {

constexpr std::size_t kFractionDigits = 12;
constexpr std::size_t kWholeDigits = 15;
constexpr std::uint64_t kMostDimension = std::uint64_t{1} << 31;

class MappingReader {
 public:
  MappingReader(const YamlNode& node, const std::string& path, Mapping& to, Diagnostics& diagnostics)
      : map_(node, path, diagnostics), to_(to), diagnostics_(diagnostics) {}

  void read();

 private:
  void decimal(std::string_view key, Decimal& to) {
    const YamlNode* found = map_.find(key);
    if (found == nullptr) return;
    if (const auto number = read_decimal(*found, map_.path(key), diagnostics_)) to = *number;
  }
  void positions() {
    if (const YamlNode* found = map_.find("resources")) to_.resources_at = found->where();
    if (const YamlNode* found = map_.find("ranks")) to_.ranks_at = found->where();
  }
  void read_dimensions();
  void read_work();
  void read_jobs();
  void read_bytes(std::string_view key, MappedBytes& to);

  MapReader map_;
  Mapping& to_;
  Diagnostics& diagnostics_;
};

void MappingReader::read() {
  KeyReader reader(map_);
  describe(reader, to_);
  decimal("cycles_per_unit", to_.cycles_per_unit);
  read_work();
  decimal("cycles_per_second", to_.cycles_per_second);
  decimal("bytes_scale", to_.bytes_scale);
  positions();
  read_dimensions();
  if (map_.find("time_unit") != nullptr) to_.time_unit_given = true;
  read_jobs();
  read_bytes("input_bytes", to_.input);
  read_bytes("output_bytes", to_.output);
  map_.finish();
}

void MappingReader::read_dimensions() {
  const YamlNode* found = map_.find("dimensions");
  if (found == nullptr) return;
  if (!found->is_map()) {
    map_.error("dimensions", "must be a map from names to sizes, not " + describe(*found));
    return;
  }
  to_.dimensions.clear();
  for (std::size_t i = 0; i + 1 < found->items.size(); i += 2) {
    const YamlNode& name = found->items[i];
    const auto size =
        read_integer(found->items[i + 1], map_.path("dimensions") + '.' + name.text, 1, kMostDimension, diagnostics_);
    if (found->find(name.text) != &found->items[i + 1]) {
      diagnostics_.error(name.where(), map_.path("dimensions") + " has the key " + in_quotes(name.text) + " twice");
    } else if (size) {
      to_.dimensions.emplace_back(name.text, *size);
    }
  }
}

void MappingReader::read_work() {
  const YamlNode* found = map_.find("work");
  if (found == nullptr) return;
  to_.work = read_decimal(*found, map_.path("work"), diagnostics_, DecimalRange::from_zero);
  to_.work_at = found->where();
}

void MappingReader::read_jobs() {
  const YamlNode* found = map_.find("jobs");
  if (found == nullptr) return;
  if (found->says("cores")) {
    to_.jobs = 0;
    return;
  }
  const auto jobs = read_integer(*found, map_.path("jobs"), 1, kMaxTaskJobs, diagnostics_);
  if (!jobs) return;
  to_.jobs = static_cast<std::uint32_t>(*jobs);
}

void MappingReader::read_bytes(std::string_view key, MappedBytes& to) {
  const YamlNode* found = map_.find(key);
  if (found == nullptr) return;
  if (found->says("data") || found->says("edges")) {
    to = {found->says("data") ? BytesFrom::data : BytesFrom::edges, 0};
    return;
  }
  if (found->is_scalar() && all_digits(found->text)) {
    if (const auto bytes = read_integer(*found, map_.path(key), 0, kMaxTaskBytes, diagnostics_))
      to = {BytesFrom::fixed, *bytes};
    return;
  }
  map_.error(key, "must be data, edges or a number of bytes per job, not " + describe(*found));
}

const char* const kDecimal = "a decimal above 0";

}  // namespace

void describe(KeyVisitor& keys, FieldNames& fields) {
  const char* const unnamed = "the format's";
  keys.text("time", fields.time, unnamed, "of the arrival; of `tgff` the column with the times of tasks");
  keys.text("work", fields.work, unnamed, "of a task");
  keys.text("bytes", fields.bytes, unnamed, "of a task or an edge");
  keys.text("class", fields.cls, unnamed, "");
  keys.text("weight", fields.weight, unnamed, "");
  keys.text("id", fields.id, unnamed, "");
}

void describe(KeyVisitor& keys, Mapping& mapping) {
  keys.form("cycles_per_unit", {{"number"}, kDecimal},
            "`wfcommons`, `dax`, `pegasus` 1000000000, `pipedream`, `dnn-placement`, `saga`, `tgff` 1000000, "
            "`kineto`, `chakra`, generators 1000, others 1",
            "cycles per unit of time or work");
  keys.form("work", {{"number"}, "a decimal, or 0"}, "0", "time of a task whose file gives none, in the file's unit");
  keys.form("jobs", {{"integer", "string"}, "1 to 65536, or `cores`"}, "1",
            "of every task, which share its work. `cores` = one per core that the file gives the task, rounded up to a "
            "power of two, the work being time x cores");
  keys.form("bytes_scale", {{"number"}, kDecimal}, "1", "our bytes per byte of the file");
  keys.form("input_bytes", {{"integer", "string"}, "`data`, `edges` or bytes"},
            "`wfcommons`, `dax`, `pegasus`, `simai`, `chakra`, `arrivals`, `kineto` `data`; others `edges`",
            "what the jobs of a task read: `data` = what the file says that the task reads, `edges` = the sum over its "
            "edges, a number = so many per job");
  keys.form("output_bytes", {{"integer", "string"}, "`data`, `edges` or bytes"}, "the same", "what they write");
  keys.choice("class", mapping.cls,
              {{"block", TaskClass::block},
               {"cluster", TaskClass::cluster},
               {"union", TaskClass::union_},
               {"communication", TaskClass::communication}},
              "of every task whose file does not say");
  keys.number("weight", mapping.weight, {1, 256}, "", "likewise");
  keys.optional_number("job_bytes", mapping.job_bytes, {1, kMaxTaskBytes}, "bytes", "one word",
                       "rounded up to whole words of the processors that may run the job");
  keys.text("processor", mapping.processor, "any but `dma`",
            "a processor type; of `chakra` `{rank}` and `{device}` are replaced, and computing tasks have it");
  keys.text("resources", mapping.resources, "none",
            "the file with the times of `ds3` on each processor, beside the workload's file");
  keys.form("cycles_per_second", {{"number"}, kDecimal}, "1000000000", "of times of arrival");
  keys.flag("arrivals", mapping.arrivals,
            "whether times of arrival become `submit`; else all tasks are there in cycle 0. Of `kineto` the default is "
            "`false`");
  keys.choice("copies", mapping.copies, {{"time", CopiesAs::time}, {"bytes", CopiesAs::bytes}},
              "what copies and memsets of `kineto` are: tasks that take their measured time, or communication tasks "
              "that move their bytes");
  keys.choice("time_unit", mapping.time_unit,
              {{"s", TimeUnit::s},
               {"ms", TimeUnit::ms},
               {"us", TimeUnit::us},
               {"ns", TimeUnit::ns},
               {"cycles", TimeUnit::cycles}},
              "of times of arrival that are numbers, unless the name of their column says it (`arrival_ns`)");
  keys.flag("header", mapping.header,
            "whether the first line of a CSV names the columns; else `fields` numbers them from 1");
  keys.choice("separator", mapping.separator, {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}}, "of a CSV");
  keys.form("dimensions", {{"object"}, "a map from names to sizes, 1 to 2147483648"}, "1",
            "sizes of the named dimensions of a model's inputs, such as the batch");
  keys.number("ranks", mapping.ranks, {1, kMostRanks}, "",
              "of `chakra`, each with a file beside the workload's: the number in the file's name is the rank");
  keys.flag("same_trace", mapping.same_trace, "whether all `ranks` have the trace of the workload's file");
  keys.choice("collectives", mapping.collectives,
              {{"ring", CollectiveAlgorithm::ring},
               {"halving_doubling", CollectiveAlgorithm::halving_doubling},
               {"direct", CollectiveAlgorithm::direct}},
              "the transfers that a collective of several `ranks` becomes");
  keys.choice(
      "communication", mapping.communication,
      {{"auto", Communication::automatic}, {"bytes", Communication::bytes}, {"time", Communication::time}},
      "of `chakra`: whether communication moves its bytes or takes its measured time. `auto`: bytes with several "
      "ranks; of one rank the time, if the node has one");
  keys.flag("ctrl_deps", mapping.ctrl_deps, "of `chakra`: whether control dependences are edges, too");
  keys.section(
      "fields", mapping.fields,
      "names of CSV columns (all of these) or DOT attributes and GraphML keys (`work`, `bytes`, `class`, `weight`)");
}

std::optional<Decimal> read_decimal(const YamlNode& node, const std::string& what, Diagnostics& diagnostics,
                                    DecimalRange range) {
  const std::string plain = without_exponent(node.text);
  const std::string_view text = plain;
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view fraction = point < text.size() ? text.substr(point + 1) : std::string_view();
  const bool shaped = node.is_scalar() && !node.quoted && all_digits(text.substr(0, point)) &&
                      point <= kWholeDigits + 1 && (point == text.size() || all_digits(fraction)) &&
                      fraction.size() <= kFractionDigits;
  const auto number = shaped ? parse_decimal(text) : std::nullopt;
  const bool zero_allowed = range == DecimalRange::from_zero;
  if (number && (zero_allowed || !number->is_zero()) && to_double(*number) <= 1e15) return number;
  diagnostics.error(node.where(), what + " must be a decimal number " + (zero_allowed ? "from 0" : "above 0 and") +
                                      " up to 10^15 with at most " + std::to_string(kFractionDigits) +
                                      " fraction digits, not " + describe_unquoted(node));
  return std::nullopt;
}

const std::vector<std::string_view>& graph_mapping_keys() {
  static const std::vector<std::string_view> kKeys = {"cycles_per_unit", "work",         "jobs",  "bytes_scale",
                                                      "input_bytes",     "output_bytes", "class", "weight",
                                                      "job_bytes",       "processor"};
  return kKeys;
}

const std::vector<std::string_view>& operator_mapping_keys() {
  static const std::vector<std::string_view> kKeys = {"class", "weight", "job_bytes", "processor"};
  return kKeys;
}

void note_unused_keys(const YamlNode& node, const std::string& path, const std::vector<std::string_view>& used,
                      const std::string& where, Diagnostics& diagnostics) {
  const auto check = [&](const YamlNode& map, const std::string& section) {
    for (std::size_t i = 0; map.is_map() && i + 1 < map.items.size(); i += 2) {
      const std::string key = section + map.items[i].text;
      if (key == "fields" || std::find(used.begin(), used.end(), key) != used.end()) continue;
      diagnostics.note(map.items[i].where(), path + '.' + key + " changes nothing " + where);
    }
  };
  check(node, "");
  if (const YamlNode* fields = node.find("fields")) check(*fields, "fields.");
}

bool read_mapping(const YamlNode& node, const std::string& path, Mapping& mapping, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  MappingReader(node, path, mapping, diagnostics).read();
  return diagnostics.size() == before;
}

}  // namespace gantry
