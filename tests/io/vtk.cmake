# VTK's own readers open what the test program writes; skipped where the Python package vtk is not installed.
set(IBSIM_PYTHON ${PROJECT_SOURCE_DIR}/build/python/bin/python3) # made by `scripts/setup --tests`
if(NOT EXISTS ${IBSIM_PYTHON})
  find_program(IBSIM_SYSTEM_PYTHON python3)
  set(IBSIM_PYTHON ${IBSIM_SYSTEM_PYTHON})
endif()
if(IBSIM_PYTHON)
  add_test(NAME io.open_with_vtk COMMAND ${IBSIM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/open_with_vtk.py $<TARGET_FILE:ibsim_tests>)
  add_test(NAME io.plot_run COMMAND ${IBSIM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/plot_a_run.py ${PROJECT_SOURCE_DIR}/scripts/plot_run.py $<TARGET_FILE:ibsim_tests>)
  set_tests_properties(io.open_with_vtk io.plot_run PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
  if(TARGET ibsim)
    add_test(NAME io.open_lines_with_vtk COMMAND ${IBSIM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/open_lines_with_vtk.py $<TARGET_FILE:ibsim> ${PROJECT_SOURCE_DIR}/config ${PROJECT_SOURCE_DIR}/scripts/plot_run.py)
    set_tests_properties(io.open_lines_with_vtk PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
    foreach(script render_run open_run) # the second in ParaView, where it is installed
      add_test(NAME io.draw_with_${script} COMMAND ${IBSIM_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/draw_a_run.py ${PROJECT_SOURCE_DIR}/scripts/paraview/${script}.py $<TARGET_FILE:ibsim>)
      set_tests_properties(io.draw_with_${script} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
    endforeach()
  endif()
endif()
