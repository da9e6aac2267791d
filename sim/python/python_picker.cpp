// SPDX-License-Identifier: Apache-2.0
#include "python/python_picker.h"

#include <functional>
#include <sstream>
#include <streambuf>

#include "commands/engine_argument.h"
#include "commands/picker_engine.h"
#include "experiment/engine_names.h"
#include "gantry/base/error.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "python/interrupts.h"
#include "python/raise.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

namespace py = pybind11;

/// Keeps the written text, and refuses more after Ctrl-C.
class KeptRounds final : public std::streambuf {
 public:
  explicit KeptRounds(Interrupts& interrupts) : interrupts_(interrupts) {}
  [[nodiscard]] const std::string& text() const { return text_; }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    interrupts_.look();
    if (interrupts_.stop()) return 0;
    text_.append(text, static_cast<std::size_t>(size));
    return size;
  }

 private:
  Interrupts& interrupts_;
  std::string text_;
};

std::function<PickerFactory> factory(const std::string& policy, const std::string& engine, Diagnostics& diagnostics) {
  const PickerCatalogue::Entry* picker = builtin_pickers().find(policy);
  if (picker == nullptr) {
    diagnostics.error({}, "policy " + in_quotes(policy) + ": no such picker (choose " + builtin_pickers().choices() +
                              ")" + engine_hint(policy, "engine="));
  }
  const auto named = read_picker_engine(engine, "engine=" + engine, "policy=", diagnostics);
  if (!named || !diagnostics.ok()) return {};
  return named->is_model() ? picker->make : picker_engine(*named, policy, {});
}

}  // namespace

PythonPicker::PythonPicker(const std::string& config, const std::string& policy, const std::string& engine) {
  try {
    Diagnostics diagnostics;
    const std::function<PickerFactory> make = factory(policy, engine, diagnostics);
    raise(diagnostics);
    session_ = std::make_unique<PickSession>(make);
    if (const auto error = stimulus(config, "Picker").error) throw Error(*error);
    make(session_->config());
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    throw Error("engine " + engine + ": " + error.what(), ErrorKind::unsupported);
  }
}

PickedRounds PythonPicker::stimulus(const std::string& text, const std::string& file) {
  Interrupts interrupts;
  KeptRounds rounds(interrupts);
  std::optional<Error> error;
  {
    const py::gil_scoped_release unlocked;
    const std::lock_guard<std::mutex> alone(busy_);
    Diagnostics diagnostics;
    std::istringstream in(text);
    std::ostream out(&rounds);
    try {
      session_->run(in, file, out, diagnostics);
    } catch (const Error& thrown) {
      error = thrown;
    }
    if (!diagnostics.ok()) error.emplace(diagnostics);
  }
  interrupts.raise();
  return {rounds.text(), std::move(error)};
}

PickerConfig PythonPicker::config() {
  const py::gil_scoped_release unlocked;
  const std::lock_guard<std::mutex> alone(busy_);
  return session_->config();
}

}  // namespace gantry
