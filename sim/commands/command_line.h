// SPDX-License-Identifier: Apache-2.0
// The program's command line: its verbs, what all of them have in common, and the one that was called.
#pragma once

namespace gantry {

/// The exit status.
int run_command_line(int argc, char** argv);

}  // namespace gantry
