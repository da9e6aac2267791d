// SPDX-License-Identifier: Apache-2.0
#include "plan/part_file.h"

#include <unordered_map>

#include "text/text_file.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::uint32_t kNoPart = ~std::uint32_t{0};

class PartReader {
 public:
  PartReader(const Workload& workload, std::uint32_t parts, Diagnostics& diagnostics)
      : workload_(workload), parts_(parts), diagnostics_(diagnostics), part_(workload.tasks.size(), kNoPart) {
    for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) number_.emplace(workload.tasks[t].id, t);
  }

  /// Reads a placement of a plan. Its other keys are ignored.
  void placement(const YamlNode& node) {
    const YamlNode* task = node.find("task");
    const YamlNode* part = node.find("part");
    if (task == nullptr || part == nullptr) {
      diagnostics_.error(node.where(), "a placement of a partition needs the keys `task` and `part`");
      return;
    }
    const auto number = read_integer(*part, "part", 0, parts_ - 1, diagnostics_);
    if (number) put(*task, static_cast<std::uint32_t>(*number));
  }

  void lists(const YamlNode& map) {
    if (!map.is_map()) {
      diagnostics_.error(map.where(),
                         "a partition must be a plan, a map of lists of tasks, or numbers, not " + describe(map));
      return;
    }
    for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
      const YamlNode& list = map.items[i + 1];
      if (i / 2 >= parts_) {
        diagnostics_.error(map.items[i].where(), "this is part " + std::to_string(i / 2) + ", and there are " +
                                                     std::to_string(parts_) + " (--parts)");
      } else if (!list.is_sequence()) {
        diagnostics_.error(list.where(), "a part must be a list of tasks, not " + describe(list));
      } else {
        for (const YamlNode& task : list.items) put(task, static_cast<std::uint32_t>(i / 2));
      }
    }
  }

  void numbers(const std::string& text, const std::string& file) {
    TokenReader tokens(text, file, HashComments::lines);
    for (std::uint32_t t = 0; t < part_.size(); ++t) {
      const TextToken token = tokens.next();
      if (token.is_end()) {
        diagnostics_.error(tokens.where(token),
                           "the file ends here, where the part of task " + in_quotes(workload_.tasks[t].id) +
                               " is needed (" + std::to_string(t + 1) + " of " + std::to_string(part_.size()) + ')');
        return;
      }
      const auto part = whole_number(token.text, parts_ - 1);
      if (part) {
        part_[t] = static_cast<std::uint32_t>(*part);
      } else {
        diagnostics_.error(tokens.where(token), "the part of a task must be a whole number from 0 to " +
                                                    std::to_string(parts_ - 1) + ", not " + in_quotes(token.text));
      }
    }
    const TextToken rest = tokens.next();
    if (!rest.is_end()) {
      diagnostics_.error(tokens.where(rest),
                         "the file goes on here, after the parts of " + std::to_string(part_.size()) + " tasks");
    }
  }

  /// Checks the complete partition. Precondition: no error so far.
  std::vector<std::uint32_t> finish(const SourcePosition& where) {
    std::vector<bool> used(parts_);
    for (std::uint32_t t = 0; t < part_.size(); ++t) {
      if (part_[t] == kNoPart) {
        diagnostics_.error(where, "the partition misses task " + in_quotes(workload_.tasks[t].id));
      } else {
        used[part_[t]] = true;
      }
    }
    for (std::uint32_t part = 0; part < parts_; ++part) {
      if (!used[part]) {
        diagnostics_.error(where, "part " + std::to_string(part) + " of " + std::to_string(parts_) +
                                      " has no task (every part needs one)");
      }
    }
    return part_;
  }

 private:
  void put(const YamlNode& task, std::uint32_t part) {
    const auto id = read_text(task, "task", diagnostics_);
    if (!id) return;
    const auto at = number_.find(*id);
    if (at == number_.end()) {
      diagnostics_.error(task.where(), in_quotes(*id) + " is no task of the workload");
    } else if (part_[at->second] != kNoPart) {
      diagnostics_.error(task.where(),
                         "task " + in_quotes(*id) + " is in part " + std::to_string(part_[at->second]) + " already");
    } else {
      part_[at->second] = part;
    }
  }

  const Workload& workload_;
  std::uint32_t parts_;
  Diagnostics& diagnostics_;
  std::vector<std::uint32_t> part_;
  std::unordered_map<std::string, std::uint32_t> number_;  ///< looked up only
};

}  // namespace

std::optional<std::vector<std::uint32_t>> load_parts(const std::string& path, const Workload& workload,
                                                     std::uint32_t parts, Diagnostics& diagnostics) {
  const auto text = read_text_file(path, diagnostics);
  if (!text) return std::nullopt;
  const std::size_t before = diagnostics.size();
  PartReader reader(workload, parts, diagnostics);
  const std::string file = shown_path(path);
  const TextToken first = TokenReader(*text, file, HashComments::lines).next();
  SourcePosition where{file, 1, 1};
  if (all_digits(first.text)) {
    reader.numbers(*text, file);
  } else {
    const auto document =
        parse_yaml(*text, file, diagnostics, {"placement", [&](const YamlNode& node) { reader.placement(node); }});
    if (document) where = document->where();
    if (document && document->find("placement") == nullptr) reader.lists(*document);
  }
  if (diagnostics.size() != before) return std::nullopt;
  auto found = reader.finish(where);
  if (diagnostics.size() != before) return std::nullopt;
  return found;
}

}  // namespace gantry
