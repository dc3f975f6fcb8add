#!/bin/sh
# After installing or upgrading. electron-builder fills in the names.
set -e
folder='/opt/${sanitizedProductName}'

# The sandbox needs user namespaces. Ubuntu from 24.04 gives them to programs with such an AppArmor profile; an older
# AppArmor does not know its version of the language, and does not need it.
profile="$folder/resources/apparmor-profile"
namespaces=no
if apparmor_status --enabled >/dev/null 2>&1 &&
  apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp -f "$profile" '/etc/apparmor.d/${executable}'
  # In an image that is being made, the kernel is somebody else's.
  if ! { command -v ischroot >/dev/null && ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' && namespaces=yes
  fi
fi

# Otherwise the kernel decides what an ordinary user may do; root may do more. Without namespaces Chromium's helper
# creates the sandbox as root.
nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
if [ "$namespaces" = yes ] || $nobody unshare --user true 2>/dev/null; then
  chmod 0755 "$folder/chrome-sandbox"
else
  chmod 4755 "$folder/chrome-sandbox"
fi
