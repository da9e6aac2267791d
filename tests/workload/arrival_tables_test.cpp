// SPDX-License-Identifier: Apache-2.0
// Dialects of tables of arrivals: names of columns, units in them, dates with zones, columns that are missing.
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"
#include "workload/column_names.h"

namespace gantry::arrival_tables_test {

namespace {

std::vector<Cycle> submits(const Workload& workload) {
  std::vector<Cycle> cycles;
  for (const WorkloadTask& task : workload.tasks) cycles.push_back(task.submit);
  return cycles;
}

}  // namespace

TEST_CASE("columns have the same name whatever their case, blanks and marks", "[formats]") {
  for (const char* name : {"Request tokens", "request_tokens", "RequestTokens", " request-tokens ", "REQUEST TOKENS"})
    CHECK(plain_name(name) == "requesttokens");
  struct Header {
    std::string line;
    std::string work;  ///< its column
  };
  // Headers that public traces of requests have, in the order time, prompt, output.
  for (const Header& header :
       std::vector<Header>{{"TIMESTAMP,ContextTokens,GeneratedTokens", "GeneratedTokens"},
                           {"Timestamp,Request tokens,Response tokens", "Response tokens"},
                           {"arrived_at,num_prefill_tokens,num_decode_tokens", "num_decode_tokens"},
                           {"arrival_timestamp,prompt_size,token_size", "token_size"},
                           {"arrival_time,input_tokens,output_tokens", "output_tokens"},
                           {"\"Arrival Time\",\"Prompt Len\",\"Output Len\"", "Output Len"}}) {
    INFO(header.line);
    const std::string text = header.line + "\n3,100,7\n4,50,9\n";
    CHECK(guess(text) == "arrivals");
    const Workload workload = load("arrivals", text);
    CHECK(workload.unit == header.work);
    CHECK(submits(workload) == std::vector<Cycle>{0, 1000000000});
    CHECK(workload.tasks[1].cycles == 9);
    CHECK(workload.tasks[0].input_bytes == 100);
  }
}

TEST_CASE("the name of a column gives the unit of its times, unless the mapping does", "[formats]") {
  const auto second = [](const std::string& name, const std::string& mapping = "") {
    return load("arrivals", name + ",work\n5,1\n6,1\n", mapping).tasks[1].submit;
  };
  CHECK(second("time") == 1000000000);
  CHECK(second("arrival_time_s") == 1000000000);
  CHECK(second("arrival (s)") == 1000000000);
  CHECK(second("Arrival Seconds") == 1000000000);
  CHECK(second("arrival_ms") == 1000000);
  CHECK(second("timestamp [us]") == 1000);
  CHECK(second("arrival_time_ns") == 1);
  CHECK(second("submit_cycles") == 1);
  CHECK(second("arrival_ms", "{time_unit: us}") == 1000);
  CHECK(second("when_ms", "{fields: {time: when_ms}}") == 1000000);
  CHECK_FALSE(load("arrivals", "submit_cycles,work\n5,1\n").span);
  // One letter at the end of a word is no unit, and an unknown name none of a time.
  CHECK_FALSE(unit_in_name("arrivals"));
  CHECK_FALSE(names_time("arrivals"));
  CHECK_FALSE(names_time("end_timestamp"));
}

TEST_CASE("dates of arrival may have a zone", "[formats]") {
  const Workload workload = load("arrivals",
                                 "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00.009930+00:00,2162,5\n"
                                 "2024-05-10 02:00:00.010930+02:00,2399,6\n");
  CHECK(submits(workload) == std::vector<Cycle>{0, 1000000});
}

TEST_CASE("a table without a column for the work is refused, not taken as no work", "[formats]") {
  const std::string text = "Timestamp,Model,Total\n5,ChatGPT,3\n";
  CHECK(
      errors("arrivals", text) ==
      Lines{"f:1:1: error: no column has a usual name for the work of a task, such as work, duration or "
            "output_tokens; the columns are 'Timestamp', 'Model', 'Total' (mapping.fields.work names it, mapping.work "
            "is the same work for all)"});
  CHECK(load("arrivals", text, "{fields: {work: total}}").tasks[0].cycles == 3);
  CHECK(load("arrivals", text, "{work: 8}").tasks[0].cycles == 8);
  CHECK(errors("arrivals", "1\n2\n", "{header: false}") ==
        Lines{"f:1:1: error: no column has a usual name for the work of a task, such as work, duration or "
              "output_tokens; a line has 1 column (mapping.fields.work names it, mapping.work is the same work for "
              "all)"});
  CHECK(errors("arrivals", "time;work\n1;2\n") ==
        Lines{"f:1:1: error: no column has a usual name for the time of arrival, such as timestamp, arrival_time or "
              "arrived_at; the only column is 'time;work' (mapping.separator; mapping.fields.time names it, "
              "mapping.header: false says that there are no names)"});
}

TEST_CASE("rows of JSON are found by any of their keys, and keys that nothing uses may come and go", "[formats]") {
  const std::string text =
      "{\"input_toks\":10,\"output_toks\":70,\"arrival_time_ns\":500,\"ids\":[1,2],\"note\":\"{\\\"\"}\n"
      "{\"arrival_time_ns\":700,\"output_toks\":9,\"input_toks\":3,\"extra\":null}\n";
  CHECK(guess(text) == "arrivals");
  const Workload workload = load("arrivals", text);
  CHECK(submits(workload) == std::vector<Cycle>{0, 200});
  CHECK(workload.tasks[1].cycles == 9);
  CHECK(workload.tasks[1].input_bytes == 3);
  CHECK(guess("{\"time\": 1}\n") == "none");
  CHECK(guess("{\"time\": 1, \"tasks\": [{\"id\": 1}]}\n") == "native");
  CHECK(guess("{\"time\": 1, \"work\": {\"a\": 1}}\n") == "none");
  CHECK(errors("arrivals", "{\"time\": 1, \"work\": 2, \"bytes\": 3}\n{\"time\": 2, \"work\": 2}\n") ==
        Lines{"f:2:1: error: this object has no key 'bytes', which the first one has"});
}

TEST_CASE("times of Mooncake's traces are milliseconds, which a note says", "[formats]") {
  const std::string text =
      "{\"timestamp\": 0, \"input_length\": 6, \"output_length\": 5, \"hash_ids\": [0]}\n"
      "{\"timestamp\": 3, \"input_length\": 6, \"output_length\": 5, \"hash_ids\": [0]}\n";
  Workload workload;
  CHECK(read("arrivals", text, workload) ==
        Lines{"f:1:1: note: times are taken as milliseconds, as in Mooncake's traces (mapping.time_unit)"});
  CHECK(workload.tasks[1].submit == 3000000);
  CHECK(load("arrivals", text, "{time_unit: ms}").tasks[1].submit == 3000000);
  // A wrong unit shows when times become too large.
  CHECK(errors("arrivals", "time,work\n0,1\n300000,1\n") ==
        Lines{"f:3:1: error: task '1' arrives in a cycle beyond 281474976710656 (a smaller mapping.cycles_per_second; "
              "mapping.time_unit is the unit of times of arrival)"});
}

TEST_CASE("names of prompt and output tokens are plain, and each has one meaning", "[formats]") {
  for (const std::string_view name : prompt_token_names()) {
    CHECK(plain_name(name) == name);
    CHECK(names_bytes(name));
    CHECK_FALSE(names_work(name));
  }
  for (const std::string_view name : output_token_names()) {
    CHECK(plain_name(name) == name);
    CHECK(names_work(name));
    CHECK_FALSE(names_bytes(name));
  }
}

}  // namespace gantry::arrival_tables_test
