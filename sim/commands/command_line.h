// SPDX-License-Identifier: Apache-2.0
// The program's command line: its verbs, common options, and the verb that was called.
#pragma once

namespace gantry {

/// Parses the arguments and runs the verb. Returns the exit status.
int run_command_line(int argc, char** argv);

}  // namespace gantry
