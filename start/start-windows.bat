@echo off
rem Start Palago by a double click: the first time, and when the sources want other packages, it is
rem installed beside this file, for this user alone.
cd /d "%~dp0"
fc ..\pyproject.toml palago-environment\pyproject.toml >nul 2>&1 && goto :start
set python=python
where py >nul 2>&1 && set python=py -3
%python% -c "import sys; sys.exit(sys.version_info < (3, 11))" || goto :no_python
echo Palago is being installed. The first start takes some minutes.
%python% -m venv palago-environment || goto :failed
rem Editable: newer sources in this folder are used at once.
palago-environment\Scripts\python -m pip install --editable .. || goto :failed
copy ..\pyproject.toml palago-environment >nul || goto :failed

:start
palago-environment\Scripts\palago serve --browser %*
pause
exit /b

:no_python
echo Palago needs Python 3.11 or newer: install it from https://www.python.org/downloads/ and try again.
pause
exit /b 1

:failed
echo It could not be installed; the lines above say why.
pause
exit /b 1
