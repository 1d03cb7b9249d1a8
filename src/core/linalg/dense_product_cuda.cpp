// dense_product.hpp on the GPU, with cuBLAS in plain double precision; for few columns with thin_product. The
// handle has a work area of its own and one stream, which makes the library's results repeatable.
//
// cuBLAS chooses its algorithm by the number of columns. Where columns are apart, cublasLt is asked for that
// of a fixed number of them, without sums in parts, and takes it for any number: each column is then summed
// in one order.
#include "base/error.hpp"
#include "linalg/dense_product.hpp"
#include "linalg/thin_product.hpp"
#include "parallel/array.hpp"

#include <array>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <map>
#include <optional>
#include <string>

namespace ibsim {
namespace {

constexpr std::size_t workspace_bytes = std::size_t{32} << 20; // what cuBLAS recommends for Hopper

void check_cublas(cublasStatus_t code, const char* doing) {
  if (code != CUBLAS_STATUS_SUCCESS)
    throw ResourceError(std::string("cuBLAS failed in ") + doing + ": " + cublasGetStatusString(code));
}

struct Product {
  Index batch, m, n, k;
  bool transposed; ///< A is k x m, and A^T is taken
};

/// A product as cublasLt is told of it.
struct Shape : Product {
  cublasLtMatmulDescOpaque_t operation;
  cublasLtMatrixLayoutOpaque_t a, b, c;

  explicit Shape(const Product& product) : Product(product) {
    check_cublas(cublasLtMatmulDescInit(&operation, CUBLAS_COMPUTE_64F, CUDA_R_64F), "describing a product");
    const cublasOperation_t of_a = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    check_cublas(cublasLtMatmulDescSetAttribute(&operation, CUBLASLT_MATMUL_DESC_TRANSA, &of_a, sizeof of_a),
                 "describing a product");
    transposed ? describe(a, k, m) : describe(a, m, k);
    describe(b, k, n), describe(c, m, n);
  }
  void describe(cublasLtMatrixLayoutOpaque_t& layout, Index rows, Index columns) const {
    const auto number = static_cast<std::int32_t>(batch);
    const std::int64_t stride = std::int64_t{rows} * columns;
    check_cublas(cublasLtMatrixLayoutInit(&layout, CUDA_R_64F, static_cast<std::uint64_t>(rows),
                                          static_cast<std::uint64_t>(columns), rows),
                 "describing a matrix");
    check_cublas(
        cublasLtMatrixLayoutSetAttribute(&layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &number, sizeof number),
        "describing a batch");
    check_cublas(cublasLtMatrixLayoutSetAttribute(&layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                                  &stride, sizeof stride),
                 "describing a batch");
  }
};

/// The algorithms of products whose columns are apart.
class Algorithms {
 public:
  Algorithms() { check_cublas(cublasLtCreate(&library_), "starting the library"); }
  ~Algorithms() { cublasLtDestroy(library_); }
  Algorithms(const Algorithms&) = delete;
  Algorithms& operator=(const Algorithms&) = delete;

  void multiply(cudaStream_t stream, const Product& p, const real* a, const real* b, real* c) {
    const auto [found, is_new] = by_shape_.try_emplace({p.batch, p.m, p.k, p.transposed});
    if (is_new) found->second = choose(Shape({p.batch, p.m, columns_of_choice, p.k, p.transposed}));
    Shape shape(p);
    const real one = 1, zero = 0;
    check_cublas(cublasLtMatmul(library_, &shape.operation, &one, a, &shape.a, b, &shape.b, &zero, c,
                                &shape.c, c, &shape.c, &found->second, nullptr, 0, stream),
                 "a matrix product");
  }

 private:
  static constexpr Index columns_of_choice = 768;

  cublasLtMatmulAlgo_t choose(Shape shape) const {
    cublasLtMatmulPreferenceOpaque_t preference;
    check_cublas(cublasLtMatmulPreferenceInit(&preference), "choosing an algorithm");
    const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, auto value) {
      check_cublas(cublasLtMatmulPreferenceSetAttribute(&preference, attribute, &value, sizeof value),
                   "choosing an algorithm");
    };
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, std::uint64_t{0});
    prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, std::uint32_t{CUBLASLT_REDUCTION_SCHEME_NONE});
    // where matrices of a batch begin, for any number of columns
    const std::uint32_t alignment = shape.m % 2 == 0 && shape.k % 2 == 0 ? 16 : 8;
    for (const auto of :
         {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
          CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
      prefer(of, alignment);
    cublasLtMatmulHeuristicResult_t result{};
    int found = 0;
    check_cublas(cublasLtMatmulAlgoGetHeuristic(library_, &shape.operation, &shape.a, &shape.b, &shape.c,
                                                &shape.c, &preference, 1, &result, &found),
                 "choosing an algorithm");
    if (found == 0) throw ResourceError("cuBLAS has no algorithm for a matrix product in one piece");
    return result.algo;
  }

  cublasLtHandle_t library_ = nullptr;
  std::map<std::array<Index, 4>, cublasLtMatmulAlgo_t> by_shape_;
};

} // namespace

template <>
struct DenseProduct<Cuda>::Handle {
  cublasHandle_t cublas = nullptr;
  void* handle = nullptr;
  Array<std::byte, Cuda> workspace{workspace_bytes};
  std::optional<Algorithms> apart; ///< where columns are

  Handle(const Stream<Cuda>& stream, Columns columns) {
    if (columns == Columns::apart) apart.emplace();
    check_cublas(cublasCreate(&cublas), "starting the library");
    follow(stream);
  }
  ~Handle() { cublasDestroy(cublas); }

  /// Setting the handle takes the work area away, so both are set together, and only when the stream is a new
  /// one.
  void follow(const Stream<Cuda>& stream) {
    if (handle == stream.handle()) return;
    check_cublas(cublasSetStream(cublas, static_cast<cudaStream_t>(stream.handle())), "choosing the stream");
    check_cublas(cublasSetWorkspace(cublas, workspace.data(), workspace_bytes), "setting the work area");
    handle = stream.handle();
  }

  void multiply(const Stream<Cuda>& stream, const Product& s, const real* a, const real* b, real* c) {
    if (apart && s.k > 0) return apart->multiply(static_cast<cudaStream_t>(stream.handle()), s, a, b, c);
    follow(stream);
    const real one = 1, zero = 0;
    const Index least = s.k > 0 ? s.k : 1; // what cuBLAS takes for rows that are not there
    const auto stride = [](Index rows, Index columns) { return static_cast<long long>(rows) * columns; };
    check_cublas(cublasDgemmStridedBatched(cublas, s.transposed ? CUBLAS_OP_T : CUBLAS_OP_N, CUBLAS_OP_N, s.m,
                                           s.n, s.k, &one, a, s.transposed ? least : s.m, stride(s.m, s.k), b,
                                           least, stride(s.k, s.n), &zero, c, s.m, stride(s.m, s.n), s.batch),
                 "a matrix product");
  }
};

template <>
DenseProduct<Cuda>::DenseProduct(const Stream<Cuda>& stream, Columns columns)
    : handle_(std::make_unique<Handle>(stream, columns)), columns_(columns) {}
template <>
DenseProduct<Cuda>::~DenseProduct() = default;
template <>
DenseProduct<Cuda>::DenseProduct(DenseProduct&&) noexcept = default;

template <>
void DenseProduct<Cuda>::multiply(const Stream<Cuda>& stream, Index batch, Index m, Index n, Index k,
                                  const real* a, const real* b, real* c) {
  if (batch == 0 || m == 0 || n == 0) return;
  const bool apart = handle_->apart && k > 0;
  if (!apart && thin_product(stream, batch, m, n, k, a, b, c)) return;
  handle_->multiply(stream, {batch, m, n, k, false}, a, b, c);
}

template <>
std::vector<real> DenseProduct<Cuda>::for_transposed(Index, Index, Index, const std::vector<real>& a) {
  return a;
}

template <>
void DenseProduct<Cuda>::multiply_transposed(const Stream<Cuda>& stream, Index batch, Index m, Index n,
                                             Index k, const real* a, const real* b, real* c) {
  if (batch == 0 || m == 0 || n == 0) return;
  const bool apart = handle_->apart && k > 0;
  if (!apart && thin_product_of_transposed(stream, batch, m, n, k, a, b, c)) return;
  handle_->multiply(stream, {batch, m, n, k, true}, a, b, c);
}

} // namespace ibsim
