// An experiment: a set-up of the paper, run and compared with what the paper prints.
//
// It gives tables (numbers), claims (statements of the paper, each checked by two numbers, claims.hpp) and
// notes (sentences for the reader). What it measures goes through a MeasurementStore, so that two experiments
// that need the same numbers measure them once. A note speaks of the paper, of the method, or of numbers of
// this very measurement; what was found at another time is quoted with its machine and commit.
#pragma once

#include "coupling/delta_kernel.hpp"
#include "parallel/array.hpp"
#include "results/claims.hpp"
#include "results/measurement_store.hpp"
#include "results/table.hpp"
#include "simulation/run_control.hpp"

#include <filesystem>
#include <functional>

namespace ibsim {

struct ExperimentResult {
  std::vector<Table> tables; ///< the first is the one that is asked for
  std::vector<Claim> claims;
  std::vector<std::string> notes;
};

/// Where the weights of the sample sites on the unit sphere come from (Tables 3 and 4).
enum class QuadratureRule {
  harmonics, ///< ibsim's: exact for spherical harmonics (surface/sphere_quadrature.hpp)
  /// as the paper: of Fuselier et al. (2013), by a dense solve; at most 4000 sites, above that the other
  rbf,
};

struct ExperimentSettings {
  bool cuda = false;       ///< the GPU too (scaling) or instead of the CPU (convergence, one exact check)
  int threads = 0;         ///< "all cores"; 0: those of the machine
  std::uint64_t steps = 0; ///< at most so many steps a measurement; 0: as many as the paper
  bool coarse = false;     ///< leave h = 1/8 um out; hearts of an eighth of the tetrahedra
  DeltaKernel kernel = DeltaKernel::cosine; ///< of the convergence study
  QuadratureRule quadrature = QuadratureRule::harmonics;
  std::filesystem::path cache_folder; ///< of membrane operators; empty: none
  std::string machine;                ///< in words; some expectations are those of one kind of machine

  /// The paper's sizes; tests make them smaller.
  struct Sizes {
    Index points = 1 << 16;
    std::vector<int> refinements{16, 32, 64, 128, 256};
    int levels = 4; ///< of the convergence study, h = 1 .. 1/8 um
    int cells = 8;
    int data_sites = 864, sample_sites = 8832;
    real cell_h = 0.25;                                   ///< um
    double heart_coarse = 3073529, heart_fine = 24400999; ///< tetrahedra, of the eikonal paper
    /// 0: no limit
    std::vector<int> gpu_threads{64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 0};
    double seconds_a_measurement = 3; ///< after which an average is taken as it is
  } sizes;

  MeasurementStore* store = nullptr;           ///< none: measure anew
  std::function<void(const std::string&)> say; ///< progress, a line at a time; may be empty
  RunControl control;                          ///< of the simulations
  void report(const std::string& line) const {
    if (say) say(line);
  }
  /// @throws Interrupted if asked to stop
  void stop_if_asked() const;
  /// Number of steps and kernel of the paper, to which the expectations of claims.csv refer.
  bool as_the_paper() const {
    return steps == 0 && kernel == DeltaKernel::cosine && quadrature == QuadratureRule::harmonics;
  }
  /// All that can change the numbers, as one line.
  std::string line() const;
};

struct Experiment {
  std::string name, what;
  std::function<ExperimentResult(const ExperimentSettings&)> run;
};

/// All experiments, one line each in experiment.cpp: table1 .. table5, figure3 .. figure5 and the exact
/// check, in the order of the paper; those of other papers have its word before theirs, as in "swept/heat".
/// What they leave has that name with _ for /.
const std::vector<Experiment>& experiments();

/// Experiments that a word of the command line names: one by its name (also "paper/table1"), "all" or
/// "paper/all" for the paper's, "swept/all" for all with that word. None if there is no such experiment.
std::vector<Experiment> experiments_called(const std::string& word);

/// What `measure` gives, through the store of the settings if there is one.
Table measured(const ExperimentSettings&, const std::string& name, const std::function<Table()>& measure);

} // namespace ibsim
