@echo off
rem NotAfter in a terminal: docs/cli.md. A program with windows does not hold the prompt until it ends; run by this file it does.
rem Without "--" Electron ends at once if a word such as https://host or team:web is followed by another.
"%~dp0..\NotAfter.exe" -- %*
exit /b %ERRORLEVEL%
