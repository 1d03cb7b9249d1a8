# The library by which processes that mpirun or srun has started speak to each other, where there is an MPI of any maker: one file, which the
# program loads when a launcher has started it, and does not link (core/parallel/launched_ranks).
set(IBSIM_MPI AUTO CACHE STRING "Build what several processes need (mpirun -n N ibsim ..): AUTO (where there is an MPI), ON or OFF")
function(ibsim_mpi_plugin program)
  if(NOT IBSIM_MPI)
    return()
  endif()
  find_program(IBSIM_MPICC NAMES mpicc mpiicc HINTS ENV MPI_HOME PATH_SUFFIXES bin) # quick where there is none
  if(IBSIM_MPICC OR MPI_C_COMPILER OR NOT IBSIM_MPI STREQUAL "AUTO")
    find_package(MPI COMPONENTS C QUIET)
  endif()
  if(NOT MPI_C_FOUND)
    if(NOT IBSIM_MPI STREQUAL "AUTO")
      message(FATAL_ERROR "IBSIM_MPI is ON, but there is no MPI (Debian: libopenmpi-dev), or no mpicc on the PATH")
    endif()
    return()
  endif()
  add_library(ibsim_mpi MODULE ${PROJECT_SOURCE_DIR}/src/core/parallel/mpi_plugin.c)
  target_include_directories(ibsim_mpi PRIVATE ${PROJECT_SOURCE_DIR}/src/core)
  target_link_libraries(ibsim_mpi PRIVATE MPI::MPI_C)
  set_target_properties(ibsim_mpi PROPERTIES C_STANDARD 11 LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}) # beside the program
  add_dependencies(${program} ibsim_mpi)
  install(TARGETS ibsim_mpi LIBRARY DESTINATION lib/ibsim)
endfunction()
