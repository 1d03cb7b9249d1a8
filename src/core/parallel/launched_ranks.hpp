// Ranks as processes that a launcher of MPI has started, on one or several hosts: mpirun -n 4, srun -n 4.
//
// MPI is a library next to the program (mpi_plugin.c), loaded where a launcher is seen, so that the program
// needs none to be built nor to run alone. All calls are made by one thread.
//
// A rank that fails says so and ends all by MPI_Abort. If a process is killed, the launcher ends all: mpirun
// does, Slurm with srun --kill-on-bad-exit.
#pragma once

#include "parallel/communicator.hpp"
#include "parallel/mpi_functions.h"

#include <functional>
#include <memory>
#include <string>

namespace ibsim {

class LaunchedRanks {
 public:
  /// Ranks that a launcher has started with this process; null: it was started alone.
  /// @param say prints the message of a failure of this rank, which ends all
  /// @throws Error if several ranks cannot be connected; `is_first` by the launcher's numbers
  static std::unique_ptr<LaunchedRanks> join(std::function<void(const std::string&)> say);
  /// Whether this process is the first of those that a launcher has started, or was started alone: asked
  /// where join() has failed.
  static bool is_first();
  /// The MPI with which several processes would speak: "Open MPI v4.1.4", or why there is none.
  static std::string mpi_in_words();

  ~LaunchedRanks();
  LaunchedRanks(const LaunchedRanks&) = delete;
  LaunchedRanks& operator=(const LaunchedRanks&) = delete;

  const World& world() const { return world_; }
  int rank() const { return world_.rank(); }
  int size() const { return world_.size(); }
  int rank_of_host() const; ///< among those on this host
  /// "rank 3 (process 4711 on node17)"
  std::string name_of(int rank) const;
  /// Cores of this rank: those on which it may run, each shared with the ranks of its host that may run there
  /// too.
  int own_cores() const;
  /// Appends a text to the message of a failure of this rank: how to continue.
  void when_failed_say(std::function<std::string()>) const;

  /// Waits for an operation of functions(). @throws ResourceError
  void wait(void* handle, const char* doing) const;
  const IbsimMpi& functions() const;

  /// All end well. Collective.
  void finish();
  /// Ends all ranks without a message.
  [[noreturn]] void end_all(int exit_code) const;
  /// work(). What it throws is the failure of this rank: it says so, and all end.
  void fail_with_all(const std::function<void()>& work) const;

 private:
  struct Impl;
  explicit LaunchedRanks(std::shared_ptr<Impl>);
  std::shared_ptr<Impl> impl_;
  World world_;
};

/// How they speak about data: on cores by MPI; on GPUs by NCCL, or, where there is none or ranks share a GPU,
/// by MPI from host to host. Collective.
template <class B>
std::unique_ptr<Communicator<B>> make_launched_communicator(const LaunchedRanks&, const Stream<B>&);

} // namespace ibsim
