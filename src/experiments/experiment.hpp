// An experiment: a set-up of the paper, run and compared with what the paper prints.
//
// It gives tables (numbers), claims (statements of the paper, each checked by two numbers) and notes
// (sentences for the reader). What it measures goes through a MeasurementStore, so that two experiments that
// need the same numbers measure them once.
#pragma once

#include "coupling/delta_kernel.hpp"
#include "experiments/table.hpp"
#include "simulation/run.hpp"

#include <filesystem>
#include <functional>
#include <set>

namespace ibsim {

/// A statement of the paper, and what was found.
struct Claim {
  enum class Verdict { holds, does_not_hold, not_measured };
  std::string statement; ///< with the criterion by which it is judged
  Verdict verdict = Verdict::not_measured;
  std::string paper, found; ///< both numbers, with units
  std::string remark;       ///< where today's hardware changes the picture
};
std::string to_string(Claim::Verdict);
inline Claim::Verdict verdict(bool holds) {
  return holds ? Claim::Verdict::holds : Claim::Verdict::does_not_hold;
}

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

class MeasurementStore;

struct ExperimentSettings {
  bool cuda = false;       ///< the GPU too (scaling) or instead of the CPU (convergence, one exact check)
  int threads = 0;         ///< "all cores"; 0: those of the machine
  std::uint64_t steps = 0; ///< at most so many steps a measurement; 0: as many as the paper
  bool coarse = false;     ///< leave h = 1/8 um out
  DeltaKernel kernel = DeltaKernel::cosine; ///< of the convergence study
  QuadratureRule quadrature = QuadratureRule::harmonics;
  std::filesystem::path cache_folder; ///< of membrane operators; empty: none
  std::string machine; ///< so that numbers of another machine are not taken for those of this one

  /// The paper's sizes; tests make them smaller.
  struct Sizes {
    Index points = 1 << 16;
    std::vector<int> refinements{16, 32, 64, 128, 256};
    int levels = 4; ///< of the convergence study, h = 1 .. 1/8 um
    int cells = 8;
    int data_sites = 864, sample_sites = 8832;
    real cell_h = 0.25; ///< um
    /// 0: no limit
    std::vector<int> gpu_threads{64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 0};
    double seconds_a_measurement = 20; ///< after which an average is taken as it is
  } sizes;

  MeasurementStore* store = nullptr;           ///< none: measure anew
  std::function<void(const std::string&)> say; ///< progress, a line at a time; may be empty
  RunControl control;                          ///< of the simulations
  void report(const std::string& line) const {
    if (say) say(line);
  }
  /// @throws Interrupted if asked to stop
  void stop_if_asked() const;
};

struct Experiment {
  std::string name, what;
  std::function<ExperimentResult(const ExperimentSettings&)> run;
  /// All settings that can change its numbers, as one line: results of the same line need not be made again.
  std::string settings_line(const ExperimentSettings&) const;
};

/// All experiments, one line each in experiment.cpp: table1 .. table5, figure3 .. figure5 and the exact check,
/// in the order of the paper; those of other papers have its word before theirs, as in "swept/heat". What they
/// leave has that name with _ for /.
const std::vector<Experiment>& experiments();

/// Those that a word of the command line means: one by its name (the paper's also as "paper/table1"), "all" or
/// "paper/all" for all of the paper's, "swept/all" for all with that word. None if there is no such thing.
std::vector<Experiment> experiments_called(const std::string& word);

/// Tables of measurements by name, in memory and as measured_NAME.csv in a folder, so that what was measured
/// once is kept.
class MeasurementStore {
 public:
  /// @param force what is in the folder from before does not count.
  MeasurementStore(std::filesystem::path folder, bool force) : folder_(std::move(folder)), force_(force) {}
  /// The table kept under `name` and `settings`, or else what `measure` gives, which is then kept. @throws
  /// ResourceError
  Table get(const std::string& name, const std::string& settings, const std::function<Table()>& measure);

 private:
  std::filesystem::path folder_;
  bool force_;
  std::set<std::string> fresh_; ///< measured by this process
};
/// Through the store of the settings, if there is one.
Table measured(const ExperimentSettings&, const std::string& name, const std::string& settings,
               const std::function<Table()>& measure);

} // namespace ibsim
