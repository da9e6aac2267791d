// SPDX-License-Identifier: Apache-2.0
// ds3: a job of the DS3 simulator (text), and its resource file with the times of the tasks. The mapping names that
// file, or its lines follow in the same file.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "text/text_file.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"
#include "workload/ds3_resources.h"
#include "workload/format.h"

namespace gantry {
namespace {

class Ds3Reader {
 public:
  Ds3Reader(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()),
        resources_(by_name_, diagnostics) {}

  /// The job's own file, and then the one that the mapping names; the texts outlive the reader.
  void read(const std::string& text, const std::string& file, bool is_job);
  void finish();
  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }

 private:
  enum class Section : std::uint8_t { none, job, resource };
  using Line = Ds3Line;

  struct Reference {
    std::uint32_t task;
    std::uint64_t predecessor;
    SourcePosition where;
  };
  struct Volume {
    std::uint64_t from;
    std::uint64_t to;
    std::uint64_t bytes;
    SourcePosition where;
  };
  void line(const Line& line);
  void job_line(const Line& line);
  void define(const Line& line);
  void describe_task(const Line& line);
  void announce(const Line& line);
  void job_name(const Line& line);
  void note_once(const TextToken& at, const std::string& text);
  void volume(const Line& line);
  void add_edges();
  void require_times();
  bool check_parts();

  std::optional<std::uint32_t> known(std::uint64_t id, const SourcePosition& where);
  std::optional<std::uint64_t> whole(const TextToken& token, const std::string& what);
  std::optional<Decimal> decimal(const TextToken& token, const std::string& what);
  [[nodiscard]] SourcePosition where(const TextToken& token) const { return {*file_, token.line, token.column}; }
  void error(const TextToken& token, const std::string& what) { diagnostics_.error(where(token), what); }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  const std::string* file_ = nullptr;
  bool is_job_ = true;
  Section section_ = Section::none;
  bool named_ = false;
  std::uint64_t announced_ = 0;
  std::optional<SourcePosition> announced_at_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_id_;       ///< looked up only
  std::unordered_map<std::string_view, std::uint32_t> by_name_;  ///< looked up only
  std::vector<Reference> references_;
  std::vector<Volume> volumes_;
  Ds3Resources resources_;
  std::set<std::string_view> noted_;  ///< keys whose values a note says to be ignored
};

std::optional<std::uint64_t> Ds3Reader::whole(const TextToken& token, const std::string& what) {
  const auto number = whole_number(token.text, ~std::uint64_t{0});
  if (!number) error(token, what + " must be a whole number, not " + in_quotes(token.text));
  return number;
}

std::optional<Decimal> Ds3Reader::decimal(const TextToken& token, const std::string& what) {
  const auto number = parse_decimal(token.text);
  if (!number) error(token, what + " must be a number that is not negative, not " + in_quotes(token.text));
  return number;
}

void Ds3Reader::read(const std::string& text, const std::string& file, bool is_job) {
  file_ = &file;
  is_job_ = is_job;
  section_ = is_job ? Section::none : Section::resource;
  TokenReader tokens(text, file, HashComments::rest);
  Line line;
  for (TextToken token = tokens.next(); !token.is_end() && !hopeless();) {
    line.assign(1, token);
    for (token = tokens.next(); !token.is_end() && token.line == line[0].line; token = tokens.next())
      line.push_back(token);
    this->line(line);
  }
}

void Ds3Reader::line(const Line& line) {
  const std::string_view key = line[0].text;
  if (key == "SoC_mesh_information") note_once(line[0], "the size of the mesh is not read (it is the machine's)");
  if (Ds3Resources::ignores(key)) return;
  if (key == "add_new_resource") {
    section_ = Section::resource;
    resources_.add(line, *file_);
  } else if (!is_job_ && (key == "job_name" || key == "add_new_tasks")) {
    error(line[0], "a resource file has resources, not a job");
  } else if (key == "job_name") {
    job_name(line);
  } else if (key == "add_new_tasks") {
    announce(line);
  } else if (key == "comm_vol") {
    volume(line);
  } else if (key == "deadline" && line.size() == 2 && workload_.tasks.empty() && !announced_at_) {
    note_once(line[0], "the deadline of the job is not read (those of its tasks are)");
  } else if (section_ == Section::job) {
    job_line(line);
  } else if (!resources_.empty()) {
    resources_.read(line, *file_);
  } else {
    error(line[0], is_job_
                       ? "the file must begin with job_name, add_new_tasks or add_new_resource, not " + in_quotes(key)
                       : "a resource file must begin with add_new_resource, not " + in_quotes(key));
    section_ = Section::job;
  }
}

/// `job_name NAME`, and behind it the bits of the job's input, from which DS3 computes a throughput.
void Ds3Reader::job_name(const Line& line) {
  section_ = Section::job;
  const bool sized = line.size() == 3 && parse_decimal(line[2].text);
  if (named_ || (line.size() != 2 && !sized)) {
    error(line[0],
          named_ ? "the job has a name already (a file has one job)" : "a job's name is `job_name NAME [BITS]`");
  } else {
    workload_.name = std::string(line[1].text);
    if (sized) note_once(line[2], "the size of the job's input is not read");
  }
  named_ = true;
}

void Ds3Reader::note_once(const TextToken& at, const std::string& text) {
  if (noted_.insert(at.text).second) diagnostics_.note(where(at), text);
}

void Ds3Reader::announce(const Line& line) {
  section_ = Section::job;
  if (!announced_at_) announced_at_ = where(line[0]);
  if (line.size() != 2) {
    error(line[0], "tasks are announced by `add_new_tasks NUMBER`");
  } else if (const auto number = whole(line[1], "the number of tasks")) {
    announced_ += std::min(*number, 2 * kMaxForeignTasks);
  }
}

void Ds3Reader::job_line(const Line& line) {
  const std::string_view second = line.size() > 1 ? line[1].text : std::string_view();
  if (all_digits(second)) {
    define(line);
  } else if (second == "earliest_start" || ((second == "HEAD" || second == "TAIL") && line.size() == 2)) {
    describe_task(line);
  } else {
    error(line[0],
          "a line of a task is `NAME ID PREDECESSOR...`, `NAME HEAD`, `NAME TAIL` or `NAME earliest_start TIME ...`");
  }
}

void Ds3Reader::define(const Line& line) {
  const auto number = static_cast<std::uint32_t>(workload_.tasks.size());
  if (number == kMaxForeignTasks) {
    error(line[0], "more than " + std::to_string(kMaxForeignTasks) + " tasks");
    return;
  }
  WorkloadTask task;
  task.id = std::string(line[0].text);
  task.cls = mapping_.cls;
  task.weight = mapping_.weight;
  task.where = where(line[0]);
  const auto first = by_name_.emplace(line[0].text, number);
  if (!first.second) {
    error(line[0], in_quotes(task.id) + " is already the name of the task on line " +
                       std::to_string(workload_.tasks[first.first->second].where.line));
  }
  const auto id = whole(line[1], "the id of a task");
  if (id && !by_id_.emplace(*id, number).second)
    error(line[1], std::to_string(*id) + " is already the id of another task");
  for (std::size_t i = 2; i < line.size(); ++i) {
    if (const auto predecessor = whole(line[i], "a predecessor"))
      references_.push_back({number, *predecessor, where(line[i])});
  }
  workload_.tasks.push_back(std::move(task));
}

void Ds3Reader::describe_task(const Line& line) {
  const auto named = by_name_.find(line[0].text);
  if (named == by_name_.end()) {
    error(line[0], "there is no task " + in_quotes(line[0].text) + " above");
    return;
  }
  WorkloadTask& task = workload_.tasks[named->second];
  const auto bytes = [](const Decimal& bits) { return ceil_product(bits, {1, 0}, 1, 8); };
  std::uint64_t due = 0;
  const TextToken* due_at = nullptr;
  for (std::size_t i = 1; i + 1 < line.size(); i += 2) {
    const std::string_view key = line[i].text;
    const auto value = decimal(line[i + 1], std::string(key));
    if (!value) continue;
    if (key == "earliest_start") {
      submit_at(*value, mapping_, task, diagnostics_);
    } else if (key == "input_vol") {
      task.input_bytes = bytes(*value);
    } else if (key == "output_vol") {
      task.output_bytes = bytes(*value);
    } else if (key == "deadline") {
      due = ceil_product(*value, mapping_.cycles_per_unit);
      due_at = &line[i + 1];
    } else {
      note_once(line[i], in_quotes(key) + " is not read (earliest_start, deadline, input_vol and output_vol are)");
    }
  }
  // Both count from the job's beginning, ours from the task's own; 0 is none.
  if (due > task.submit && due - task.submit <= kMaxTaskCycles) {
    task.deadline = due - task.submit;
  } else if (due > 0) {
    error(*due_at,
          "the deadline must be after earliest_start, by at most " + std::to_string(kMaxTaskCycles) + " cycles");
  }
  if (line.size() > 2 && line.size() % 2 == 0) error(line.back(), in_quotes(line.back().text) + " has no value");
}

void Ds3Reader::volume(const Line& line) {
  if (line.size() != 4) {
    error(line[0], "a volume is `comm_vol FROM TO VOLUME`");
    return;
  }
  const auto from = whole(line[1], "the task that a volume comes from");
  const auto to = whole(line[2], "the task that a volume goes to");
  const auto volume = decimal(line[3], "a volume");
  if (from && to && volume) volumes_.push_back({*from, *to, ceil_product(*volume, {1, 0}), where(line[0])});
}

std::optional<std::uint32_t> Ds3Reader::known(std::uint64_t id, const SourcePosition& where) {
  const auto at = by_id_.find(id);
  if (at != by_id_.end()) return at->second;
  diagnostics_.error(where, "there is no task with the id " + std::to_string(id));
  return std::nullopt;
}

void Ds3Reader::add_edges() {
  struct Place {
    std::size_t edge;
    bool has_volume;
  };
  std::unordered_map<std::uint64_t, Place> places;  // of the edges; looked up only
  const auto key = [](std::uint32_t from, std::uint32_t to) { return (std::uint64_t{from} << 32) | to; };
  for (const Reference& reference : references_) {
    if (hopeless()) return;
    const auto from = known(reference.predecessor, reference.where);
    if (!from) continue;
    WorkloadTask& task = workload_.tasks[reference.task];
    if (*from == reference.task) {
      diagnostics_.error(reference.where, "task " + in_quotes(task.id) + " waits for itself");
    } else if (places.emplace(key(*from, reference.task), Place{task.after.size(), false}).second) {
      task.after.push_back({*from, 0, false});
    }
  }
  for (const Volume& volume : volumes_) {
    if (hopeless()) return;
    const auto from = known(volume.from, volume.where);
    const auto to = from ? known(volume.to, volume.where) : std::nullopt;
    if (!to) continue;
    const auto at = places.find(key(*from, *to));
    if (at == places.end()) {
      diagnostics_.note(volume.where, "task " + in_quotes(workload_.tasks[*to].id) + " does not wait for " +
                                          in_quotes(workload_.tasks[*from].id) + ", so this volume is not read");
    } else if (at->second.has_volume) {
      diagnostics_.error(volume.where, "this edge has a volume already");
    } else {
      at->second.has_volume = true;
      workload_.tasks[*to].after[at->second.edge].bytes = volume.bytes;
    }
  }
}

void Ds3Reader::require_times() {
  for (const WorkloadTask& task : workload_.tasks) {
    if (hopeless()) return;
    if (task.cycles_by_type.empty() && !mapping_.work) {
      diagnostics_.error(task.where, "task " + in_quotes(task.id) +
                                         " has a time on no resource (mapping.work gives a default, on any processor)");
    }
  }
}

bool Ds3Reader::check_parts() {
  if (workload_.tasks.empty() && !resources_.empty()) {
    diagnostics_.error(resources_.where(),
                       "these are resources without a job (the job's file is the workload, this one its "
                       "mapping.resources)");
  } else if (workload_.tasks.empty()) {
    diagnostics_.error(announced_at_.value_or(SourcePosition{*file_, 1, 1}), "the job has no tasks");
  } else if (announced_at_ && announced_ != workload_.tasks.size()) {
    diagnostics_.error(*announced_at_, std::to_string(announced_) + " tasks are announced, and " +
                                           std::to_string(workload_.tasks.size()) + " follow");
  } else if (resources_.empty() && !mapping_.work) {
    diagnostics_.error(
        announced_at_.value_or(workload_.tasks[0].where),
        "these tasks need a resource file with their times (mapping.resources, or mapping.work for all)");
  }
  return ok();
}

void Ds3Reader::finish() {
  workload_.unit = "us";
  if (!ok() || !check_parts()) return;
  add_edges();
  resources_.add_times(workload_);
  require_times();
}

bool read_ds3(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
              Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  Ds3Reader reader(mapping, workload, diagnostics);
  reader.read(text, file, true);
  std::optional<std::string> resources;
  std::string resource_file;
  if (!mapping.resources.empty()) {
    const std::string path = path_beside(directory_of(file), mapping.resources);
    resources = read_named_file(path, "resources", mapping.resources_at, diagnostics);
    if (!resources) return false;
    workload.beside = {path};
    resource_file = shown_path(path);
    reader.read(*resources, resource_file, false);
  }
  reader.finish();
  return diagnostics.size() == before;
}

bool recognises_ds3(std::string_view head) {
  const std::string file;
  const std::string_view first = TokenReader(head, file, HashComments::rest).next().text;
  return first == "job_name" || first == "add_new_tasks" || first == "add_new_resource";
}

}  // namespace

void add_ds3(WorkloadFormats& formats) {
  formats.add({"ds3",
               "jobs of DS3 with the times of their tasks on each resource (mapping.resources)",
               recognises_ds3,
               read_ds3,
               mapping_by_edges(),
               {"resources", "arrivals"}});
}

}  // namespace gantry
