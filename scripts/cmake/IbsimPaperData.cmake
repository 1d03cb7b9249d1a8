# ibsim_paper_data(TARGET): data/paper, data/eikonal, data/swept and data/validation/*.csv, and the scenarios data/validation/*.yaml, as strings in
# TARGET, so that the program finds them wherever it is installed. Tables are called by their names without .csv, scenarios by their whole names.
function(ibsim_paper_data target)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/paper/*.csv ${PROJECT_SOURCE_DIR}/data/eikonal/*.csv
       ${PROJECT_SOURCE_DIR}/data/swept/*.csv ${PROJECT_SOURCE_DIR}/data/validation/*.csv ${PROJECT_SOURCE_DIR}/data/validation/*.yaml)
  set(IBSIM_PAPER_FILES "")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME)
    string(REGEX REPLACE "\\.csv$" "" name ${name})
    file(READ ${file} text)
    string(APPEND IBSIM_PAPER_FILES "      {\"${name}\", R\"csv(${text})csv\"},\n")
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/generated/paper_data.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/src/studies/results/paper_data.cpp.in ${source} @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
