// graph.hpp: work whose recording fails has not been done, and neither the stream nor the graph remembers it.
#include "backends.hpp"
#include "parallel/array.hpp"
#include "parallel/graph.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

template <class B>
class Recording : public BackendTest<B> {
 protected:
  using Numbers = std::vector<real>;
  /// What `to` holds after the same work has been given twice, by graph and key.
  Numbers after_copies(Graph<B>& graph, std::uint64_t key, Array<real, B>& to, const Array<real, B>& from) {
    for (int i = 0; i < 2; ++i) graph.run(this->stream(), {key}, [&] { to.copy_from(this->stream(), from); });
    return to.to_host(this->stream());
  }
};
TYPED_TEST_SUITE(Recording, Backends, BackendNames);

TYPED_TEST(Recording, that_throws_is_followed_by_others) {
  const Stream<TypeParam>& stream = this->stream();
  const std::vector<real> a{1, 2, 3}, b{4, 5, 6};
  const Array<real, TypeParam> first(stream, a), second(stream, b);
  Array<real, TypeParam> to(stream, std::vector<real>(3));
  Graph<TypeParam> graph;
  EXPECT_EQ(this->after_copies(graph, 1, to, first), a);
  EXPECT_THROW(graph.run(stream, {2},
                         [&] {
                           to.copy_from(stream, second);
                           throw std::runtime_error("while it is recorded");
                         }),
               std::runtime_error);
  EXPECT_EQ(this->after_copies(graph, 1, to, first), a); // also where key 1 was the last that went well
  EXPECT_EQ(this->after_copies(graph, 2, to, second), b);
  EXPECT_EQ(this->after_copies(graph, 3, to, first), a);
}

// On CUDA a stream that is recorded cannot be waited for: the recording is void, whatever comes after.
TYPED_TEST(Recording, that_waits_is_refused_on_cuda_alone) {
  const Stream<TypeParam>& stream = this->stream();
  const std::vector<real> a{1, 2, 3}, b{4, 5, 6};
  const Array<real, TypeParam> first(stream, a), second(stream, b);
  Array<real, TypeParam> to(stream, a);
  Graph<TypeParam> graph;
  const auto waits = [&] {
    to.copy_from(stream, second);
    stream.synchronize();
  };
  if (std::is_same_v<TypeParam, Cpu>) {
    graph.run(stream, {1}, waits);
    EXPECT_EQ(to.to_host(stream), b);
  } else {
    EXPECT_ANY_THROW(graph.run(stream, {1}, waits));
    EXPECT_EQ(to.to_host(stream), a);
  }
  EXPECT_EQ(this->after_copies(graph, 1, to, second), b);
  EXPECT_EQ(this->after_copies(graph, 2, to, first), a);
}

} // namespace
} // namespace ibsim
