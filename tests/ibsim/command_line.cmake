# Promises of the command line: exit codes, messages, and files that open after every way a run can end.
# Each case of commands/command_line.sh is one test; it gives 77 where it cannot run (no root, a GPU where none must be); and each of
# commands/by_mpi.sh, where there is no MPI.

find_program(BASH_PROGRAM bash)
if(BASH_PROGRAM AND TARGET ibsim)
  foreach(script command_line by_mpi)
    set(file ${CMAKE_CURRENT_LIST_DIR}/commands/${script}.sh)
    file(STRINGS ${file} cases REGEX "^[a-z_0-9]+\\(\\) *{ *# test")
    foreach(case ${cases})
      string(REGEX REPLACE "\\(\\).*" "" case "${case}")
      add_test(NAME ${script}.${case} COMMAND ${BASH_PROGRAM} ${file} ${case} $<TARGET_FILE:ibsim>)
      set_tests_properties(${script}.${case} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200)
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
endif()
