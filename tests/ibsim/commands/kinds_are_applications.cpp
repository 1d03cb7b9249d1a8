// A scenario's `kind:` decides who runs it; a folder is of the kind of its scenario.yaml.
#include "base/error.hpp"
#include "commands/applications.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>
#include <set>

namespace ibsim {
namespace {

std::string complaint(const std::filesystem::path& file, const std::vector<std::string>& overrides = {}) {
  try {
    return "accepted as " + application_of_scenario(file, overrides).kind;
  } catch (const InputError& e) {
    return e.what();
  }
}

} // namespace

TEST(kinds, each_has_its_name_and_all_its_functions) {
  std::set<std::string> names;
  for (const Application& application : applications()) {
    EXPECT_TRUE(names.insert(application.kind).second) << application.kind << " is listed twice";
    EXPECT_FALSE(application.summary.empty()) << application.kind;
    EXPECT_TRUE(application.run && application.resume && application.check && application.diff &&
                application.info)
        << application.kind;
  }
  EXPECT_EQ(applications().front().kind, "flow");
}

TEST(kinds, flow_needs_no_word) {
  const TestFolder folder;
  write_text(folder.path / "a.yaml", "title: a\n");
  write_text(folder.path / "b.yaml", "kind: flow\n");
  EXPECT_EQ(complaint(folder.path / "a.yaml"), "accepted as flow");
  EXPECT_EQ(complaint(folder.path / "b.yaml"), "accepted as flow");
  EXPECT_EQ(complaint(folder.path / "a.yaml", {"kind=flow"}), "accepted as flow");
}

TEST(kinds, an_unknown_kind_is_refused_where_it_is) {
  const TestFolder folder;
  write_text(folder.path / "a.yaml", "title: a\nkind: flwo\n");
  const std::string said = complaint(folder.path / "a.yaml");
  EXPECT_NE(said.find("a.yaml:2:7: kind: expected one of flow"), std::string::npos) << said;
  EXPECT_NE(said.find("got \"flwo\"; did you mean \"flow\"?"), std::string::npos) << said;
  write_text(folder.path / "b.yaml", "kind: {a: b}\n");
  EXPECT_NE(complaint(folder.path / "b.yaml").find("b.yaml:1:7: kind: expected one of"), std::string::npos);
  EXPECT_EQ(complaint(folder.path / "b.yaml", {"kind=x"}).find("--set kind=x: kind: expected one of"), 0u);
  EXPECT_NE(complaint(folder.path / "none.yaml").find("no such file"), std::string::npos);
}

TEST(kinds, a_folder_is_of_the_kind_of_its_scenario) {
  const TestFolder folder;
  EXPECT_THROW(application_of_folder(folder.path), InputError);
  write_text(folder.path / "scenario.yaml", "title: a\n");
  EXPECT_EQ(application_of_folder(folder.path).kind, "flow");
}

} // namespace ibsim
