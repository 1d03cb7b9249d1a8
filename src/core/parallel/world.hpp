// World: the ranks that work on one simulation, as their hosts' code sees them. What they say to each other
// about data on the device goes by a Communicator.
//
// A rank is a thread of this process (in_threads: tests, sanitizers) or a process of this program
// (rank_processes.hpp); one by itself is World::alone(). All functions but look() and fail() are collective:
// every rank calls them, in the same order. A rank that waits for others sees that one of them has failed,
// and throws RankFailed, so that all of them end.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace ibsim {

/// Another rank has failed: nobody needs to be told of it any more.
struct RankFailed : std::runtime_error {
  int rank;
  RankFailed(int who, const std::string& message)
      : std::runtime_error("rank " + std::to_string(who) + " has failed: " + message), rank(who) {}
};

constexpr int most_ranks = 64;

class World {
 public:
  static World alone();

  int rank() const; ///< 0 .. size() - 1
  int size() const;

  /// Waits until all ranks have come here. @throws RankFailed
  void barrier() const;
  /// all = what every rank has, so many bytes each, in the order of the ranks
  void all_gather(const void* mine, std::size_t bytes, void* all) const;
  template <class T>
  std::vector<T> all_gather(const T& mine) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(size()), mine);
    all_gather(&mine, sizeof(T), all.data());
    return all;
  }
  /// What rank 0 has.
  std::string broadcast(std::string of_rank_0) const;
  /// Whether any rank says so.
  bool any(bool mine) const;
  /// Memory that all ranks see, zeros at first, as long as this World or a copy of it lives.
  /// @throws ResourceError
  std::byte* share(std::size_t bytes) const;

  /// @throws RankFailed if a rank has failed
  void look() const;
  /// This rank has failed: what it says to the user, and the exit code of the program. The first one counts.
  void fail(int exit_code, const std::string& message) const noexcept;

 private:
  struct Impl;
  explicit World(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<Impl> impl_;
  friend class WorldMemory;
};

/// Calls work(world) in so many threads, each of them a rank whose loops take its share of the cores, and
/// waits for all. @throws what the first rank to fail has thrown
void in_threads(int ranks, const std::function<void(const World&)>& work);

/// The memory through which the ranks of one host see each other: a file that has no name.
class WorldMemory {
 public:
  /// Memory for so many ranks. @throws ResourceError
  explicit WorldMemory(int ranks);
  /// That of the process that started this one.
  WorldMemory(int ranks, int inherited_file);
  ~WorldMemory();
  WorldMemory(const WorldMemory&) = delete;
  WorldMemory& operator=(const WorldMemory&) = delete;

  /// A rank's view of it.
  World world(int rank) const;
  /// Does as World::fail, from outside of all ranks.
  void fail(int rank, int exit_code, const std::string& message) const noexcept;
  struct Failure {
    int rank = -1; ///< none
    int exit_code = 0;
    std::string message;
  };
  Failure failure() const;
  int file() const { return file_; }

 private:
  int ranks_, file_ = -1;
};

} // namespace ibsim
