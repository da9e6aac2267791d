// SPDX-License-Identifier: Apache-2.0
// A page as HTML: style, script and data in one text. Only its own script can run in it.
#pragma once

#include <string>
#include <string_view>

#include "report/page_run.h"

namespace gantry {

/// Files of this folder, embedded by the build: for the page of runs, and for that of a study.
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;
extern const std::string_view kStudyStyle;
extern const std::string_view kStudyScript;

/// Returns JSON for a script element: without characters that HTML interprets.
std::string script_json(const PageJson& data);

/// Returns the source of a Content-Security-Policy for a script or style with this text.
std::string policy_hash(std::string_view text);

/// Returns the page. `script`: the script that draws the data.
std::string page_text(const std::string& title, const PageJson& data, std::string_view style = kPageStyle,
                      std::string_view script = kPageScript);

}  // namespace gantry
