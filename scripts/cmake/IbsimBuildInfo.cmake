# ibsim_build_info(TARGET): build_info.hpp for `ibsim --version`, with the versions of the libraries, and, looked up anew in each build
# (source_state.cmake), the commit and whether the sources differ from it.
function(ibsim_build_info target)
  set(state ${PROJECT_BINARY_DIR}/generated/source_state.cpp)
  add_custom_target(ibsim_source_state BYPRODUCTS ${state} VERBATIM
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D OUTPUT=${state} -P ${PROJECT_SOURCE_DIR}/scripts/cmake/source_state.cmake)
  target_sources(${target} PRIVATE ${state})
  add_dependencies(${target} ibsim_source_state)

  # THRUST_VERSION is 100000 major + 100 minor + patch
  set(IBSIM_THRUST_VERSION "")
  if(IBSIM_THRUST_INCLUDE_DIR)
    file(STRINGS ${IBSIM_THRUST_INCLUDE_DIR}/thrust/version.h line REGEX "^#[ ]*define THRUST_VERSION +[0-9]+")
  endif()
  if(line MATCHES "THRUST_VERSION +([0-9]+)")
    math(EXPR major "${CMAKE_MATCH_1} / 100000")
    math(EXPR minor "${CMAKE_MATCH_1} / 100 % 1000")
    math(EXPR patch "${CMAKE_MATCH_1} % 100")
    set(IBSIM_THRUST_VERSION "${major}.${minor}.${patch}")
  endif()

  set(IBSIM_CUDA_VERSION "${CUDAToolkit_VERSION}")
  configure_file(${PROJECT_SOURCE_DIR}/src/core/program/build_info.hpp.in ${PROJECT_BINARY_DIR}/generated/build_info.hpp @ONLY)
  target_include_directories(${target} PUBLIC ${PROJECT_BINARY_DIR}/generated)
endfunction()
