#include "eikonal/solver.hpp"

#include "base/error.hpp"
#include "eikonal/schedules.hpp"
#include "mesh/incidences.hpp"
#include "parallel/array.hpp"
#include "parallel/reduce.hpp"
#include "parallel/with_cuda.hpp"

#include <algorithm>
#include <utility>

namespace ibsim {
namespace {

constexpr real default_tolerance(TimePrecision p) { return p == TimePrecision::double_ ? 2e-13 : 2e-7; }

template <class B>
constexpr real default_window = std::is_same_v<B, Cpu> ? 0.7 : 1.7;

/// The edges of a tetrahedron, by number.
void edges_of(const TetMesh& mesh, const Tetrahedron& t, Vec3<real> (&e)[6]) {
  for (int k = 0; k < 6; ++k)
    e[k] = mesh.points[t.vertex[edge_head(k)]] - mesh.points[t.vertex[edge_tail(k)]];
}

/// The numbers of all tetrahedra as storage S wants them.
template <class T, class S>
std::vector<T> numbers(const TetMesh& mesh, const Medium& medium) {
  const Stream<Cpu> stream;
  std::vector<T> all(mesh.tetrahedra.size() * S::per_cell);
  T* out = all.data();
  for_each(stream, mesh.cells(), [=, &mesh, &medium](Index cell) {
    Vec3<real> e[6];
    edges_of(mesh, mesh.tetrahedra[cell], e);
    const TissueMetric metric = medium.of(mesh, cell);
    real W[6];
    std::copy(metric.begin(), metric.end(), W);
    S::template fill<T>(e, W, out + static_cast<std::size_t>(cell) * S::per_cell);
  });
  return all;
}

/// How much wider than usual the window is, which is 1 where speeds in a tetrahedron differ by no more than
/// four times. Beyond that the front reaches vertices by detours along the fibre, so that those within a
/// narrow window are solved again and again: at a ratio of 20 a window 25 times as wide is 14 times as fast.
real window_widening(const TetMesh& mesh, const Medium& medium) {
  constexpr real usual = 4, most = 30;
  const Stream<Cpu> stream;
  const Index n = mesh.cells(), step = std::max<Index>(1, n / 200000),
              samples = n > 0 ? (n - 1) / step + 1 : 0;
  if (samples == 0) return 1;
  return sum<real>(stream, samples,
                   [=, &mesh, &medium](Index i) {
                     const Speeds v = medium.speeds_of(mesh, i * step);
                     const real least = std::min({v.along, v.across, v.normal}),
                                largest = std::max({v.along, v.across, v.normal});
                     const real ratio = least > 0 ? largest / (usual * least) : 1;
                     return std::clamp<real>(ratio * ratio, 1, most);
                   }) /
         samples;
}

real mean_edge_time(const TetMesh& mesh, const Medium& medium) {
  const Stream<Cpu> stream;
  // a sample is enough for a window
  const Index n = mesh.cells(), step = std::max<Index>(1, n / 200000),
              samples = n > 0 ? (n - 1) / step + 1 : 0;
  if (samples == 0) return 1;
  return sum<real>(stream, samples,
                   [=, &mesh, &medium](Index i) {
                     Vec3<real> e[6];
                     edges_of(mesh, mesh.tetrahedra[i * step], e);
                     const TissueMetric W = medium.of(mesh, i * step);
                     real time = 0;
                     for (const Vec3<real>& edge : e) time += travel_time(W, edge);
                     return time / 6;
                   }) /
         samples;
}

template <class T>
std::vector<Vec3<T>> points_as(const std::vector<Real3>& points, const std::vector<Index>* of) {
  std::vector<Vec3<T>> result(of ? of->size() : points.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Real3& p = points[of ? (*of)[i] : i];
    result[i] = {static_cast<T>(p.x), static_cast<T>(p.y), static_cast<T>(p.z)};
  }
  return result;
}

/// What does not depend on precision and storage, on the device.
template <class B>
struct DeviceDecomposition {
  Array<Index, B> first_cell, first_copy, vertex, domain, first_twin, twin;
  Array<Tetrahedron, B> tetrahedra;
  Array<std::uint32_t, B> starts, corners;
  DecompositionView view{};
};

} // namespace

/// One precision, one storage.
template <class B>
struct ActivationSolver<B>::Impl {
  virtual ~Impl() = default;
  virtual void solve(const Stream<B>&, const std::vector<StartValues>&, SolveStatistics&,
                     std::vector<std::vector<real>>* out) = 0;
  real edge_time = 0;
  SetUpTimes set_up;
  int domains = 0;
};

namespace {

template <class B, class T, class S>
struct Solver final : ActivationSolver<B>::Impl {
  Solver(const Stream<B>& stream, const TetMesh& mesh, const Medium& medium, const SolveOptions& options)
      : options_(options), vertices_(mesh.vertices()), cells_(mesh.cells()) {
    double from = Stream<Cpu>().seconds();
    const auto lap = [&from] { // seconds since the last call
      const double now = Stream<Cpu>().seconds();
      return now - std::exchange(from, now);
    };
    const bool cut =
        options.schedule == SolveSchedule::domains_1 || options.schedule == SolveSchedule::domains_2;
    const bool in_turn =
        options.schedule == SolveSchedule::list || options.schedule == SolveSchedule::sweeping;
    if (in_turn && !std::is_same_v<B, Cpu>)
      throw InputError(
          "solve.schedule: " + to_string(options.schedule) +
          " goes from vertex to vertex and runs on the CPU alone: choose --device cpu, or schedule: shared");
    if (cut) decompose_mesh(stream, mesh);
    if (options.schedule == SolveSchedule::domains_2) require_domains_fit<B, T>(stream, decomposition_.view);
    this->set_up.decomposition = lap();
    const Incidences found = incidences(vertices_, mesh.tetrahedra);
    this->set_up.incidences = lap();
    const std::vector<T> of_cells = numbers<T, S>(mesh, medium);
    this->edge_time = mean_edge_time(mesh, medium);
    this->set_up.products = lap();
    tetrahedra_ = Array<Tetrahedron, B>(stream, mesh.tetrahedra);
    numbers_ = Array<T, B>(stream, of_cells);
    starts_ = Array<std::uint32_t, B>(stream, found.starts);
    corners_ = Array<std::uint32_t, B>(stream, found.corners);
    if (S::needs_points) points_ = Array<Vec3<T>, B>(stream, points_as<T>(mesh.points, nullptr));
    stream.synchronize();
    this->set_up.upload = lap();
    const real tolerance = options.tolerance > 0 ? options.tolerance : default_tolerance(options.precision);
    task_ = {{vertices_, cells_, tetrahedra_.data(), numbers_.data(), points_.data(), starts_.data(),
              corners_.data()},
             nullptr,
             0,
             static_cast<T>(1 - tolerance),
             static_cast<T>(
                 (options.window > 0 ? options.window : default_window<B> * window_widening(mesh, medium)) *
                 this->edge_time),
             decomposition_.view,
             copy_points_.data()};
  }

  void decompose_mesh(const Stream<B>& stream, const TetMesh& mesh) {
    const Decomposition d = decompose(vertices_, mesh.tetrahedra, default_domains(cells_, options_.domains));
    DeviceDecomposition<B>& to = decomposition_;
    to.first_cell = {stream, d.first_cell}, to.first_copy = {stream, d.first_copy},
    to.vertex = {stream, d.vertex};
    to.domain = {stream, d.domain}, to.first_twin = {stream, d.first_twin}, to.twin = {stream, d.twin};
    to.tetrahedra = {stream, d.tetrahedra}, to.starts = {stream, d.incidences.starts};
    to.corners = {stream, d.incidences.corners};
    to.view = {d.domains,
               d.copies(),
               d.most_copies,
               static_cast<Index>(d.twin.size()),
               to.first_cell.data(),
               to.first_copy.data(),
               to.vertex.data(),
               to.domain.data(),
               to.first_twin.data(),
               to.twin.data(),
               to.tetrahedra.data(),
               to.starts.data(),
               to.corners.data()};
    if (S::needs_points) copy_points_ = Array<Vec3<T>, B>(stream, points_as<T>(mesh.points, &d.vertex));
    this->domains = d.domains;
  }

  void solve(const Stream<B>& stream, const std::vector<StartValues>& cases, SolveStatistics& statistics,
             std::vector<std::vector<real>>* out) override {
    const auto n = static_cast<std::size_t>(vertices_);
    if (times_.size() != n * cases.size()) times_ = Array<T, B>(n * cases.size());
    std::vector<T> host(n * cases.size(), never<T>());
    std::vector<real> origin(cases.size(), 0);
    for (std::size_t c = 0; c < cases.size(); ++c) {
      for (const StartValue& s : cases[c])
        origin[c] = &s == &cases[c][0] ? s.time : std::min(origin[c], s.time);
      for (const StartValue& s : cases[c]) {
        T& time = host[c * n + static_cast<std::size_t>(s.vertex)];
        time = std::min(time, static_cast<T>(s.time - origin[c]));
      }
    }
    times_.set(stream, host);
    task_.phi = times_.data();
    task_.cases = static_cast<int>(cases.size());
    stream.synchronize();
    const double from = stream.seconds();
    dispatch(stream, statistics);
    stream.synchronize();
    statistics.seconds += stream.seconds() - from;
    if (!out) return;
    host = times_.to_host(stream);
    out->resize(cases.size());
    for (std::size_t c = 0; c < cases.size(); ++c) {
      (*out)[c].resize(n);
      for (std::size_t v = 0; v < n; ++v) // the sign of a time in the list may be left over on a zero
        (*out)[c][v] = std::fabs(static_cast<real>(host[c * n + v])) + origin[c];
    }
  }

 private:
  void dispatch(const Stream<B>& stream, SolveStatistics& statistics) {
    switch (options_.schedule) {
    case SolveSchedule::window:
      return solve_window<B, T, S>(stream, task_, statistics);
    case SolveSchedule::naive:
      return solve_naive<B, T, S>(stream, task_, statistics);
    case SolveSchedule::shared:
      return solve_shared<B, T, S>(stream, task_, statistics);
    case SolveSchedule::scan:
      return solve_scan<B, T, S>(stream, task_, statistics);
    case SolveSchedule::domains_1:
      return solve_domains_1<B, T, S>(stream, task_, statistics);
    case SolveSchedule::domains_2:
      return solve_domains_2<B, T, S>(stream, task_, statistics);
    case SolveSchedule::list:
      if constexpr (std::is_same_v<B, Cpu>) return solve_list<T, S>(task_, statistics);
      break;
    case SolveSchedule::sweeping:
      if constexpr (std::is_same_v<B, Cpu>) return solve_sweeping<T, S>(task_, statistics);
      break;
    }
    throw std::logic_error("a schedule that this device does not have"); // the constructor refused it
  }

  SolveOptions options_;
  Index vertices_, cells_;
  Array<Tetrahedron, B> tetrahedra_;
  Array<T, B> numbers_, times_;
  Array<Vec3<T>, B> points_, copy_points_;
  Array<std::uint32_t, B> starts_, corners_;
  DeviceDecomposition<B> decomposition_;
  SolveTask<T> task_;
};

template <class B, class T>
std::unique_ptr<typename ActivationSolver<B>::Impl> make(const Stream<B>& stream, const TetMesh& mesh,
                                                         const Medium& medium, const SolveOptions& options) {
  switch (options.storage) {
  case MeshStorage::products:
    return std::make_unique<Solver<B, T, AllProducts>>(stream, mesh, medium, options);
  case MeshStorage::coordinates:
    return std::make_unique<Solver<B, T, Coordinates>>(stream, mesh, medium, options);
  case MeshStorage::edges:
    break;
  }
  return std::make_unique<Solver<B, T, EdgeLengths>>(stream, mesh, medium, options);
}

} // namespace

template <class B>
ActivationSolver<B>::ActivationSolver(const Stream<B>& stream, const TetMesh& mesh, const Medium& medium,
                                      const SolveOptions& options)
    : impl_(options.precision == TimePrecision::single_ ? make<B, float>(stream, mesh, medium, options)
                                                        : make<B, double>(stream, mesh, medium, options)) {}
template <class B>
ActivationSolver<B>::~ActivationSolver() = default;
template <class B>
ActivationSolver<B>::ActivationSolver(ActivationSolver&&) noexcept = default;

template <class B>
std::vector<std::vector<real>> ActivationSolver<B>::solve(const Stream<B>& stream,
                                                          const std::vector<StartValues>& cases,
                                                          SolveStatistics& statistics) {
  std::vector<std::vector<real>> times;
  impl_->solve(stream, cases, statistics, &times);
  return times;
}
template <class B>
void ActivationSolver<B>::solve_only(const Stream<B>& stream, const std::vector<StartValues>& cases,
                                     SolveStatistics& statistics) {
  impl_->solve(stream, cases, statistics, nullptr);
}
template <class B>
real ActivationSolver<B>::edge_time() const {
  return impl_->edge_time;
}
template <class B>
const SetUpTimes& ActivationSolver<B>::set_up() const {
  return impl_->set_up;
}
template <class B>
int ActivationSolver<B>::domains() const {
  return impl_->domains;
}

template class ActivationSolver<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class ActivationSolver<Cuda>;
#endif

} // namespace ibsim
