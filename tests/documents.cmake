# The documents: the site builds without a warning, pages are in plain English, tutorials run as printed, the scripts that draw find their Python;
# and the sources are formatted. What needs Python packages is skipped where `scripts/setup --tests` could not install them.
find_program(IBSIM_BASH bash)
if(IBSIM_BASH)
  add_test(NAME architecture.one_format COMMAND ${IBSIM_BASH} ${PROJECT_SOURCE_DIR}/scripts/format --check)
  set_tests_properties(architecture.one_format PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
  add_test(NAME architecture.files_stand_alone COMMAND ${IBSIM_BASH} ${PROJECT_SOURCE_DIR}/scripts/alone --last 4)
  set_tests_properties(architecture.files_stand_alone PROPERTIES PROCESSORS 2 SKIP_RETURN_CODE 77 TIMEOUT 900)
  add_test(NAME documents.site_builds COMMAND ${IBSIM_BASH} ${CMAKE_CURRENT_LIST_DIR}/documents/site_builds.sh)
  set_tests_properties(documents.site_builds PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
endif()
if(IBSIM_PYTHON) # of files/vtk.cmake
  set(manual "")
  if(TARGET ibsim)
    set(manual --program=$<TARGET_FILE:ibsim>)
  endif()
  add_test(NAME documents.are_in_plain_english COMMAND ${IBSIM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/documents/plain_english.py ${manual})
  add_test(NAME documents.scripts_find_their_python COMMAND ${IBSIM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/documents/scripts_find_their_python.py)
  set_tests_properties(documents.scripts_find_their_python PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
  if(TARGET ibsim)
    # against another solver of the same equation, where it is installed: build/python/bin/pip install fim-python h5py
    add_test(NAME activation.agrees_with_fim_python COMMAND ${IBSIM_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/compare_with_fim_python.py --ibsim $<TARGET_FILE:ibsim>)
    set_tests_properties(activation.agrees_with_fim_python PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
    file(GLOB tutorials CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/tutorials/*.md ${PROJECT_SOURCE_DIR}/docs/howto/constriction.md)
    foreach(tutorial ${tutorials})
      get_filename_component(name ${tutorial} NAME_WE)
      add_test(NAME documents.tutorial_${name} COMMAND ${IBSIM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/documents/tutorial.py ${tutorial} $<TARGET_FILE:ibsim>)
      set_tests_properties(documents.tutorial_${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
    endforeach()
  endif()
endif()
# Kernels of floats over the fluid's cells have no arithmetic in double: the fluid's own, what drives it, pumps of vessels, corrections of walls.
# Skipped without CUDA's cuobjdump.
if(IBSIM_PYTHON AND IBSIM_WITH_CUDA)
  set(objects "$<FILTER:$<TARGET_OBJECTS:ibsim_flow>,INCLUDE,${kernels_without_doubles}>")
  set(kernels "")
  foreach(kernel step_right_hand_side bdf2_right_hand_side right_hand_sides?_of solve_step _frame minus_advection forces_on set_excess
      set_wide_potential add_along_z add_by_parts add_jump add_rows add_scaled sum_of_each_plane wall_corrections::add<)
    list(APPEND kernels --none "${kernel}.*float")
  endforeach()
  add_test(NAME architecture.single_precision_has_no_doubles
    COMMAND ${IBSIM_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/double_instructions ${kernels} "${objects}"
    COMMAND_EXPAND_LISTS)
  set_tests_properties(architecture.single_precision_has_no_doubles PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
  # What a step of blood executes: 0.08 operations in double for each in float (docs/notes/precision.md); with a division in double for each
  # coordinate it was 0.4. Skipped without Nsight Compute and a GPU.
  if(TARGET ibsim)
    add_test(NAME architecture.single_precision_executes_few_doubles
      COMMAND ${IBSIM_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/executed_doubles ${PROJECT_SOURCE_DIR}/data/benchmarks/blood_45/blood_45_sharp.yaml
              --ibsim $<TARGET_FILE:ibsim> --steps 12 --most 0.1)
    set_tests_properties(architecture.single_precision_executes_few_doubles PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
  endif()
endif()
