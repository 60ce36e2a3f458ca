@echo off
rem Start Palago by a double click: the first time it is installed beside this file, for this user alone.
cd /d "%~dp0"
if not exist palago-environment\Scripts\palago.exe (
    py -3 -c "import sys; sys.exit(sys.version_info < (3, 11))" || goto :no_python
    py -3 -m venv palago-environment || goto :failed
    if exist ..\pyproject.toml (
        palago-environment\Scripts\python -m pip install --quiet .. || goto :failed
    ) else (
        palago-environment\Scripts\python -m pip install --quiet palago || goto :failed
    )
)
start "" http://localhost:8765
palago-environment\Scripts\palago serve
pause
exit /b

:no_python
echo Palago needs Python 3.11 or newer: install it from https://www.python.org/downloads/ and try again.
pause
exit /b 1

:failed
echo It could not be installed; the lines above say why. Delete the folder palago-environment to begin anew.
rmdir /s /q palago-environment
pause
exit /b 1
