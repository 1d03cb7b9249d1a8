// MPS for a sweep: its daemon is started where its program is there, the runs are told of it, and it ends.
// The programs here are scripts that do what those of NVIDIA and ibsim answer.
#include "sweep/shared_gpu.hpp"
#include "test_folder.hpp"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

using namespace ibsim;
namespace fs = std::filesystem;

namespace {

void script(const fs::path& file, const std::string& text) {
  std::ofstream(file) << "#!/bin/sh\n" << text;
  fs::permissions(file, fs::perms::owner_all);
}

/// A PATH with a daemon that is up as long as a file is there.
class shared_gpu : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("CUDA_MPS_PIPE_DIRECTORY");
    setenv("CUDA_VISIBLE_DEVICES", "1", 1);
    script(folder_ / "nvidia-cuda-mps-control", "up=${CUDA_MPS_PIPE_DIRECTORY:-" + folder_.string() +
                                                    "}/up\n" +
                                                    R"(if [ "$1" = -f ]; then
  echo "$CUDA_VISIBLE_DEVICES" > ")" + (folder_ / "sees").string() +
                                                    R"("
  touch "$up"
  while [ -e "$up" ]; do sleep 0.05; done
  echo ended > ")" + (folder_ / "ended").string() + R"("
  exit 0
fi
read -r command
[ -e "$up" ] || exit 1
[ "$command" != quit ] || rm "$up"
)");
    path_ = std::getenv("PATH");
    setenv("PATH", (folder_.string() + ":" + path_).c_str(), 1);
  }
  void TearDown() override {
    setenv("PATH", path_.c_str(), 1);
    unsetenv("CUDA_VISIBLE_DEVICES");
  }
  std::string finds(const std::string& gpu) {
    script(folder_ / "finds", "echo ibsim 1\necho 'GPU        " + gpu + "'\n");
    return (folder_ / "finds").string();
  }

  TestFolder temporary_;
  const fs::path folder_ = temporary_.path;
  std::string path_;
};

} // namespace

TEST_F(shared_gpu, by_a_daemon_of_its_own_as_long_as_it_lives) {
  fs::path pipes;
  {
    const SharedGpu gpu(finds("NVIDIA H200"));
    EXPECT_TRUE(gpu.side_by_side());
    ASSERT_NE(std::getenv("CUDA_MPS_PIPE_DIRECTORY"), nullptr);
    pipes = std::getenv("CUDA_MPS_PIPE_DIRECTORY");
    EXPECT_TRUE(fs::exists(pipes / "up"));
    EXPECT_FALSE(fs::exists(folder_ / "ended"));
    // the daemon has chosen among the GPUs
    EXPECT_EQ(std::getenv("CUDA_VISIBLE_DEVICES"), nullptr);
    std::string seen;
    std::getline(std::ifstream(folder_ / "sees"), seen);
    EXPECT_EQ(seen, "1");
  }
  EXPECT_TRUE(fs::exists(folder_ / "ended"));
  EXPECT_FALSE(fs::exists(pipes));
  EXPECT_EQ(std::getenv("CUDA_MPS_PIPE_DIRECTORY"), nullptr);
  EXPECT_STREQ(std::getenv("CUDA_VISIBLE_DEVICES"), "1");
}

TEST_F(shared_gpu, by_the_daemon_that_is_there) {
  std::ofstream(folder_ / "up") << "";
  {
    const SharedGpu gpu(finds("NVIDIA H200"));
    EXPECT_TRUE(gpu.side_by_side());
    EXPECT_EQ(std::getenv("CUDA_MPS_PIPE_DIRECTORY"), nullptr);
  }
  EXPECT_TRUE(fs::exists(folder_ / "up")); // it is somebody else's
}

TEST_F(shared_gpu, by_turns_where_no_process_computes_through_it) {
  const SharedGpu gpu(finds("none: an error"));
  EXPECT_FALSE(gpu.side_by_side());
  EXPECT_TRUE(fs::exists(folder_ / "ended"));
  EXPECT_STREQ(std::getenv("CUDA_VISIBLE_DEVICES"), "1");
}

TEST_F(shared_gpu, by_turns_where_there_is_no_program) {
  setenv("PATH", "/usr/bin:/bin", 1);
  if (std::system("command -v nvidia-cuda-mps-control > /dev/null") == 0) GTEST_SKIP() << "it is there";
  EXPECT_FALSE(SharedGpu(finds("NVIDIA H200")).side_by_side());
}
