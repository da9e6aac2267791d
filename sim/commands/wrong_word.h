// SPDX-License-Identifier: Apache-2.0
// What a command line that was not understood probably meant.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace gantry {

/// What is said of the first word that is neither a command nor an option where it stands: which it is, and the one
/// that it looks like. Nothing if every word is one. `app` is the program, its words argv[1] to argv[argc - 1].
std::optional<std::string> wrong_word(CLI::App& app, int argc, char** argv);

}  // namespace gantry
