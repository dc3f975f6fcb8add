#!/bin/sh
# After removing. Debian says what happens in words, RPM how many versions are left.
set -e
case "$1" in
upgrade | failed-upgrade | abort-install | abort-upgrade | disappear | [1-9]*) exit 0 ;;
esac

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! { command -v ischroot >/dev/null && ischroot; }; then
    # The compiled profile that the installation left in AppArmor's cache.
    cache=$(apparmor_parser --print-cache-dir 2>/dev/null) || cache=
    apparmor_parser --remove "$profile" || true
    [ -z "$cache" ] || rm -f "$cache/${executable}"
  fi
  rm -f "$profile"
fi
