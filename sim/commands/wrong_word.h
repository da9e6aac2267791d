// SPDX-License-Identifier: Apache-2.0
// Suggestions for a command line that was not understood.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace gantry {

/// Returns a message about the first word that is neither a command nor an option at its position, with the most
/// similar valid word. Returns nothing if there is no such word. `app`: the program; its words are argv[1] to argv[argc
/// - 1].
std::optional<std::string> wrong_word(CLI::App& app, int argc, char** argv);

}  // namespace gantry
