// SPDX-License-Identifier: Apache-2.0
// The part that all kinds of experiments share: name, files and overrides, and the steps of reading a document. Each
// kind adds its keys and checks.
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
  std::string name;                       ///< name of the output directory; default: stem of the file
  std::string path;                       ///< file of the experiment
  std::vector<std::string> inputs;        ///< all files that were read, the experiment's own last
  std::uint64_t seed = 1;                 ///< seed of all random draws
  std::vector<std::string> overrides;     ///< overrides `a.b=value`, in order of application
  std::shared_ptr<const YamlNode> given;  ///< the document with the overrides applied
};

/// Reads one document of a kind. A derived class knows the keys of its kind and fills its own experiment, of which
/// `head` is a part.
class ExperimentDocument {
 public:
  ExperimentDocument(FileKind kind, ExperimentHead& head, Diagnostics& diagnostics)
      : diagnostics_(diagnostics), kind_(kind), head_(head) {}
  virtual ~ExperimentDocument() = default;
  ExperimentDocument(const ExperimentDocument&) = delete;
  ExperimentDocument& operator=(const ExperimentDocument&) = delete;

  /// Refuses a document of another kind, applies the overrides, then reads all keys. Reports all problems; returns
  /// false after one.
  bool run(YamlNode document, const std::string& path, const std::vector<std::string>& sets);

 protected:
  /// Replaces the content of a node before an override goes into it, for example a path by the file's content. Returns
  /// false after a problem.
  virtual bool expand(YamlNode& /*node*/, const std::string& /*path*/) { return true; }
  /// Returns the name of an item of the list at `path`, as an alternative to its number; empty: none.
  [[nodiscard]] virtual std::string item_name(const YamlNode& /*item*/, const std::string& /*path*/) const {
    return {};
  }
  /// Replaces file names by file contents that ExperimentHead::given keeps.
  virtual void prepare(YamlNode& /*document*/) {}
  /// Reads a document that is a map.
  virtual void read(const YamlNode& document) = 0;

  [[nodiscard]] const std::string& path() const { return head_.path; }
  /// Receives the files that are read beside the experiment.
  [[nodiscard]] std::vector<std::string>& inputs() { return head_.inputs; }

  Diagnostics& diagnostics_;

 private:
  FileKind kind_;
  ExperimentHead& head_;
};

/// Reads the document of the file `path`. Returns nothing after a problem.
std::optional<YamlNode> load_document(const std::string& path, Diagnostics& diagnostics);

/// Reads an `Experiment` with the ExperimentDocument `Reader`. Returns nothing after a problem.
template <class Reader, class Experiment>
std::optional<Experiment> read_document(std::optional<YamlNode> document, const std::string& path,
                                        const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  if (!document) return std::nullopt;
  std::optional<Experiment> experiment(std::in_place);
  if (!Reader(*experiment, diagnostics).run(std::move(*document), path, sets)) return std::nullopt;
  return experiment;
}

}  // namespace gantry
