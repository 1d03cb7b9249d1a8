// Runs of suspensions are made once: kept when they are finished, by whoever needs them first.
#include "base/error.hpp"
#include "files/file_lock.hpp"
#include "files/folder_lock.hpp"
#include "test_folder.hpp"
#include "validation/follow_objects.hpp"
#include "validation/kept_series.hpp"
#include "validation/shared_runs.hpp"

#include <csignal>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

SuspensionRun run_until(const std::string& end) {
  return {"until " + end,
          validation_scenario(
              "blood_with_platelets",
              {"domain.size=[12 um, 12 um, 12 um]", "domain.cell=1 um",
               "objects.0.placements={number: 1, seed: 7}", "objects.1.placements={number: 2, seed: 7}",
               "objects.2.placements={number: 3, seed: 7}", "output.series_every=5 us", "time.end=" + end})};
}

bool same(const SuspensionSeries& a, const SuspensionSeries& b) {
  return a.run == b.run && a.kinds == b.kinds && a.objects == b.objects && a.profiles == b.profiles;
}

const std::string waits = "waits for runs that other processes make",
                  is_read = ": that run is finished, and is read";

/// Of runs of two lengths, the first of which somebody else may hold.
struct SharedRuns : testing::Test {
  SharedRuns() {
    static const TestFolder operators; // are made once
    settings.cache_folder = operators.path;
    settings.kept_folder = folder.path / "case_runs";
    fs::create_directory(settings.kept_folder);
    settings.say = [this](const std::string& words) {
      said.push_back(words);
      if (words == waits && when_it_waits) when_it_waits();
    };
  }
  fs::path kept(const SuspensionRun& run) { return kept_file(settings.kept_folder, run.scenario, false); }
  fs::path lock_of(const SuspensionRun& run) { return kept(run).replace_extension(".lock"); }

  TestFolder folder;
  ValidationSettings settings;
  std::function<void()> when_it_waits;
  std::vector<std::string> said;
  const std::vector<SuspensionRun> runs{run_until("10 us"), run_until("5 us")};
};

// A finished run is not made again but read, to the bit, by the same scenario alone; what is not whole is no
// run. One that is asked to stop at once says whether it runs.
TEST_F(SharedRuns, finished_ones_are_kept) {
  const auto follow = [&](const std::string& end) {
    return follow_suspensions({run_until(end)}, settings).front();
  };
  const auto stop = [](bool stops) { return [stops] { return stops; }; };
  settings.control.stop_requested = stop(true);
  EXPECT_THROW(follow("10 us"), Interrupted);
  settings.control.stop_requested = stop(false);
  const SuspensionSeries made = follow("10 us");
  EXPECT_EQ(made.run.at("time").size(), 3u);
  EXPECT_EQ(made.objects.at("platelet").at("centre y").size(), 6u);
  settings.control.stop_requested = stop(true);
  EXPECT_TRUE(same(follow("10 us"), made));
  EXPECT_THROW(follow("15 us"), Interrupted);
  const fs::path file = kept(run_until("10 us"));
  fs::resize_file(file, fs::file_size(file) - 1);
  EXPECT_THROW(follow("10 us"), Interrupted);
}

// Places to be packed are no part of a run's name, but what they follow from is.
TEST_F(SharedRuns, have_names_of_their_own) {
  SuspensionRun other_seed = run_until("5 us");
  other_seed.scenario.objects.at(1).packing->seed = 8;
  EXPECT_NE(kept(runs[0]), kept(runs[1]));
  EXPECT_NE(kept(other_seed), kept(runs[1]));
  EXPECT_EQ(kept(run_until("5 us")), kept(runs[1]));
}

// One that another makes is passed by, waited for, and read. The order is that which was asked for.
TEST_F(SharedRuns, of_others_are_left_to_them) {
  const std::vector<SuspensionSeries> alone = follow_suspensions(runs, settings);
  fs::rename(kept(runs[0]), folder.path / "finished");
  fs::remove(kept(runs[1]));
  std::optional<FileLock> other = FileLock::try_lock(lock_of(runs[0]), FileLock::Kind::exclusive);
  ASSERT_TRUE(other);
  when_it_waits = [&] {
    fs::rename(folder.path / "finished", kept(runs[0]));
    other.reset();
  };
  said.clear();
  const std::vector<SuspensionSeries> shared = follow_suspensions(runs, settings);
  EXPECT_EQ(said, (std::vector<std::string>{runs[1].of, waits, runs[0].of + is_read}));
  ASSERT_EQ(shared.size(), 2u);
  EXPECT_TRUE(same(shared[0], alone[0]) && same(shared[1], alone[1]));
}

// A process that is killed leaves its lock's file, but no lock: its run is made by another.
TEST_F(SharedRuns, of_a_process_that_died_are_made) {
  const std::string file = lock_of(runs[0]);
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t other = fork();
  if (other == 0) {
    const std::optional<FileLock> held = FileLock::try_lock(file, FileLock::Kind::exclusive);
    if (!held || write(pipe_ends[1], "!", 1) != 1) _exit(1);
    while (true) pause();
  }
  char holds = 0;
  ASSERT_EQ(read(pipe_ends[0], &holds, 1), 1);
  when_it_waits = [&] { kill(other, SIGKILL), waitpid(other, nullptr, 0); };
  EXPECT_EQ(follow_suspensions({runs[0]}, settings).front().run.at("time").size(), 3u);
  EXPECT_EQ(said, (std::vector<std::string>{waits, runs[0].of}));
  close(pipe_ends[0]), close(pipe_ends[1]);
}

TEST_F(SharedRuns, are_waited_for_until_it_is_interrupted) {
  const auto other = FileLock::try_lock(lock_of(runs[0]), FileLock::Kind::exclusive);
  settings.control.stop_requested = [] { return true; };
  EXPECT_THROW(follow_suspensions({runs[0]}, settings), Interrupted);
  EXPECT_EQ(said, (std::vector<std::string>{waits}));
}

// Where nothing can be kept each process makes all.
TEST_F(SharedRuns, are_made_where_no_folder_is) {
  write_text(folder.path / "file", "");
  for (const fs::path& none : {fs::path(), folder.path / "file" / "case_runs"}) {
    settings.kept_folder = none;
    said.clear();
    EXPECT_EQ(follow_suspensions({runs[1], runs[1]}, settings).size(), 2u);
    EXPECT_EQ(said, (std::vector<std::string>{runs[1].of, runs[1].of})) << none;
  }
}

// The last one that leaves a complete case removes its runs. While one writes, no other does.
TEST(SharedCases, are_left_by_the_last) {
  const TestFolder folder;
  std::optional<SharedCase> one(std::in_place, folder.path, "case"),
      other(std::in_place, folder.path, "case");
  EXPECT_FALSE(one->has_finished_runs());
  write_text(one->runs() / "1.series", "");
  one->complete([&] { EXPECT_FALSE(FolderLock::try_lock(folder.path)); });
  one.reset();
  EXPECT_TRUE(other->has_finished_runs());
  bool written = false;
  other->complete([&] { written = true; });
  EXPECT_TRUE(written);
  other.reset();
  EXPECT_TRUE(fs::is_empty(folder.path));
}

// What was stopped goes on with its finished runs, and leaves nothing where there are none.
TEST(SharedCases, that_are_not_complete_keep_runs) {
  const TestFolder folder;
  { const SharedCase stopped(folder.path, "case"); }
  EXPECT_TRUE(fs::is_empty(folder.path));
  {
    const SharedCase stopped(folder.path, "case");
    write_text(stopped.runs() / "1.series", "");
  }
  SharedCase again(folder.path, "case");
  EXPECT_TRUE(again.has_finished_runs());
  EXPECT_THROW(again.complete([] { throw ResourceError("no space left"); }), ResourceError);
  EXPECT_TRUE(again.has_finished_runs());
  again.complete([] {});
  EXPECT_TRUE(fs::is_empty(folder.path));
}

} // namespace
} // namespace ibsim
