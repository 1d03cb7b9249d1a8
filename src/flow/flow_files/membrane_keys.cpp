// `objects.N.membrane`: the law of the membrane and its numbers, its bending and its area as a whole.
//
// The numbers are read into one plain struct, whatever the law, and make the law when all of them are there.
#include "flow_files/flow_keys.hpp"
#include "simulation/object_kind.hpp"
#include "simulation/start_shape.hpp"

#include <memory>

namespace ibsim {
namespace {

enum class LawName { skalak, neo_hookean, evans_skalak, hooke, lim }; // in the order of AnyLaw

/// The numbers of all laws; each law has some of them.
struct LawNumbers {
  LawName law = LawName::skalak;
  real shear_modulus = 0, area_modulus = 0, poisson_ratio = 0;
  real a3 = Lim{}.a3, a4 = Lim{}.a4, b1 = Lim{}.b1, b2 = Lim{}.b2;
};

struct NumbersOf {
  LawNumbers n;
  void operator()(const Skalak& law) {
    n.shear_modulus = law.shear_modulus, n.area_modulus = law.area_modulus;
  }
  void operator()(const NeoHookean& law) { n.shear_modulus = law.shear_modulus; }
  void operator()(const EvansSkalak& law) {
    n.shear_modulus = law.shear_modulus, n.area_modulus = law.area_modulus;
  }
  void operator()(const Hooke& law) {
    n.shear_modulus = law.shear_modulus, n.poisson_ratio = law.poisson_ratio;
  }
  void operator()(const Lim& law) {
    n.shear_modulus = law.shear_modulus, n.area_modulus = law.area_modulus;
    n.a3 = law.a3, n.a4 = law.a4, n.b1 = law.b1, n.b2 = law.b2;
  }
};

LawNumbers numbers_of(const AnyLaw& law) {
  NumbersOf visitor{{static_cast<LawName>(law.index())}};
  std::visit(visitor, law);
  return visitor.n;
}

AnyLaw law_of(const LawNumbers& n) {
  switch (n.law) {
  case LawName::neo_hookean:
    return NeoHookean{n.shear_modulus};
  case LawName::evans_skalak:
    return EvansSkalak{n.shear_modulus, n.area_modulus};
  case LawName::hooke:
    return Hooke{n.shear_modulus, n.poisson_ratio};
  case LawName::lim:
    return Lim{n.shear_modulus, n.area_modulus, n.a3, n.a4, n.b1, n.b2};
  default:
    return Skalak{n.shear_modulus, n.area_modulus};
  }
}

Keys law_keys(AnyLaw& law, const std::function<bool()>& has_preset) {
  const auto no_preset = [has_preset] { return !has_preset(); };
  const auto numbers = std::make_shared<LawNumbers>(numbers_of(law));
  LawNumbers& n = *numbers;
  const auto has_area = [numbers] {
    return numbers->law != LawName::neo_hookean && numbers->law != LawName::hooke;
  };
  const auto is_hooke = [numbers] { return numbers->law == LawName::hooke; };
  const auto is_lim = [numbers] { return numbers->law == LawName::lim; };
  const auto constant = [&](const char* name, real& field, const char* help) {
    return key::number(name, field, help).only_if(is_lim, "is a constant of Lim's law alone");
  };
  Keys keys{
      key::choice("law", n.law, {"skalak", "neo-hookean", "evans-skalak", "hooke", "lim"},
                  "How the membrane resists being stretched and sheared. evans-skalak is also known as "
                  "neo-Hookean with an area modulus.")
          .beforehand([numbers, &law](const Tree*, const std::string&) { *numbers = numbers_of(law); }),
      key::quantity("shear_modulus", n.shear_modulus, dimension::tension,
                    "G against shear at constant area, for small strains: E of Skalak's law; 2.5e-3 dyn/cm "
                    "for a red cell, and of neo-hookean a third of Young's modulus.")
          .above(0)
          .needs("2.5e-3 dyn/cm, or a preset of the object, such as preset: healthy, which fills in the rest",
                 no_preset),
      key::quantity("area_modulus", n.area_modulus, dimension::tension,
                    "K, which keeps the area: of skalak 0.25 dyn/cm for a red cell. A small dilation takes a "
                    "tension of (E + 2 K) dA/A by skalak, of K dA/A by evans-skalak and lim.")
          .above(0)
          .needs("0.25 dyn/cm, or a preset of the object, such as preset: healthy, which fills in the rest",
                 [has_area, no_preset] { return has_area() && no_preset(); })
          .only_if(has_area, "neo-hookean and hooke have none; the first has its area stiffness from G, the "
                             "second from poisson_ratio"),
      key::number("poisson_ratio", n.poisson_ratio,
                  "Of a surface that follows hooke: how much it narrows when it is stretched.")
          .from_to(-0.999, 0.999)
          .needs("1/3", is_hooke)
          .only_if(is_hooke, "only hooke has one; neo-hookean narrows by 1/2, skalak by K/(E + K)"),
      constant("a3", n.a3, "Of lim: (K/2) a^2 (1 + a3 a + a4 a^2), a the dilation dA/A."),
      constant("a4", n.a4, "Of lim, as a3."),
      constant("b1", n.b1, "Of lim: G (b + b1 a b + b2 b^2), b the shear i1/(2 J) - 1."),
      constant("b2", n.b2, "Of lim, as b1.")};
  keys.back().afterwards([numbers, &law] { law = law_of(*numbers); });
  return keys;
}

Keys bending_keys(BendingProperties& bending) {
  constexpr Dimension inverse_length{-1, 0, 0};
  return {key::quantity("bending_modulus", bending.modulus, dimension::energy,
                        "kappa of Helfrich's energy 2 kappa int (H - H0)^2 dA, which keeps the membrane "
                        "smooth; 2e-12 erg for a red cell. 0 erg: none.")
              .at_least(0),
          key::quantity("spontaneous_curvature", bending.curvature, inverse_length,
                        "H0, the mean curvature without bending energy, 1/R of a sphere; half of the c0 of "
                        "others. reference: at each point that of the surface at rest, which is then free of "
                        "bending.")
              .or_word("reference", bending.about_reference)
              .no_effect_unless([&bending] { return bending.modulus > 0; },
                                "has no effect without a bending_modulus")};
}

Keys viscosity_keys(ViscosityProperties& viscosity) {
  constexpr Dimension surface_viscosity{0, -1, 1};
  return {
      key::quantity("viscosity", viscosity.viscosity, surface_viscosity,
                    "eta_m of the membrane, a force per length and rate of shear; 3e-7 N s/m for a red cell. "
                    "0 N s/m: none.")
          .at_least(0),
      key::choice(
          "viscosity_model", viscosity.model, {"maxwell", "kelvin-voigt"},
          "maxwell: a spring that forgets its strain, for any time step. kelvin-voigt: a stress in "
          "proportion to the rate of shear; with time.scheme: imex-rk it limits the step to about 9 rho "
          "h^3/viscosity.")
          .no_effect_unless([&viscosity] { return viscosity.viscosity > 0; },
                            "has no effect without a viscosity of the membrane"),
      key::quantity("viscous_modulus", viscosity.modulus, dimension::tension,
                    "k' of the Maxwell element that has this viscosity. It answers shear within the time "
                    "viscosity/viscous_modulus as a spring, and limits the time step by k'.")
          .above(0)
          .no_effect_unless(
              [&viscosity] { return viscosity.viscosity > 0 && viscosity.model == ViscosityModel::maxwell; },
              "has no effect without a viscosity of the membrane by the model maxwell")};
}

Key stress_free_key(ClosedSurface& kind) {
  StressFreeShape& free = kind.stress_free;
  const auto another = [&free] { return !free.is_initial(); };
  return key::map(
             "stress_free",
             {key::choice("shape", free.shape, {"initial", "spheroid"},
                          "initial: the object starts free of stress. spheroid: the shape without stress is "
                          "an oblate spheroid about the object's z axis, whose zones are those of the "
                          "object with the same areas."),
              key::number(
                  "reduced_volume", free.reduced_volume,
                  "6 sqrt(pi) V/A^(3/2) of the spheroid, 1 for a sphere; 0.99 for a healthy red cell.")
                  .from_to(0.2, 1)
                  .only_if(another, "only a spheroid has one"),
              key::number("area_ratio", free.area_ratio,
                          "Area of the spheroid over that of the object's shape. auto: that with which the "
                          "relaxed object has the area of its shape; 1 where nothing relaxes.")
                  .from_to(least_area_ratio, most_area_ratio)
                  .or_word("auto", free.automatic_area)
                  .only_if(another, "only a spheroid has one"),
              key::boolean("relax", free.relax,
                           "Before time 0 the object takes the shape of least energy of its membrane at its "
                           "volume, without loss of symmetry (but see dent); false: it starts as it is, out "
                           "of balance.")
                  .only_if(another, "an object that starts free of stress has nothing to relax"),
              key::quantity("dent", free.dent, dimension::length,
                            "By which the object is pushed in from one side before it relaxes, which then "
                            "need not keep the symmetry of its two sides: to a cup, where that is an "
                            "equilibrium. Little or negative spontaneous_curvature favours cups.")
                  .at_least(0)
                  .only_if([another, &free] { return another() && free.relax; },
                           "only an object that relaxes is dented before")},
             "The shape in which the membrane has no stress in its plane, where it is not the one that the "
             "object has at the start. A spontaneous_curvature: reference is that of this shape.")
      .check([another, &kind]() -> std::string {
        return another() && !is_round_about_z(kind.surface)
                   ? "only an object that is round about its own z axis can have a spheroid as its "
                     "stress-free shape"
                   : "";
      })
      .warn([another, &kind]() -> std::string {
        return another() && kind.stress_free.relax && !(kind.bending.modulus > 0)
                   ? "without a bending_modulus nothing keeps a membrane under compression from wrinkles, "
                     "and "
                     "the shape that it relaxes to is not one that the sites resolve"
                   : "";
      });
}

} // namespace

Key membrane_key(ClosedSurface& kind, const std::function<bool()>& has_preset) {
  Keys keys = law_keys(kind.law, has_preset);
  for (const Key& key : bending_keys(kind.bending)) keys.push_back(key);
  keys.push_back(stress_free_key(kind));
  for (const Key& key : viscosity_keys(kind.viscosity)) keys.push_back(key);
  keys.push_back(
      key::quantity("global_area_modulus", kind.global_area_modulus, dimension::tension,
                    "k_A of a tension k_A (A/A0 - 1) in all of an object's membrane, A its area and "
                    "A0 that at rest; beside the area modulus of the law, which acts point by point.")
          .at_least(0));
  return key::map("membrane", keys, "What the surface is made of; by default that of the preset.")
      .needs("{shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}, or a preset of the object, such as "
             "capsule",
             [has_preset] { return !has_preset(); });
}

} // namespace ibsim
