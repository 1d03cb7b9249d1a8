# ibsim_discover_suites(TARGET): one test of ctest for each suite of a GoogleTest program, looked up when ctest starts (suites.cmake.in). With a
# process for each case a thousand would be started.
function(ibsim_discover_suites target)
  get_target_property(folder ${target} RUNTIME_OUTPUT_DIRECTORY)
  set(program ${folder}/${target})
  set(suites ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  set(one_thread ";OMP_NUM_THREADS=1")
  if(IBSIM_SANITIZE)
    set(one_thread "")
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/scripts/cmake/suites.cmake.in ${suites} @ONLY)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${suites})
endfunction()
