; What the app itself put outside its folder goes with it. An update keeps it; the person's data stays in any case.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; Start at login: Electron names the value after the application id.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
  ${endIf}
!macroend
