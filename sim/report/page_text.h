// SPDX-License-Identifier: Apache-2.0
// A page as HTML: style, script and data in one text, in which nothing but that script runs.
#pragma once

#include <string>
#include <string_view>

#include "report/page_run.h"

namespace gantry {

/// Files of this folder, embedded by the build: of the page of runs, and of that of a study.
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;
extern const std::string_view kStudyStyle;
extern const std::string_view kStudyScript;

/// JSON that may stand in a script element: no character of it means anything to HTML.
std::string script_json(const PageJson& data);

/// How a Content-Security-Policy names a script or style by its text.
std::string policy_hash(std::string_view text);

/// `script`: the one that draws the data.
std::string page_text(const std::string& title, const PageJson& data, std::string_view style = kPageStyle,
                      std::string_view script = kPageScript);

}  // namespace gantry
