// SPDX-License-Identifier: Apache-2.0
#include "report/table_writer.h"

#include <initializer_list>
#include <iterator>

#include "readback/output_names.h"
#include "text/escape.h"

namespace gantry {
namespace {

void append_header(OutputFile& file, const char* header) {
  if (file.on()) fmt::format_to(std::back_inserter(file.text()), "{}\n", header);
}

/// `,cycle` for each, and the end of the row.
void append_cycles(fmt::memory_buffer& out, std::initializer_list<Cycle> cycles) {
  for (const Cycle cycle : cycles) {
    out.push_back(',');
    if (cycle == kNever) continue;
    const fmt::format_int digits(cycle);
    out.append(digits.data(), digits.data() + digits.size());
  }
  out.push_back('\n');
}

}  // namespace

TableWriter::TableWriter(const Paths& paths, const TaskSource& names, const std::vector<std::string>& processors)
    : names_(names), tasks_(paths.tasks), jobs_(paths.jobs) {
  append_header(tasks_, kTasksHeader);
  append_header(jobs_, kJobsHeader);
  fmt::memory_buffer field;
  for (const std::string& processor : processors) {
    field.clear();
    append_csv(field, processor);
    processors_.push_back(fmt::to_string(field));
  }
}

void TableWriter::task_done(const TaskRecord& task) {
  if (tasks_.on()) held_tasks_.add(task, [this](const TaskRecord& record) { write(record); });
}

void TableWriter::job_done(const JobRecord& job) {
  if (jobs_.on()) held_jobs_.add(job, [this](const JobRecord& record) { write(record); });
}

void TableWriter::finish(Diagnostics& problems) {
  held_tasks_.drain([this](const TaskRecord& record) { write(record); });
  held_jobs_.drain([this](const JobRecord& record) { write(record); });
  tasks_.finish(problems);
  jobs_.finish(problems);
}

void TableWriter::append_task_name(fmt::memory_buffer& out, std::uint64_t number) {
  append_csv(out, names_.name(number));
}

void TableWriter::write(const TaskRecord& task) {
  fmt::memory_buffer& out = tasks_.text();
  append_task_name(out, task.number);
  fmt::format_to(std::back_inserter(out), ",{},{},{}", name(task.cls), task.weight, task.jobs);
  append_cycles(out, {task.submitted, task.cached, task.registered, task.split, task.admitted, task.first_issue,
                      task.last_issue, task.completed});
  tasks_.written();
}

void TableWriter::write(const JobRecord& job) {
  fmt::memory_buffer& out = jobs_.text();
  append_task_name(out, job.task);
  fmt::format_to(std::back_inserter(out), ",{},{}", job.job, processors_.at(job.processor));
  append_cycles(out, {job.picked, job.issued, job.arrived, job.started, job.finished, job.completed});
  jobs_.written();
}

EdgeTable::EdgeTable(const std::string& path) : file_(path) { append_header(file_, kEdgesHeader); }

void EdgeTable::add(std::string_view task, std::string_view predecessor) {
  if (!file_.on()) return;
  append_csv(file_.text(), task);
  file_.text().push_back(',');
  append_csv(file_.text(), predecessor);
  file_.text().push_back('\n');
  file_.written();
}

}  // namespace gantry
