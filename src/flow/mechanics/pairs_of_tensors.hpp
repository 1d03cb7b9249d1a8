// Two tensors of each site in single precision, in the memory of one in double: a word of 64 bits has a
// component of both. So what a term remembers is the same array in either precision, and whoever copies,
// hashes, writes or sends a state takes its words.
#pragma once

#include "grid/points.hpp"
#include "surface/metric.hpp"

namespace ibsim {

struct PairsOfTensors {
  VectorsView<real> words; ///< 11, 12 and 22 of all sites

  struct Pair {
    TensorOf<float> first, second;
  };
  IBSIM_HD Pair at(Index i) const {
    const Word a = numbers(0)[i], b = numbers(1)[i], c = numbers(2)[i];
    return {{a.first, b.first, c.first}, {a.second, b.second, c.second}};
  }
  IBSIM_HD void set(Index i, const Pair& of) const {
    numbers(0)[i] = {of.first.a11, of.second.a11}, numbers(1)[i] = {of.first.a12, of.second.a12};
    numbers(2)[i] = {of.first.a22, of.second.a22};
  }

 private:
  struct alignas(real) Word {
    float first, second;
  };
  static_assert(sizeof(Word) == sizeof(real));
  IBSIM_HD Word* numbers(int component) const { return reinterpret_cast<Word*>(words[component]); }
};

} // namespace ibsim
