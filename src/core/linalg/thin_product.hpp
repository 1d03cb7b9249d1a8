// The dense product of dense_product.hpp on the GPU where B has few columns: then all that matters is to read
// A once, at full speed.
#pragma once

#include "base/precision.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// Form of the argument B: B itself, or for a batch of four Y (4 k x n). Matrix c then takes sums with the
/// signs of a character of the half turns (surface/site_symmetry.hpp): B_c[p] = (Y[4p] +- Y[4p+1]) +-
/// (Y[4p+2] +- Y[4p+3]). The inner signs are + for c = 0, 2, the outer one for c = 0, 1.
enum class ThinFactor { itself, signed_sums };

/// C = A B for a batch, as DenseProduct::multiply. False, and nothing done, if n is not 1, 3, 4, 6, 9 or 12
/// or the shape does not fit.
/// In doubles or, of B itself, in floats.
bool thin_product(const Stream<Cuda>&, Index batch, Index m, Index n, Index k, const real* a, const real* b,
                  real* c, ThinFactor = ThinFactor::itself);
bool thin_product(const Stream<Cuda>&, Index batch, Index m, Index n, Index k, const float* a, const float* b,
                  float* c);

/// C_c = A_c B_c for the four characters c of the half turns, and of it the values at the sites 4 r + g, g
/// the turn, with their weights if there are any:
///   V[4 r + g] = w[4 r + g] sum_c c(g) C_c[r],
/// of n = 3 N columns, those of N objects for each of the components x, y and z, where V follows object by
/// object. False, and nothing done, if n is not 3, 6, 9 or 12 or the shape does not fit.
bool thin_product_at_sites(const Stream<Cuda>&, Index m, Index n, Index k, const real* a, const real* b,
                           const real* weights, real* x, real* y, real* z);

/// C = A^T B for a batch, as DenseProduct::multiply_transposed; or the sum of `parts` such products, of one
/// batch of A and of B after the other. False, and nothing done, if n is not 3, 6, 9 or 12.
/// @tparam T real or float
template <class T>
bool thin_product_of_transposed(const Stream<Cuda>&, Index batch, Index m, Index n, Index k, const T* a,
                                const T* b, T* c, Index parts = 1);

} // namespace ibsim
