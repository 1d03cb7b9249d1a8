// The place where a case of `ibsim bench` is measured.
#pragma once

namespace ibsim {

enum Where { gpu = 1, cpu = 2, quick = 4 }; ///< bits; quick: with --quick

} // namespace ibsim
