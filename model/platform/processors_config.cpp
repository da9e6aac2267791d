// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/processors_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace platform {

void describe(KeyVisitor& keys, LocalStoreConfig& local) {
  keys.number("bytes", local.bytes, {0, std::uint64_t{1} << 40}, "bytes",
              "for parts of [data objects](stores.md#local-stores); 0: no store");
  keys.number("bytes_per_cycle", local.bytes_per_cycle, {0, 65536}, "bytes",
              "that it reads out for others; at least 1 where there is a store");
  keys.choice("per", local.per,
              {{"processor", LocalStoreConfig::Per::processor}, {"cluster", LocalStoreConfig::Per::cluster}},
              "every processor has one, or all of a `cluster` share one");
}

void describe(KeyVisitor& keys, ProcessorGroup& group) {
  keys.text("name", group.name, "its `type`",
            "a processor is called by it and its number in the group; each group its own, none like `memory`, "
            "`background` or `scheduler.send`");
  keys.text("type", group.type, "",
            "the type that a task's `processor` requires; `dma` runs communication tasks, and no task without a type");
  keys.number("count", group.count, {1, kMaxProcessors}, "", "processors in the group");
  keys.decimal("speed", group.speed, "a job takes ceil(cycles / speed); exact, at most 6 fraction digits");
  keys.number("set_up_cycles", group.set_up_cycles, {0, 1000000}, "cycles",
              "that each job takes before it computes, at any `speed` ([timing](timing.md#processors))");
  keys.number("word_bytes", group.word_bytes, {1, 4096}, "bytes", "a job is a whole number of words");
  keys.number("max_job_bytes", group.max_job_bytes, {1, std::uint64_t{1} << 40}, "bytes", "the largest job it takes");
  keys.number("queue_depth", group.queue_depth, {1, 64}, "jobs",
              "slots for jobs that are matched or picked and not completed, the running one included "
              "([timing](timing.md#matching))");
  keys.number("cluster", group.cluster, {0, 1023}, "", "for co-location, and for stores `per: cluster`");
  keys.section("local", group.local, "local store of data objects");
}

}  // namespace platform

template class Section<std::vector<ProcessorGroup>>;

}  // namespace gantry
