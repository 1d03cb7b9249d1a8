#include "sweep/slurm_script.hpp"

namespace ibsim {
namespace {

/// The word in quotes for a shell.
std::string quoted(const std::string& word) {
  if (!word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                              "_-+=./:,@%") == std::string::npos)
    return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

} // namespace

std::string slurm_script(const std::string& program, const std::vector<std::string>& words,
                         std::size_t points, const std::filesystem::path& folder) {
  std::string command = quoted(program) + " sweep";
  for (const std::string& word : words) command += " " + quoted(word);
  return "#!/bin/bash\n"
         "# One task a point. A task that comes to its time limit writes a checkpoint and queues itself "
         "again.\n"
         "# When all have ended, " +
         command +
         " writes the table of all.\n"
         "#SBATCH --job-name=" +
         quoted(folder.filename().string()) +
         "\n"
         "#SBATCH --array=0-" +
         std::to_string(points - 1) +
         "\n"
         "#SBATCH --time=12:00:00\n"
         "#SBATCH --cpus-per-task=4\n"
         "##SBATCH --gres=gpu:1\n"
         "#SBATCH --requeue\n"
         "#SBATCH --signal=B:TERM@180\n"
         "cd \"${SLURM_SUBMIT_DIR:-.}\" || exit\n" +
         command +
         " --point \"$SLURM_ARRAY_TASK_ID\" --threads \"${SLURM_CPUS_PER_TASK:-1}\" &\n"
         "run=$!\n"
         "trap 'kill -TERM \"$run\"' TERM\n"
         "wait \"$run\"; code=$?\n"
         "while kill -0 \"$run\" 2> /dev/null; do wait \"$run\"; code=$?; done # the trap ended the first "
         "wait\n"
         "if [[ $code == 130 ]]; then\n"
         "  scontrol requeue \"${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}\"\n"
         "  exit 0\n"
         "fi\n"
         "exit \"$code\"\n";
}

} // namespace ibsim
