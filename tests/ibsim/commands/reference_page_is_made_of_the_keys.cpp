// docs/scenario.md is what `ibsim help --markdown` prints, and names every key of every kind.
#include "commands/applications.hpp"
#include "commands/reference_page.hpp"
#include "repository.hpp"
#include "schema/schema_help.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {

TEST(reference_page, is_what_the_program_prints) {
  EXPECT_EQ(content(repository() / "docs" / "scenario.md"), reference_page())
      << "after a change of a key: ibsim help --markdown > docs/scenario.md";
}

TEST(reference_page, names_every_key) {
  const std::string page = reference_page();
  for (const Application& application : applications())
    for (const Key& key : application.keys()) {
      if (key.kind == Key::Kind::value)
        EXPECT_NE(page.find("| `" + key.name + "` |"), std::string::npos) << key.name;
      else
        EXPECT_NE(page.find("# " + key.name + "\n"), std::string::npos) << key.name;
    }
}

} // namespace ibsim
