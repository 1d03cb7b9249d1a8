// Every key of a flow has one path and at least one sentence of help.
#include "flow_files/flow_keys.hpp"
#include "model/scenario.hpp"
#include "schema/schema_help.hpp"

#include <gtest/gtest.h>
#include <set>

namespace ibsim {

TEST(FlowSchema, says_what_every_key_is) {
  Scenario defaults;
  const Keys keys = flow_keys(defaults, "NAME.yaml");
  std::set<std::string> seen;
  for (const std::string& path : key_paths(keys)) {
    EXPECT_TRUE(seen.insert(path).second) << path << " twice";
    const std::string help = key_help(keys, path);
    const std::size_t end_of_path = help.find('\n'), end_of_text = help.find("\n  takes");
    ASSERT_NE(end_of_text, std::string::npos) << path;
    EXPECT_GT(end_of_text, end_of_path + 8) << path << " has no word of help";
    EXPECT_EQ(help[end_of_text - 1], '.') << path << ": a sentence ends with a stop";
  }
  EXPECT_GT(seen.size(), 45u);
  EXPECT_TRUE(seen.count("objects.N.membrane.shear_modulus") && seen.count("output.checkpoint_every"));
}

} // namespace ibsim
