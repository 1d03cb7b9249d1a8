// any_stream.hpp: code that is compiled once reaches the stream that the caller has, on its backend.
#include "backends.hpp"
#include "parallel/any_stream.hpp"
#include "parallel/array.hpp"

#include <type_traits>

namespace ibsim {
namespace {

template <class B>
class AnyStreams : public BackendTest<B> {};
TYPED_TEST_SUITE(AnyStreams, Backends, BackendNames);

TYPED_TEST(AnyStreams, refer_to_the_stream_of_their_backend) {
  const Stream<TypeParam>& own = this->stream();
  const AnyStream any(own);
  EXPECT_EQ(any.on_cuda(), (std::is_same_v<TypeParam, Cuda>));
  EXPECT_EQ(any.device(), own.device());
  any.with([&]<class B>(const Stream<B>& stream) {
    EXPECT_TRUE((std::is_same_v<B, TypeParam>));
    EXPECT_EQ(static_cast<const void*>(&stream), static_cast<const void*>(&own));
  });
}

// Memory of the new stream's backend takes numbers and gives them back.
TYPED_TEST(AnyStreams, are_made_on_the_backend_that_is_chosen) {
  constexpr bool cuda = std::is_same_v<TypeParam, Cuda>;
  const std::vector<real> numbers{1, 2, 3};
  const std::vector<real> back = on_stream(cuda, [&](const AnyStream& any) {
    EXPECT_EQ(any.on_cuda(), cuda);
    return any.with(
        [&]<class B>(const Stream<B>& stream) { return Array<real, B>(stream, numbers).to_host(stream); });
  });
  EXPECT_EQ(back, numbers);
}

} // namespace
} // namespace ibsim
