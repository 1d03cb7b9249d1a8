// The schedules: functions that take start values to times.
//
// All of them repeat phi_x = min(phi_x, arrival at x) over tetrahedra until no time falls by more than the
// tolerance. From above there is one limit, whatever the order, so they agree to rounding. Those that work in
// parallel read the times of the round before and write minima into a second array: the same bits for any
// number of threads, on any device of a kind.
#pragma once

#include "eikonal/decomposition.hpp"
#include "eikonal/solve_options.hpp"
#include "eikonal/storage.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// A mesh, its times and how to go about it, as a schedule gets them.
template <class T>
struct SolveTask {
  MeshView<T> mesh;
  T* phi; ///< [cases][vertices]: start values, else infinity; in the end the times
  int cases;
  T keep;                          ///< 1 - tolerance: q is news where q < keep * phi
  T window;                        ///< us
  DecompositionView decomposition; ///< of domains_1 and domains_2
  const Vec3<T>* copy_points;      ///< points of copies, for Coordinates alone
};

/// The mesh cut at the interfaces, with copies for vertices.
template <class T>
MeshView<T> cut_mesh(const SolveTask<T>& task) {
  const DecompositionView& d = task.decomposition;
  return {d.copies, task.mesh.cells, d.tetrahedra, task.mesh.numbers, task.copy_points, d.starts, d.corners};
}

template <class B, class T, class S>
void solve_window(const Stream<B>&, const SolveTask<T>&, SolveStatistics&);
template <class B, class T, class S>
void solve_naive(const Stream<B>&, const SolveTask<T>&, SolveStatistics&);
template <class B, class T, class S>
void solve_shared(const Stream<B>&, const SolveTask<T>&, SolveStatistics&);
template <class B, class T, class S>
void solve_scan(const Stream<B>&, const SolveTask<T>&, SolveStatistics&);
template <class B, class T, class S>
void solve_domains_1(const Stream<B>&, const SolveTask<T>&, SolveStatistics&);
template <class B, class T, class S>
void solve_domains_2(const Stream<B>&, const SolveTask<T>&, SolveStatistics&);
/// @throws InputError if a sub-domain is too large for solve_domains_2 on this device
template <class B, class T>
void require_domains_fit(const Stream<B>&, const DecompositionView&);
/// Solves one vertex after the other; on the CPU alone.
template <class T, class S>
void solve_list(const SolveTask<T>&, SolveStatistics&);
template <class T, class S>
void solve_sweeping(const SolveTask<T>&, SolveStatistics&);

/// Instantiates a schedule, in its file, for all storages and both precisions.
#define IBSIM_INSTANTIATE_SCHEDULE(name, B)                                                                  \
  template void name<B, float, EdgeLengths>(const Stream<B>&, const SolveTask<float>&, SolveStatistics&);    \
  template void name<B, float, AllProducts>(const Stream<B>&, const SolveTask<float>&, SolveStatistics&);    \
  template void name<B, float, Coordinates>(const Stream<B>&, const SolveTask<float>&, SolveStatistics&);    \
  template void name<B, double, EdgeLengths>(const Stream<B>&, const SolveTask<double>&, SolveStatistics&);  \
  template void name<B, double, AllProducts>(const Stream<B>&, const SolveTask<double>&, SolveStatistics&);  \
  template void name<B, double, Coordinates>(const Stream<B>&, const SolveTask<double>&, SolveStatistics&);

} // namespace ibsim
