// SPDX-License-Identifier: Apache-2.0
// `gantry pick` for Python: a picker that is asked one stimulus after the other.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "gantry/base/error.h"
#include "pick/run.h"

namespace gantry {

struct PickedRounds {
  std::string rounds;  ///< as `gantry pick` prints them, up to the error
  std::optional<Error> error;
};

class PythonPicker {
 public:
  /// `config`: a config line, or nothing. Throws Error.
  PythonPicker(const std::string& config, const std::string& policy, const std::string& engine);

  /// Called with the lock of the interpreter, which it releases while it works: one of several threads at a time.
  PickedRounds stimulus(const std::string& text, const std::string& file);
  [[nodiscard]] PickerConfig config();

 private:
  std::mutex busy_;
  std::unique_ptr<PickSession> session_;
};

}  // namespace gantry
