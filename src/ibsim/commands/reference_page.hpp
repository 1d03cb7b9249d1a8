// docs/scenario.md: the reference of all keys of all kinds of scenario, made of the entries that read them.
#pragma once

#include <string>

namespace ibsim {

/// Markdown. After a change of a key: ibsim help --markdown > docs/scenario.md
std::string reference_page();

} // namespace ibsim
