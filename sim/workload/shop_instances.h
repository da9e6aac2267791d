// SPDX-License-Identifier: Apache-2.0
// Instances of scheduling problems that are lists of numbers as STG and METIS files are, and no workloads: their
// operations name machines or resources by number.
#pragma once

#include <optional>
#include <string_view>

namespace gantry {

/// Returns the kind of the instance that a file with this begin is, as a noun phrase: "a job-shop instance". Nothing:
/// it is none.
std::optional<std::string_view> kind_of_shop(std::string_view head);

}  // namespace gantry
