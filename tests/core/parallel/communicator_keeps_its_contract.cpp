// What communicator.hpp promises, for the ranks that there are: one. A second kind is to pass the same test.
#include "backends.hpp"
#include "base/error.hpp"
#include "parallel/array.hpp"
#include "parallel/communicator.hpp"
#include "parallel/with_cuda.hpp"

#include <numeric>
#include <random>

namespace ibsim {
namespace {

template <class B>
class Ranks : public BackendTest<B> {};
TYPED_TEST_SUITE(Ranks, Backends, BackendNames);

TYPED_TEST(Ranks, one_is_alone) {
  const auto self = make_self_communicator<TypeParam>();
  EXPECT_EQ(self->rank(), 0);
  EXPECT_EQ(self->size(), 1);
}

TYPED_TEST(Ranks, ghosts_are_the_neighbours_planes) {
  auto& stream = this->stream();
  const auto self = make_self_communicator<TypeParam>();
  constexpr int width = 5;
  for (const int halo : {0, 1, 3})
    for (const int planes : {3, 4, 7})
      for (const bool around : {true, false}) {
        std::vector<int> before(width * (planes + 2 * halo));
        std::iota(before.begin(), before.end(), 0);
        Array<int, TypeParam> values(stream, before);
        self->exchange_halo(stream, values.data(), width * sizeof(int), planes, halo, around);
        const std::vector<int> after = values.to_host(stream);
        for (int plane = 0; plane < planes + 2 * halo; ++plane)
          for (int i = 0; i < width; ++i) {
            const int own = (plane - halo + planes) % planes; // whose image this plane is
            EXPECT_EQ(after[plane * width + i], before[(around ? own + halo : plane) * width + i]);
          }
      }
  Array<int, TypeParam> few(stream, 5);
  EXPECT_THROW(self->exchange_halo(stream, few.data(), sizeof(int), 1, 2, true), std::invalid_argument);
}

TYPED_TEST(Ranks, all_to_all_sends_block_r_to_rank_r) {
  auto& stream = this->stream();
  const auto self = make_self_communicator<TypeParam>();
  const std::vector<int> mine{3, 1, 4, 1, 5};
  const Array<int, TypeParam> send(stream, mine);
  Array<int, TypeParam> receive(stream, mine.size());
  self->all_to_all(stream, send.data(), receive.data(), mine.size() * sizeof(int));
  EXPECT_EQ(receive.to_host(stream), mine);
}

// Left to right, so to the bit what a plain loop gives, and what any cut of the list into ranks must give.
TYPED_TEST(Ranks, add_terms_in_their_order) {
  auto& stream = this->stream();
  const auto self = make_self_communicator<TypeParam>();
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<real> uniform(-1e8, 1e8);
  for (const Index number : {0, 1, 2, 1000})
    for (const int width : {1, 7}) {
      std::vector<real> terms(static_cast<std::size_t>(number) * width), totals(width, 0);
      for (std::size_t t = 0; t < terms.size(); ++t)
        totals[t % width] += terms[t] = uniform(generator) * std::pow(10.0, static_cast<double>(t % 9));
      const Array<real, TypeParam> on_device(stream, terms);
      Array<real, TypeParam> found(stream, width);
      self->add_in_order(stream, on_device.data(), number, width, found.data());
      EXPECT_EQ(found.to_host(stream), totals);
    }
}

TYPED_TEST(Ranks, streams_know_their_device) {
  EXPECT_EQ(this->stream().device(), 0);
  EXPECT_EQ(this->stream().description().find(TypeParam::name), 0u) << this->stream().description();
}

#if defined(IBSIM_WITH_CUDA)
TEST(StreamOnADevice, that_is_not_there_is_an_error) {
  EXPECT_THROW(Stream<Cuda>(99), ResourceError);
  EXPECT_THROW(Stream<Cuda>(-1), ResourceError);
}
#endif

} // namespace
} // namespace ibsim
