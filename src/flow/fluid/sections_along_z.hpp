// Work of stage_along_z.hpp on a section of planes in a mode, and with one section after the other, for
// its kernels: a section is one layer, or two (grid/slab.hpp).
#pragma once

#include "fluid/solenoidal_modes.hpp"
#include "grid/slab.hpp"

#include <type_traits>

namespace ibsim::along_z {

/// A LineOfMode of each mode of a plane, as so many arrays.
constexpr int numbers_of_line = 6;
template <class T>
IBSIM_HD LineOfMode<T> line_at(const T* lines, Index modes, Index m) {
  return {{lines[m], lines[m + modes]},
          lines[m + 2 * modes],
          lines[m + 3 * modes],
          lines[m + 4 * modes],
          lines[m + 5 * modes]};
}

/// Carries at some places, of so many values each: [sum, both, t][place][value].
template <class V>
struct Carries {
  V* first;
  Index values, places;
  IBSIM_HD Carry<V> at(Index place, Index i) const {
    const V* const c = first + Size{place} * values + i;
    return {c[0], c[field()], c[2 * field()]};
  }
  IBSIM_HD void set(Index place, Index i, const Carry<V>& carry) const {
    V* const c = first + Size{place} * values + i;
    c[0] = carry.sum, c[field()] = carry.both, c[2 * field()] = carry.t;
  }
  IBSIM_HD Size field() const { return Size{places} * values; }
};
template <class T>
using CarriesOfModes = Carries<ComplexOf<T>>;
/// Their real and imaginary parts as values of their own.
template <class T>
IBSIM_HD Carries<T> parts_of(const CarriesOfModes<T>& modes) {
  return {&modes.first->re, 2 * modes.values, modes.places};
}

/// The layers of a rank and the modes of its planes.
template <class T>
struct Layers {
  Index modes, planes;        ///< of a plane; of the box
  int all, of_section, of_x;  ///< layers of the box, and of a section; modes along x
  Index each;                 ///< planes of a layer, if all have as many
  Index first, own, sections; ///< the first layer of the rank, its layers, its sections
  T of_mean;                  ///< what the mean of w is of its sources' sum
  T per_h;
  const ComplexOf<T>*dx, *dy;
  const T* lines;
  /// The first plane of a layer of the rank, in the box.
  IBSIM_HD Index plane(Index layer) const {
    return each > 0 ? (first + layer) * each : first_plane_of_layer(first + layer, planes, all);
  }
  IBSIM_HD Index planes_of(Index layer) const { return plane(layer + 1) - plane(layer); }
  IBSIM_HD Index begin_of(Index section) const { return section * of_section; }
  IBSIM_HD Index end_of(Index section) const { return section + 1 < sections ? begin_of(section + 1) : own; }
  IBSIM_HD HorizontalSymbols<T> symbols(Index m) const { return {dx[m % of_x], dy[m / of_x]}; }
};

/// The modes of a rank's planes.
template <class T>
struct Velocity {
  ComplexOf<T>*x, *y, *z;
};

constexpr int most = most_planes_of_layer;

/// The planes of a layer in a mode. Most layers are full, and then a compiler knows their number.
template <bool full, class T>
struct PlanesOfLayer {
  const HorizontalSymbols<T>& d;
  T per_h;
  Velocity<T> v;
  Index first, step, planes;
  IBSIM_HD PlanesOfLayer(const Layers<T>& l, const HorizontalSymbols<T>& symbols, const Velocity<T>& all,
                         Index m, Index layer)
      : d(symbols), per_h(l.per_h), v(all), first(m + l.modes * (l.plane(layer) - l.plane(0))), step(l.modes),
        planes(l.planes_of(layer)) {}
  IBSIM_HD bool has(int k) const { return full || k < planes; }
  IBSIM_HD bool is_last(int k) const { return k + 1 == (full ? most : planes); }
  IBSIM_HD Index at(int k) const { return first + step * k; }
  IBSIM_HD Sources<T> sources(int k) const {
    return sources_of(d, per_h, v.x[at(k)], v.y[at(k)], v.z[at(k)]);
  }
};
/// work(std::bool_constant<whether the layer is full>())
template <class T, class Work>
IBSIM_HD void with_layer(const Layers<T>& l, Index layer, const Work& work) {
  if (l.planes_of(layer) == most)
    work(std::true_type());
  else
    work(std::false_type());
}

/// What a section by itself is the source of, at its upper and at its lower end.
template <class T>
struct SumsOfSection {
  Carry<ComplexOf<T>> above, below;
};
template <class T>
IBSIM_HD SumsOfSection<T> sums_of_section(const Layers<T>& l, const Velocity<T>& v, Index m, Index section) {
  const HorizontalSymbols<T> d = l.symbols(m);
  const Decay<T> r = line_at(l.lines, l.modes, m).decay;
  SumsOfSection<T> sums;
  Passage<T> to_below{1, 1, 0};
  for (Index layer = l.begin_of(section); layer < l.end_of(section); ++layer)
    with_layer(l, layer, [&](auto full) {
      const PlanesOfLayer<full(), T> planes(l, d, v, m, layer);
#pragma unroll 2
      for (int k = 0; k < most; ++k)
        if (planes.has(k)) {
          const Sources<T> s = planes.sources(k);
          climb(sums.above, r, s);
          Carry<ComplexOf<T>> of_plane;
          descend(of_plane, r, s);
          sums.below = to_below(of_plane, sums.below);
          to_below = to_below * Passage<T>{r.pressure, r.viscous, 1};
        }
    });
  return sums;
}

/// What comes to the seam by all times around the box, of what one way around makes.
template <class V, class T>
IBSIM_HD Carry<V> closed(const Carry<V>& once, const Layers<T>& l, const Decay<T>& r) {
  const Passage<T> around = passage_through(r, l.planes);
  const V t = 1 / (1 - around.viscous) * once.t;
  if (r.pressure == 1) return {l.of_mean * once.sum, {}, t}; // mode (0, 0): the mean of w itself
  const V sum = 1 / (1 - around.pressure) * once.sum;
  return {sum, 1 / (1 - around.viscous) * (fused(around.mixed, sum, once.both)), t};
}

/// One way through the sections of a rank, of what reaches the first of them: sums become what reaches a
/// section. @return what reaches the next rank
template <class T>
IBSIM_HD Carry<T> course(const Layers<T>& l, const Decay<T>& r, bool up, const Carries<T>& sections, Index i,
                         Carry<T> reaching) {
  Index planes = 0; // of the last section, as of most
  Passage<T> passage{1, 1, 0};
  constexpr int together = 4; // are read, which do not wait for each other
  for (Index done = 0; done < l.sections; done += together) {
    Carry<T> own[together];
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
template <class T>
IBSIM_HD ComplexOf<T> of_w(const LineOfMode<T>& line, const Carry<ComplexOf<T>>& c) {
  return fused(line.of_sum, c.sum, line.of_both * c.both);
}

/// What reaches a section within the box, and what comes around it.
template <class T>
struct Reaching {
  Carry<ComplexOf<T>> within, around;
};

/// Sources become the velocity in a section.
template <class T>
IBSIM_HD void velocity_of_section(const Layers<T>& l, const Velocity<T>& v, Index m, Index section,
                                  const Reaching<T>& from_below, const Reaching<T>& from_above) {
  const HorizontalSymbols<T> d = l.symbols(m);
  const LineOfMode<T> line = line_at(l.lines, l.modes, m);
  const Decay<T> r = line.decay;
  const Index first = l.begin_of(section), end = l.end_of(section), before = l.plane(first),
              after = l.planes - l.plane(end);
  Carry<ComplexOf<T>> below = from_below.within, above = from_above.within;
  if (before < line.reach) below = passage_through(r, before)(from_below.around, below);
  if (after < line.reach) above = passage_through(r, after)(from_above.around, above);
  const Carry<ComplexOf<T>> above_all = above; // while `above` becomes what lies above the lower one of two
  if (end - first == 2)
    with_layer(l, first + 1, [&](auto full) {
      const PlanesOfLayer<full(), T> planes(l, d, v, m, first + 1);
#pragma unroll
      for (int k = most - 1; k >= 0; --k)
        if (planes.has(k)) descend(above, r, planes.sources(k));
    });
  const ComplexOf<T> mean = d.is_mean() ? from_below.around.sum : ComplexOf<T>{}; // w
  const T to_lambda = d.is_mean() ? 0 : l.per_h / d.kappa2;
  for (Index layer = first; layer < end; ++layer)
    with_layer(l, layer, [&](auto full) {
      const PlanesOfLayer<full(), T> planes(l, d, v, m, layer);
      Sources<T> sources[most];
#pragma unroll
      for (int k = 0; k < most; ++k)
        if (planes.has(k)) sources[k] = planes.sources(k);
      Carry<ComplexOf<T>> onward = layer + 1 == end ? above_all : above;
      const ComplexOf<T> w_above_all = of_w(line, onward);
      ComplexOf<T> w_above[most], t_above[most]; // at the lower face of a plane; from beyond the plane
#pragma unroll
      for (int k = most - 1; k >= 0; --k)
        if (planes.has(k)) {
          t_above[k] = onward.t;
          descend(onward, r, sources[k]);
          w_above[k] = of_w(line, onward);
        }
      ComplexOf<T> w = d.is_mean() ? mean : of_w(line, below) + w_above[0];
#pragma unroll
      for (int k = 0; k < most; ++k)
        if (planes.has(k)) {
          const ComplexOf<T> t = line.of_t * (below.t + sources[k].t + t_above[k]);
          climb(below, r, sources[k]);
          const ComplexOf<T> next = of_w(line, below) +
                                    (planes.is_last(k) ? w_above_all : w_above[k + 1 < most ? k + 1 : k]),
                             upper = d.is_mean() ? mean : next;
          const Horizontal<T> u = horizontal_of(d, to_lambda * (w - upper), t);
          v.x[planes.at(k)] = u.x, v.y[planes.at(k)] = u.y, v.z[planes.at(k)] = w;
          w = upper;
        }
    });
}

} // namespace ibsim::along_z
