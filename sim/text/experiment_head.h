// SPDX-License-Identifier: Apache-2.0
// The part that experiments of every kind share: where an experiment comes from, and the steps in which its document
// is read. A kind adds its keys and what it checks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "text/file_kind.h"
#include "text/yaml_node.h"

namespace gantry {

struct ExperimentHead {
  std::string name;                       ///< default: stem of the file; names the output directory
  std::string path;                       ///< file of the experiment
  std::vector<std::string> inputs;        ///< every file that was read, the experiment's own last
  std::uint64_t seed = 1;                 ///< of all random draws
  std::vector<std::string> overrides;     ///< `a.b=value`, in order of application
  std::shared_ptr<const YamlNode> given;  ///< document with the overrides applied
};

/// Reads one document of a kind. A derived class knows the kind's keys and fills its own experiment, whose head is
/// `head`.
class ExperimentDocument {
 public:
  ExperimentDocument(FileKind kind, ExperimentHead& head, Diagnostics& diagnostics)
      : diagnostics_(diagnostics), kind_(kind), head_(head) {}
  virtual ~ExperimentDocument() = default;
  ExperimentDocument(const ExperimentDocument&) = delete;
  ExperimentDocument& operator=(const ExperimentDocument&) = delete;

  /// Refuses a document of another kind, applies the overrides, then reads all keys. False after a problem; every
  /// problem is reported.
  bool run(YamlNode document, const std::string& path, const std::vector<std::string>& sets);

 protected:
  /// Opens a node to overrides of its content, for example a path that stands for a file. False: reported a problem.
  virtual bool expand(YamlNode& /*node*/, const std::string& /*path*/) { return true; }
  /// Name of an item of the list at `path`, beside its number; empty: none.
  [[nodiscard]] virtual std::string item_name(const YamlNode& /*item*/, const std::string& /*path*/) const {
    return {};
  }
  /// Replaces file names by contents that ExperimentHead::given keeps.
  virtual void prepare(YamlNode& /*document*/) {}
  /// Reads a document that is a map.
  virtual void read(const YamlNode& document) = 0;

  [[nodiscard]] const std::string& path() const { return head_.path; }
  /// Files that are read beside the experiment.
  [[nodiscard]] std::vector<std::string>& inputs() { return head_.inputs; }

  Diagnostics& diagnostics_;

 private:
  FileKind kind_;
  ExperimentHead& head_;
};

/// Document of the file `path`. Nothing after a problem.
std::optional<YamlNode> load_document(const std::string& path, Diagnostics& diagnostics);

/// Reads an `Experiment` by the ExperimentDocument `Reader`. Nothing after a problem.
template <class Reader, class Experiment>
std::optional<Experiment> read_document(std::optional<YamlNode> document, const std::string& path,
                                        const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  if (!document) return std::nullopt;
  std::optional<Experiment> experiment(std::in_place);
  if (!Reader(*experiment, diagnostics).run(std::move(*document), path, sets)) return std::nullopt;
  return experiment;
}

}  // namespace gantry
