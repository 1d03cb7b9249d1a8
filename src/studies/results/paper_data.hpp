// Tables and scenarios of data, built into the program (scripts/cmake/IbsimPaperData.cmake makes the source).
#pragma once

#include <string>
#include <vector>

namespace ibsim {

struct PaperFile {
  std::string name; ///< of a table without ".csv", of a scenario with ".yaml"
  std::string text;
};
const std::vector<PaperFile>& paper_files();

} // namespace ibsim
