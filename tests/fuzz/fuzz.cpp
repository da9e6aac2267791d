// SPDX-License-Identifier: Apache-2.0
// libFuzzer targets for everything that reads what a user wrote. GANTRY_FUZZ names what one program feeds: a workload
// format, "architecture" or "stimulus". Anything but a clean refusal or a clean acceptance is a crash, a leak or a
// hang.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "config/architecture_reader.h"
#include "config/yaml_node.h"
#include "core/diagnostics.h"
#include "core/picker.h"
#include "pick/run.h"
#include "workload/format.h"

namespace {

using namespace gantry;

constexpr const char* kTarget = GANTRY_FUZZ;

void feed_architecture(const std::string& text) {
  Diagnostics diagnostics;
  const auto document = parse_yaml(text, "fuzz", diagnostics);
  if (document) read_architecture(*document, "", diagnostics);
}

void feed_stimulus(const std::string& text) {
  // Rounds cost time on purpose (`pick 1000000000`), so only what is small enough to run is run.
  for (std::size_t at = text.find("pick"); at != std::string::npos; at = text.find("pick", at + 4)) {
    const std::size_t digits = text.find_first_not_of(" \t", at + 4);
    if (digits != std::string::npos && text.find_first_not_of("0123456789", digits) - digits > 3) return;
  }
  if (text.find("slots") != std::string::npos && text.size() > 4096) return;
  std::istringstream in(text);
  std::ostringstream out;
  Diagnostics diagnostics;
  run_stimulus(in, "fuzz", PickerRegistry::instance().find(kSourcePicker)->make, out, diagnostics);
}

void feed_workload(const std::string& text) {
  Workload workload;
  Diagnostics diagnostics;
  if (read_workload(text, "fuzz", kTarget, workload, diagnostics)) facts(workload);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string target = kTarget;
  if (target == "architecture") {
    feed_architecture(text);
  } else if (target == "stimulus") {
    feed_stimulus(text);
  } else {
    feed_workload(text);
  }
  return 0;
}

/// The SystemC library refers to it.
extern "C" int sc_main(int /*argc*/, char** /*argv*/) { return 0; }
