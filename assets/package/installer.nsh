; What the app itself put outside its folder goes with it. An update keeps it; the person's data stays in any case.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; Start at login: Electron names the value after the application id.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    ; The value of versions up to 0.1.0, if the app did not replace it.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "NotAfter.NotAfter"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "NotAfter.NotAfter"
    ; The copy of the installer that updates are compared with. It is the user's own, even if the app is not.
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\${APP_PACKAGE_NAME}-updater"
    ${if} $installMode == "all"
      SetShellVarContext all
    ${endif}
  ${endIf}
!macroend
