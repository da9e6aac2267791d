// SPDX-License-Identifier: Apache-2.0
#include "output/table_writer.h"

#include <utility>

namespace gantry {

TableWriter::TableWriter(const Paths& paths, TaskName task_name, std::vector<std::string> processors)
    : task_name_(std::move(task_name)),
      processors_(std::move(processors)),
      tasks_(paths.tasks, paths.losses),
      jobs_(paths.jobs, paths.more_of_jobs) {}

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

void TableWriter::write(const TaskRecord& task) {
  const std::string name = task_name_(task.number);
  TaskCells row{name, task};
  tasks_.add(row);
}

void TableWriter::write(const JobRecord& job) {
  const std::string task = task_name_(job.task);
  JobCells row{task, processors_.at(job.processor), job, job.attempt + 1, 0};
  jobs_.add(row);
}

void EdgeTable::add(std::string_view task, std::string_view predecessor) {
  if (!file_.on()) return;
  EdgeCells row{task, predecessor};
  file_.add(row);
}

void RequestTable::request_done(const RequestRecord& request) {
  if (!file_.on()) return;
  RequestCells row{request.stream, request.number, request.arrival,        request.first_token,  request.last_token,
                   request.done,   request.tokens, request.first_instance, request.last_instance};
  file_.add(row);
}

}  // namespace gantry
