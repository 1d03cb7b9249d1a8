// dense_product.hpp on the GPU, with cuBLAS in plain double or single precision (no TF32); for few
// columns with thin_product. The handle has a work area of its own and one stream, which makes the library's
// results repeatable.
//
// cuBLAS chooses its algorithm by the number of columns. Where columns are apart, cublasLt is asked for that
// of a fixed number of them, without sums in parts, and takes it for any number: each column is then summed
// in one order.
#include "linalg/cublas_library.hpp"
#include "linalg/dense_product.hpp"
#include "linalg/thin_product.hpp"
#include "parallel/array.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <type_traits>

namespace ibsim {
namespace {

constexpr std::size_t workspace_bytes = std::size_t{32} << 20; // what cuBLAS recommends for Hopper

struct Product {
  Index batch, m, n, k;
  bool transposed; ///< A is k x m, and A^T is taken
};

template <class T>
constexpr cudaDataType_t number_of = std::is_same_v<T, float> ? CUDA_R_32F : CUDA_R_64F;
template <class T>
constexpr cublasComputeType_t arithmetic_of =
    std::is_same_v<T, float> ? CUBLAS_COMPUTE_32F : CUBLAS_COMPUTE_64F;

/// A product as cublasLt is told of it.
template <class T>
struct Shape : Product {
  cublasLtMatmulDescOpaque_t operation;
  cublasLtMatrixLayoutOpaque_t a, b, c;

  explicit Shape(const Product& product) : Product(product) {
    check_cublas(cublas().lt_describe_product(&operation, sizeof operation, arithmetic_of<T>, number_of<T>),
                 "describing a product");
    const cublasOperation_t of_a = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    check_cublas(cublas().lt_set_of_product(&operation, CUBLASLT_MATMUL_DESC_TRANSA, &of_a, sizeof of_a),
                 "describing a product");
    transposed ? describe(a, k, m) : describe(a, m, k);
    describe(b, k, n), describe(c, m, n);
  }
  void describe(cublasLtMatrixLayoutOpaque_t& layout, Index rows, Index columns) const {
    const auto number = static_cast<std::int32_t>(batch);
    const std::int64_t stride = std::int64_t{rows} * columns;
    check_cublas(cublas().lt_describe_matrix(&layout, sizeof layout, number_of<T>,
                                             static_cast<std::uint64_t>(rows),
                                             static_cast<std::uint64_t>(columns), rows),
                 "describing a matrix");
    check_cublas(
        cublas().lt_set_of_matrix(&layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &number, sizeof number),
        "describing a batch");
    check_cublas(cublas().lt_set_of_matrix(&layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride,
                                           sizeof stride),
                 "describing a batch");
  }
};

/// The algorithms of products whose columns are apart.
class Algorithms {
 public:
  Algorithms() { check_cublas(cublas().lt_create(&library_), "starting the library"); }
  ~Algorithms() { cublas().lt_destroy(library_); }
  Algorithms(const Algorithms&) = delete;
  Algorithms& operator=(const Algorithms&) = delete;

  template <class T>
  void multiply(cudaStream_t stream, const Product& p, const T* a, const T* b, T* c) {
    const auto [found, is_new] = by_shape_.try_emplace({p.batch, p.m, p.k, p.transposed, int{sizeof(T)}});
    if (is_new) found->second = choose(Shape<T>({p.batch, p.m, columns_of_choice, p.k, p.transposed}));
    Shape<T> shape(p);
    const T one = 1, zero = 0;
    check_cublas(cublas().lt_multiply(library_, &shape.operation, &one, a, &shape.a, b, &shape.b, &zero, c,
                                      &shape.c, c, &shape.c, &found->second, nullptr, 0, stream),
                 "a matrix product");
  }

 private:
  static constexpr Index columns_of_choice = 768;

  template <class T>
  cublasLtMatmulAlgo_t choose(Shape<T> shape) const {
    cublasLtMatmulPreferenceOpaque_t preference;
    check_cublas(cublas().lt_prefer_nothing(&preference, sizeof preference), "choosing an algorithm");
    const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, auto value) {
      check_cublas(cublas().lt_prefer(&preference, attribute, &value, sizeof value), "choosing an algorithm");
    };
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, std::uint64_t{0});
    prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, std::uint32_t{CUBLASLT_REDUCTION_SCHEME_NONE});
    // where matrices of a batch begin, for any number of columns
    constexpr auto of_number = static_cast<std::uint32_t>(sizeof(T));
    std::uint32_t alignment = 16;
    while (alignment > of_number && (shape.m * of_number % alignment || shape.k * of_number % alignment))
      alignment /= 2;
    for (const auto of :
         {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
          CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
      prefer(of, alignment);
    cublasLtMatmulHeuristicResult_t result{};
    int found = 0;
    check_cublas(cublas().lt_find_algorithm(library_, &shape.operation, &shape.a, &shape.b, &shape.c,
                                            &shape.c, &preference, 1, &result, &found),
                 "choosing an algorithm");
    if (found == 0) throw ResourceError("cuBLAS has no algorithm for a matrix product in one piece");
    return result.algo;
  }

  cublasLtHandle_t library_ = nullptr;
  std::map<std::array<Index, 5>, cublasLtMatmulAlgo_t> by_shape_;
};

} // namespace

template <>
struct DenseProduct<Cuda>::Handle {
  cublasHandle_t handle = nullptr;
  void* stream_of_handle = nullptr;
  Array<std::byte, Cuda> workspace{workspace_bytes};
  std::optional<Algorithms> apart; ///< where columns are

  Handle(const Stream<Cuda>& stream, Columns columns) {
    if (columns == Columns::apart) apart.emplace();
    check_cublas(cublas().create(&handle), "starting the library");
    follow(stream);
  }
  ~Handle() { cublas().destroy(handle); }

  /// Setting the handle takes the work area away, so both are set together, and only when the stream is a new
  /// one.
  void follow(const Stream<Cuda>& stream) {
    if (stream_of_handle == stream.handle()) return;
    check_cublas(cublas().set_stream(handle, static_cast<cudaStream_t>(stream.handle())),
                 "choosing the stream");
    check_cublas(cublas().set_workspace(handle, workspace.data(), workspace_bytes), "setting the work area");
    stream_of_handle = stream.handle();
  }

  template <class T>
  void multiply(const Stream<Cuda>& stream, const Product& s, const T* a, const T* b, T* c) {
    if (apart && s.k > 0) return apart->multiply(static_cast<cudaStream_t>(stream.handle()), s, a, b, c);
    follow(stream);
    const T one = 1, zero = 0;
    const Index least = s.k > 0 ? s.k : 1; // what cuBLAS takes for rows that are not there
    const auto stride = [](Index rows, Index columns) { return static_cast<long long>(rows) * columns; };
    const auto gemm = [&](auto* multiply) {
      check_cublas(multiply(handle, s.transposed ? CUBLAS_OP_T : CUBLAS_OP_N, CUBLAS_OP_N, s.m, s.n, s.k,
                            &one, a, s.transposed ? least : s.m, stride(s.m, s.k), b, least, stride(s.k, s.n),
                            &zero, c, s.m, stride(s.m, s.n), s.batch),
                   "a matrix product");
    };
    if constexpr (std::is_same_v<T, float>)
      gemm(cublas().multiply_floats);
    else
      gemm(cublas().multiply_doubles);
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
template <class T>
void DenseProduct<Cuda>::multiply(const Stream<Cuda>& stream, Index batch, Index m, Index n, Index k,
                                  const std::type_identity_t<T>* a, const std::type_identity_t<T>* b, T* c) {
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
template <class T>
void DenseProduct<Cuda>::multiply_transposed(const Stream<Cuda>& stream, Index batch, Index m, Index n,
                                             Index k, const std::type_identity_t<T>* a,
                                             const std::type_identity_t<T>* b, T* c) {
  if (batch == 0 || m == 0 || n == 0) return;
  const bool apart = handle_->apart && k > 0;
  if (!apart && thin_product_of_transposed(stream, batch, m, n, k, a, b, c)) return;
  handle_->multiply(stream, {batch, m, n, k, true}, a, b, c);
}

template void DenseProduct<Cuda>::multiply(const Stream<Cuda>&, Index, Index, Index, Index, const real*,
                                           const real*, real*);
template void DenseProduct<Cuda>::multiply(const Stream<Cuda>&, Index, Index, Index, Index, const float*,
                                           const float*, float*);
template void DenseProduct<Cuda>::multiply_transposed(const Stream<Cuda>&, Index, Index, Index, Index,
                                                      const real*, const real*, real*);
template void DenseProduct<Cuda>::multiply_transposed(const Stream<Cuda>&, Index, Index, Index, Index,
                                                      const float*, const float*, float*);

} // namespace ibsim
