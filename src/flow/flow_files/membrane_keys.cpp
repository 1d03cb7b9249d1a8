// `objects.N.membrane`: the law of the membrane and its numbers, its bending and its area as a whole.
//
// The numbers are read into one plain struct, whatever the law, and make the law when all of them are there.
#include "flow_files/flow_keys.hpp"
#include "model/object_kind.hpp"
#include "objects/start_shape.hpp"

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
                  "Law of the membrane for stretch and shear. evans-skalak is also known as neo-Hookean with "
                  "an area modulus.")
          .beforehand([numbers, &law](const Tree*, const std::string&) { *numbers = numbers_of(law); }),
      key::quantity("shear_modulus", n.shear_modulus, dimension::tension,
                    "Modulus G of shear at constant area for small strains; E of Skalak's law, a third of "
                    "Young's modulus for neo-hookean. A red cell has 2.5e-3 dyn/cm.")
          .above(0)
          .needs("2.5e-3 dyn/cm, or a preset of the object, such as preset: healthy, which fills in the rest",
                 no_preset),
      key::quantity("area_modulus", n.area_modulus, dimension::tension,
                    "Modulus K of area; 0.25 dyn/cm for a red cell with skalak. A small dilation needs a "
                    "tension of (E + 2 K) dA/A with skalak, of K dA/A with evans-skalak and lim.")
          .above(0)
          .needs("0.25 dyn/cm, or a preset of the object, such as preset: healthy, which fills in the rest",
                 [has_area, no_preset] { return has_area() && no_preset(); })
          .only_if(
              has_area,
              "neo-hookean and hooke have none; their area stiffness follows from G and from poisson_ratio"),
      key::number("poisson_ratio", n.poisson_ratio, "Poisson's ratio of law: hooke.")
          .from_to(-0.999, 0.999)
          .needs("1/3", is_hooke)
          .only_if(is_hooke, "only hooke has one; it is 1/2 for neo-hookean and K/(E + K) for skalak"),
      constant("a3", n.a3,
               "Coefficient of law: lim, in (K/2) a^2 (1 + a3 a + a4 a^2), with the dilation a = dA/A."),
      constant("a4", n.a4, "Coefficient of law: lim, next to a3."),
      constant("b1", n.b1,
               "Coefficient of law: lim, in G (b + b1 a b + b2 b^2), with the shear b = i1/(2 J) - 1."),
      constant("b2", n.b2, "Coefficient of law: lim, next to b1.")};
  keys.back().afterwards([numbers, &law] { law = law_of(*numbers); });
  return keys;
}

Keys bending_keys(BendingProperties& bending) {
  constexpr Dimension inverse_length{-1, 0, 0};
  return {key::quantity("bending_modulus", bending.modulus, dimension::energy,
                        "kappa of Helfrich's energy 2 kappa int (H - H0)^2 dA, which keeps the membrane "
                        "smooth. A red cell has 2e-12 erg; 0 erg is none.")
              .at_least(0),
          key::quantity(
              "spontaneous_curvature", bending.curvature, inverse_length,
              "Mean curvature H0 without bending energy, 1/R for a sphere; half of the c0 of other authors. "
              "reference: the curvature of the surface at rest at each point, which is then free of bending.")
              .or_word("reference", bending.about_reference)
              .no_effect_unless([&bending] { return bending.modulus > 0; },
                                "has no effect without a bending_modulus")};
}

Keys viscosity_keys(ViscosityProperties& viscosity) {
  constexpr Dimension surface_viscosity{0, -1, 1};
  return {
      key::quantity("viscosity", viscosity.viscosity, surface_viscosity,
                    "Surface viscosity eta_m of the membrane, a force per length and shear rate. A red cell "
                    "has 3e-7 N s/m; 0 N s/m is none.")
          .at_least(0),
      key::choice("viscosity_model", viscosity.model, {"maxwell", "kelvin-voigt"},
                  "Model of the membrane's viscosity. maxwell: a spring whose strain decays, for any time "
                  "step. kelvin-voigt: a stress in proportion to the shear rate; with time.scheme: imex-rk "
                  "it limits the step to about 9 rho h^3/viscosity.")
          .no_effect_unless([&viscosity] { return viscosity.viscosity > 0; },
                            "has no effect without a viscosity of the membrane"),
      key::quantity("viscous_modulus", viscosity.modulus, dimension::tension,
                    "Modulus k' of the Maxwell element with this viscosity. It acts as a spring within the "
                    "time viscosity/viscous_modulus, and k' limits the time step.")
          .above(0)
          .no_effect_unless(
              [&viscosity] { return viscosity.viscosity > 0 && viscosity.model == ViscosityModel::maxwell; },
              "has no effect without a viscosity of the membrane with viscosity_model: maxwell")};
}

Key apart_key(ModuliApart& apart) {
  return key::map(
      "apart",
      {key::quantity("area_modulus", apart.area, dimension::tension,
                     "area_modulus of the membrane meanwhile. 0 dyn/cm: the modulus never changes.")
           .at_least(0),
       key::quantity("shear_modulus", apart.shear, dimension::tension,
                     "shear_modulus of the membrane meanwhile. 0 dyn/cm: the modulus never changes.")
           .at_least(0)},
      "Moduli of the membrane while no two objects, and no object and a wall, are near enough to "
      "meet. Presets give them where contact needs larger moduli than the flow, in "
      "suspensions below 10 % by volume. They act with contact alone.");
}

Key stress_free_key(ClosedSurface& kind) {
  StressFreeShape& free = kind.stress_free;
  const auto another = [&free] { return !free.is_initial(); };
  return key::map("stress_free",
                  {key::choice("shape", free.shape, {"initial", "spheroid"},
                               "initial: the object starts free of stress. spheroid: the shape without "
                               "stress is an oblate spheroid about the object's z axis. Its zones correspond "
                               "to zones of the object with the same areas."),
                   key::number("reduced_volume", free.reduced_volume,
                               "Reduced volume 6 sqrt(pi) V/A^(3/2) of the spheroid; 1 for a sphere, 0.99 "
                               "for a healthy red cell.")
                       .from_to(0.2, 1)
                       .only_if(another, "only a spheroid has one"),
                   key::number("area_ratio", free.area_ratio,
                               "Area of the spheroid over the area of the object's shape. auto: the ratio "
                               "with which the relaxed object keeps its area; 1 without relaxation.")
                       .from_to(least_area_ratio, most_area_ratio)
                       .or_word("auto", free.automatic_area)
                       .only_if(another, "only a spheroid has one"),
                   key::boolean(
                       "relax", free.relax,
                       "Before time 0 the object takes the shape of least membrane energy at its volume. It "
                       "keeps its symmetry, except with dent. false: it starts as it is, out of balance.")
                       .only_if(another, "an object that starts free of stress has nothing to relax"),
                   key::quantity("dent", free.dent, dimension::length,
                                 "Depth by which the object is pushed in from one side before it relaxes. "
                                 "Its two sides may then differ, as in a cup, if that is an equilibrium. "
                                 "Little or negative spontaneous_curvature favours cups.")
                       .at_least(0)
                       .only_if([another, &free] { return another() && free.relax; },
                                "only an object that relaxes can have a dent")},
                  "The shape without in-plane stress, if it is not the shape at the start. "
                  "spontaneous_curvature: reference takes the curvature of this shape.")
      .check([another, &kind]() -> std::string {
        return another() && !is_round_about_z(kind.surface)
                   ? "only an object that is round about its own z axis can have a spheroid as its "
                     "stress-free shape"
                   : "";
      })
      .warn([another, &kind]() -> std::string {
        return another() && kind.stress_free.relax && !(kind.bending.modulus > 0)
                   ? "without a bending_modulus a compressed membrane wrinkles, and the sites do not resolve "
                     "the shape that it relaxes to"
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
      key::quantity(
          "global_area_modulus", kind.global_area_modulus, dimension::tension,
          "Modulus k_A of a tension k_A (A/A0 - 1) in the whole membrane of an object, with its area A and "
          "its area at rest A0. The area_modulus of the law acts at each point, in addition.")
          .at_least(0));
  keys.push_back(apart_key(kind.apart));
  return key::map("membrane", keys, "Constants of the membrane; by default those of the preset.")
      .needs("{shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}, or a preset of the object, such as "
             "capsule",
             [has_preset] { return !has_preset(); });
}

} // namespace ibsim
