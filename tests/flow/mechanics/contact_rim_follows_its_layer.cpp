// Width of the rim of a contact (mechanics/contact_rim.hpp) against the profile of least energy across the
// edge.
#include "mechanics/contact_rim.hpp"

#include "flow/mechanics/contact_layer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

// Differences of a fortieth of the layer are exact to 0.1 %, and the fit is to 1 %.
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
    const real bending = of.modulus * joule / 2, layer = ContactLayer(law, contact, bending).rim(),
               width = rim_width(law, contact, bending);
    std::printf("  %.2f uJ/m^2, %.3f um: %.4f um by the layer, %.4f um by the fit\n", of.energy, of.range,
                layer, width);
    EXPECT_NEAR(width, layer, 0.011 * layer);
  }
}

// A round contact of area A with a rim of the width b: A + 2 sqrt(pi A) b, and back.
TEST(ContactRim, is_taken_off_a_round_contact) {
  for (const real area : {0.1, 3.0, 30.0})
    for (const real rim : {0.0, 0.2, 0.5})
      EXPECT_NEAR(area_within_rim(area + 2 * std::sqrt(std::numbers::pi * area) * rim, rim), area,
                  1e-12 * area);
}

} // namespace
} // namespace ibsim
