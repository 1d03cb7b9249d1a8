// Ranks that are processes watch each other: each holds a connection to rank 0, which its system closes when
// it ends, however that comes about. Then all end at once, whatever they are doing (waiting within MPI or
// NCCL, which know nothing of it), and one of them says why. So nothing depends on what a launcher does when
// a process is killed.
//
// A host that is switched off closes nothing: its connections are asked for a sign of life every second, and
// are lost after some seven.
#pragma once

#include "parallel/world.hpp"

#include <functional>
#include <memory>
#include <string>

namespace ibsim {

class RankWatch {
 public:
  /// Says to the user what has ended the ranks, on rank 0, or on rank 1 if that is gone; it may be called
  /// from a thread of the watch, whatever others do.
  using Say = std::function<void(const std::string&)>;

  /// Collective: over a world whose ranks are processes.
  RankWatch(const World&, Say);
  ~RankWatch();
  RankWatch(const RankWatch&) = delete;
  RankWatch& operator=(const RankWatch&) = delete;

  /// Whether there are connections: else nobody watches, as where hosts refuse them. The same on all ranks.
  bool works() const;
  /// "rank 3 (process 4711 on node17)"
  std::string name_of(int rank) const;

  /// This rank has failed: rank 0 is to say so, and all end. Returns if nobody can be told.
  void fail(int exit_code, const std::string& message) const noexcept;
  /// Ends all ranks with this exit code, without a message; called by rank 0.
  void end_all(int exit_code) const noexcept;
  /// Collective: from now on ranks may go.
  void stop() noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
