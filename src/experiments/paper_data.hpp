// data/paper/*.csv, built into the program (scripts/cmake/IbsimPaperData.cmake makes the source).
#pragma once

#include <string>
#include <vector>

namespace ibsim {

struct PaperFile {
  std::string name; ///< without ".csv"
  std::string text;
};
const std::vector<PaperFile>& paper_files();

} // namespace ibsim
