#include "repository.hpp"

#include <gtest/gtest.h>

std::filesystem::path repository() { return IBSIM_SOURCE_DIR; }

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
