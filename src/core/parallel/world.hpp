// World: the ranks that work on one simulation, as their hosts' code sees them. What they say to each other
// about data on the device goes by a Communicator.
//
// A rank is a thread of this process (in_threads, RankThreads) or a process that a launcher of MPI has
// started (launched_ranks.hpp); one by itself is World::alone(). All functions but look() and fail() are
// collective: every rank calls them, in the same order. A rank that waits for others sees that one of them
// has failed, and throws RankFailed, so that all of them end.
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

/// How ranks of a kind do what a World is asked for.
class WorldOfRanks {
 public:
  virtual ~WorldOfRanks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual void barrier() = 0;
  virtual void all_gather(const void* mine, std::size_t bytes, void* all) = 0;
  /// data = what rank 0 has
  virtual void broadcast(void* data, std::size_t bytes) = 0;
  virtual std::byte* share(std::size_t bytes) = 0;
  virtual void look() const = 0;
  virtual void fail(int exit_code, const std::string& message) noexcept = 0;
};

class World {
 public:
  static World alone();
  explicit World(std::shared_ptr<WorldOfRanks> ranks) : ranks_(std::move(ranks)) {}

  int rank() const { return ranks_->rank(); } ///< 0 .. size() - 1
  int size() const { return ranks_->size(); }

  /// Waits until all ranks have come here. @throws RankFailed
  void barrier() const { ranks_->barrier(); }
  /// all = what every rank has, so many bytes each, in the order of the ranks
  void all_gather(const void* mine, std::size_t bytes, void* all) const {
    ranks_->all_gather(mine, bytes, all);
  }
  template <class T>
  std::vector<T> all_gather(const T& mine) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(size()), mine);
    all_gather(&mine, sizeof(T), all.data());
    return all;
  }
  /// What rank 0 has.
  std::string broadcast(std::string of_rank_0) const;
  template <class T>
  T broadcast(T of_rank_0) const {
    static_assert(std::is_trivially_copyable_v<T>);
    ranks_->broadcast(&of_rank_0, sizeof(T));
    return of_rank_0;
  }
  /// Broadcasts the values of rank 0, in its number.
  template <class T>
  std::vector<T> broadcast(std::vector<T> of_rank_0) const {
    static_assert(std::is_trivially_copyable_v<T>);
    of_rank_0.resize(broadcast(of_rank_0.size()));
    ranks_->broadcast(of_rank_0.data(), of_rank_0.size() * sizeof(T));
    return of_rank_0;
  }
  /// Whether any rank says so.
  bool any(bool mine) const;
  /// Memory that all ranks see, zeros at first, as long as any World of them lives. Of ranks that are
  /// threads.
  /// @throws std::bad_alloc
  std::byte* share(std::size_t bytes) const { return ranks_->share(bytes); }

  /// @throws RankFailed if a rank has failed
  void look() const { ranks_->look(); }
  /// This rank has failed: what it says to the user, and the exit code of the program. The first one counts.
  void fail(int exit_code, const std::string& message) const noexcept { ranks_->fail(exit_code, message); }

 private:
  std::shared_ptr<WorldOfRanks> ranks_;
};

/// Calls work(world) in so many threads, each of them a rank whose loops take its share of the cores, and
/// waits for all. @throws what the first rank to fail has thrown
void in_threads(int ranks, const std::function<void(const World&)>& work);

/// The memory through which ranks that are threads see each other.
class WorldMemory {
 public:
  /// Memory for so many ranks. @throws InputError
  explicit WorldMemory(int ranks);

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

 private:
  struct Control;
  class Threads;
  std::shared_ptr<Control> control_;
};

} // namespace ibsim
