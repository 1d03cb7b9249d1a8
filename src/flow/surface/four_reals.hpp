// Four numbers, on each of which every operation is done at once: each gets the bits that it would get alone.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

class FourReals {
 public:
  using OfSeveral = real; ///< for templates that mind the order of operations
  FourReals() = default;
  explicit FourReals(real each) : all_{each, each, each, each} {}
  FourReals(real a, real b, real c, real d) : all_{a, b, c, d} {}
  real operator[](int i) const { return all_[i]; }

  friend FourReals operator+(const FourReals& a, const FourReals& b) { return FourReals(a.all_ + b.all_); }
  friend FourReals operator-(const FourReals& a, const FourReals& b) { return FourReals(a.all_ - b.all_); }
  friend FourReals operator*(const FourReals& a, const FourReals& b) { return FourReals(a.all_ * b.all_); }
  friend FourReals operator*(real a, const FourReals& b) { return FourReals(a * b.all_); }
  friend FourReals operator/(const FourReals& a, real b) { return FourReals(a.all_ / b); }

 private:
  typedef real Registers __attribute__((vector_size(4 * sizeof(real)))); // of GCC and clang, on any CPU
  explicit FourReals(const Registers& all) : all_(all) {}
  Registers all_;
};

} // namespace ibsim
