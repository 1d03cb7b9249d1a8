# ibsim_build_info(TARGET): build_info.hpp for `ibsim --version`, with the commit and the versions of the libraries.
function(ibsim_build_info target)
  find_package(Git QUIET)
  set(IBSIM_COMMIT "")
  if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} rev-parse --short=12 HEAD
                    OUTPUT_VARIABLE IBSIM_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(EXISTS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD) # grows with every commit
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
    endif()
  endif()

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
  configure_file(${PROJECT_SOURCE_DIR}/src/apps/build_info.hpp.in ${PROJECT_BINARY_DIR}/generated/build_info.hpp @ONLY)
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
