@echo off
rem NotAfter in a terminal: docs/cli.md. A program with windows does not hold the prompt until it ends; run by this file it does.
"%~dp0..\NotAfter.exe" %*
exit /b %ERRORLEVEL%
