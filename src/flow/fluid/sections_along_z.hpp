// What stage_along_z.hpp does with a section of planes in a mode, and with one section after the other, for
// its kernels: a section is one layer, or two (grid/slab.hpp).
#pragma once

#include "fluid/solenoidal_modes.hpp"
#include "grid/slab.hpp"

#include <type_traits>

namespace ibsim::along_z {

/// A LineOfMode of each mode of a plane, as so many arrays.
constexpr int numbers_of_line = 6;
IBSIM_HD LineOfMode line_at(const real* lines, Index modes, Index m) {
  return {{lines[m], lines[m + modes]},
          lines[m + 2 * modes],
          lines[m + 3 * modes],
          lines[m + 4 * modes],
          lines[m + 5 * modes]};
}

/// Carries at some places, of so many values each: [sum, both, t][place][value].
template <class T>
struct Carries {
  T* first;
  Index values, places;
  IBSIM_HD Carry<T> at(Index place, Index i) const {
    const T* const c = first + Size{place} * values + i;
    return {c[0], c[field()], c[2 * field()]};
  }
  IBSIM_HD void set(Index place, Index i, const Carry<T>& carry) const {
    T* const c = first + Size{place} * values + i;
    c[0] = carry.sum, c[field()] = carry.both, c[2 * field()] = carry.t;
  }
  IBSIM_HD Size field() const { return Size{places} * values; }
};
using CarriesOfModes = Carries<Complex>;
/// Their real and imaginary parts as values of their own.
IBSIM_HD Carries<real> parts_of(const CarriesOfModes& modes) {
  return {&modes.first->re, 2 * modes.values, modes.places};
}

/// The layers of a rank and the modes of its planes.
struct Layers {
  Index modes, planes;        ///< of a plane; of the box
  int all, of_section, of_x;  ///< layers of the box, and of a section; modes along x
  Index each;                 ///< planes of a layer, if all have as many
  Index first, own, sections; ///< the first layer of the rank, its layers, its sections
  real of_mean;               ///< what the mean of w is of its sources' sum
  real per_h;
  const Complex *dx, *dy;
  const real* lines;
  /// The first plane of a layer of the rank, in the box.
  IBSIM_HD Index plane(Index layer) const {
    return each > 0 ? (first + layer) * each : first_plane_of_layer(first + layer, planes, all);
  }
  IBSIM_HD Index planes_of(Index layer) const { return plane(layer + 1) - plane(layer); }
  IBSIM_HD Index begin_of(Index section) const { return section * of_section; }
  IBSIM_HD Index end_of(Index section) const { return section + 1 < sections ? begin_of(section + 1) : own; }
  IBSIM_HD HorizontalSymbols symbols(Index m) const { return {dx[m % of_x], dy[m / of_x]}; }
};

/// The modes of a rank's planes.
struct Velocity {
  Complex *x, *y, *z;
};

constexpr int most = most_planes_of_layer;

/// The planes of a layer in a mode. Most layers are full, and then a compiler knows their number.
template <bool full>
struct PlanesOfLayer {
  const HorizontalSymbols& d;
  real per_h;
  Velocity v;
  Index first, step, planes;
  IBSIM_HD PlanesOfLayer(const Layers& l, const HorizontalSymbols& symbols, const Velocity& all, Index m,
                         Index layer)
      : d(symbols), per_h(l.per_h), v(all), first(m + l.modes * (l.plane(layer) - l.plane(0))), step(l.modes),
        planes(l.planes_of(layer)) {}
  IBSIM_HD bool has(int k) const { return full || k < planes; }
  IBSIM_HD bool is_last(int k) const { return k + 1 == (full ? most : planes); }
  IBSIM_HD Index at(int k) const { return first + step * k; }
  IBSIM_HD Sources sources(int k) const { return sources_of(d, per_h, v.x[at(k)], v.y[at(k)], v.z[at(k)]); }
};
/// work(std::bool_constant<whether the layer is full>())
template <class Work>
IBSIM_HD void with_layer(const Layers& l, Index layer, const Work& work) {
  if (l.planes_of(layer) == most)
    work(std::true_type());
  else
    work(std::false_type());
}

/// What a section by itself is the source of, at its upper and at its lower end.
struct SumsOfSection {
  Carry<Complex> above, below;
};
IBSIM_HD SumsOfSection sums_of_section(const Layers& l, const Velocity& v, Index m, Index section) {
  const HorizontalSymbols d = l.symbols(m);
  const Decay r = line_at(l.lines, l.modes, m).decay;
  SumsOfSection sums;
  Passage to_below{1, 1, 0};
  for (Index layer = l.begin_of(section); layer < l.end_of(section); ++layer)
    with_layer(l, layer, [&](auto full) {
      const PlanesOfLayer<full()> planes(l, d, v, m, layer);
#pragma unroll 2
      for (int k = 0; k < most; ++k)
        if (planes.has(k)) {
          const Sources s = planes.sources(k);
          climb(sums.above, r, s);
          Carry<Complex> of_plane;
          descend(of_plane, r, s);
          sums.below = to_below(of_plane, sums.below);
          to_below = to_below * Passage{r.pressure, r.viscous, 1};
        }
    });
  return sums;
}

/// What comes to the seam by all times around the box, of what one way around makes.
template <class T>
IBSIM_HD Carry<T> closed(const Carry<T>& once, const Layers& l, const Decay& r) {
  const Passage around = passage_through(r, l.planes);
  const T t = 1 / (1 - around.viscous) * once.t;
  if (r.pressure == 1) return {l.of_mean * once.sum, {}, t}; // mode (0, 0): the mean of w itself
  const T sum = 1 / (1 - around.pressure) * once.sum;
  return {sum, 1 / (1 - around.viscous) * (fused(around.mixed, sum, once.both)), t};
}

/// One way through the sections of a rank, of what reaches the first of them: sums become what reaches a
/// section. @return what reaches the next rank
IBSIM_HD Carry<real> course(const Layers& l, const Decay& r, bool up, const Carries<real>& sections, Index i,
                            Carry<real> reaching) {
  Index planes = 0; // of the last section, as of most
  Passage passage{1, 1, 0};
  constexpr int together = 4; // are read, which do not wait for each other
  for (Index done = 0; done < l.sections; done += together) {
    Carry<real> own[together];
#pragma unroll
    for (int s = 0; s < together; ++s)
      if (done + s < l.sections) own[s] = sections.at(up ? done + s : l.sections - 1 - done - s, i);
#pragma unroll
    for (int s = 0; s < together; ++s)
      if (done + s < l.sections) {
        const Index section = up ? done + s : l.sections - 1 - done - s;
        sections.set(section, i, reaching);
        if (const Index here = l.plane(l.end_of(section)) - l.plane(l.begin_of(section)); here != planes)
          planes = here, passage = passage_through(r, here);
        reaching = passage(reaching, own[s]);
      }
  }
  return reaching;
}

/// The part of w that is of one side of a face.
IBSIM_HD Complex of_w(const LineOfMode& line, const Carry<Complex>& c) {
  return fused(line.of_sum, c.sum, line.of_both * c.both);
}

/// What reaches a section within the box, and what comes around it.
struct Reaching {
  Carry<Complex> within, around;
};

/// Sources become the velocity in a section.
IBSIM_HD void velocity_of_section(const Layers& l, const Velocity& v, Index m, Index section,
                                  const Reaching& from_below, const Reaching& from_above) {
  const HorizontalSymbols d = l.symbols(m);
  const LineOfMode line = line_at(l.lines, l.modes, m);
  const Decay r = line.decay;
  const Index first = l.begin_of(section), end = l.end_of(section), before = l.plane(first),
              after = l.planes - l.plane(end);
  Carry<Complex> below = from_below.within, above = from_above.within;
  if (before < line.reach) below = passage_through(r, before)(from_below.around, below);
  if (after < line.reach) above = passage_through(r, after)(from_above.around, above);
  const Carry<Complex> above_all = above; // while `above` becomes what lies above the lower one of two
  if (end - first == 2)
    with_layer(l, first + 1, [&](auto full) {
      const PlanesOfLayer<full()> planes(l, d, v, m, first + 1);
#pragma unroll
      for (int k = most - 1; k >= 0; --k)
        if (planes.has(k)) descend(above, r, planes.sources(k));
    });
  const Complex mean = d.is_mean() ? from_below.around.sum : Complex{}; // w
  const real to_lambda = d.is_mean() ? 0 : l.per_h / d.kappa2;
  for (Index layer = first; layer < end; ++layer)
    with_layer(l, layer, [&](auto full) {
      const PlanesOfLayer<full()> planes(l, d, v, m, layer);
      Sources sources[most];
#pragma unroll
      for (int k = 0; k < most; ++k)
        if (planes.has(k)) sources[k] = planes.sources(k);
      Carry<Complex> onward = layer + 1 == end ? above_all : above;
      const Complex w_above_all = of_w(line, onward);
      Complex w_above[most], t_above[most]; // at the lower face of a plane; from beyond the plane
#pragma unroll
      for (int k = most - 1; k >= 0; --k)
        if (planes.has(k)) {
          t_above[k] = onward.t;
          descend(onward, r, sources[k]);
          w_above[k] = of_w(line, onward);
        }
      Complex w = d.is_mean() ? mean : of_w(line, below) + w_above[0];
#pragma unroll
      for (int k = 0; k < most; ++k)
        if (planes.has(k)) {
          const Complex t = line.of_t * (below.t + sources[k].t + t_above[k]);
          climb(below, r, sources[k]);
          const Complex next = of_w(line, below) +
                               (planes.is_last(k) ? w_above_all : w_above[k + 1 < most ? k + 1 : k]),
                        upper = d.is_mean() ? mean : next;
          const Horizontal u = horizontal_of(d, to_lambda * (w - upper), t);
          v.x[planes.at(k)] = u.x, v.y[planes.at(k)] = u.y, v.z[planes.at(k)] = w;
          w = upper;
        }
    });
}

} // namespace ibsim::along_z
