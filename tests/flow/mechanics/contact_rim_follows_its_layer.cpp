// Width of the rim of a contact (mechanics/contact_rim.hpp) against the profile of least energy across the
// edge.
#include "mechanics/contact_rim.hpp"

#include "flow/mechanics/contact_layer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

// Differences of a fortieth of the layer are exact to 0.1 %, and the fits are good to 1 and 1.2 %.
TEST(ContactRim, is_that_of_the_layer_at_its_edge) {
  constexpr real pascal = 1e-3, joule = 1e15, uJ_per_m2 = 1e-3;
  const struct {
    real energy, range, contact_range, pressure, modulus;
  } cases[] = {{0.82, 0.5, 0.5, 100, 4e-19}, {0.82, 0.25, 0.25, 100, 4e-19}, {0.41, 0.5, 0.5, 100, 4e-19},
               {2, 0.5, 0.5, 100, 2e-19},    {1, 0.25, 0.5, 100, 4e-19},     {2, 0.5, 0.5, 10'000, 4e-19}};
  for (const auto& of : cases) {
    AggregationProperties attraction;
    attraction.energy = of.energy * uJ_per_m2, attraction.range = of.range;
    const AggregationLaw law = aggregation_law(attraction, of.contact_range);
    ContactProperties of_contact;
    of_contact.pressure = of.pressure * pascal, of_contact.range = of.contact_range;
    const ContactLaw contact = contact_law(of_contact);
    const real bending = of.modulus * joule / 2;
    const ContactLayer layer(law, contact, bending);
    const ContactRim rim = contact_rim(law, contact, bending);
    std::printf("  %.2f uJ/m^2, %.3f um: %.4f um and %.4f um^2 by the layer, %.4f and %.4f by the fits\n",
                of.energy, of.range, layer.rim(), layer.moment(), rim.width, rim.moment);
    EXPECT_NEAR(rim.width, layer.rim(), 0.011 * layer.rim());
    EXPECT_NEAR(rim.moment, layer.moment(), 0.013 * layer.moment());
  }
}

// A round contact of the area A with a rim: A + 2 sqrt(pi A) b + 2 pi m, and back.
TEST(ContactRim, is_taken_off_a_round_contact) {
  using std::numbers::pi;
  for (const real area : {0.1, 3.0, 30.0})
    for (const ContactRim& rim : {ContactRim{0, 0}, {0.2, 0.01}, {0.5, 0.15}})
      EXPECT_NEAR(area_within_rim(area + 2 * std::sqrt(pi * area) * rim.width + 2 * pi * rim.moment, rim),
                  area, 1e-12 * (area + 2 * pi * rim.moment));
  EXPECT_EQ(area_within_rim(0.5, {0.5, 0.15}), 0);
}

} // namespace
} // namespace ibsim
