#!/bin/sh
# After installing or upgrading: the user of the service. A first installation starts nothing, because the service has no
# configuration yet. What is done with the unit is as by dh_installsystemd --no-enable --no-start.
set -e
if command -v systemd-sysusers >/dev/null; then
  systemd-sysusers notafter.conf
fi
if deb-systemd-helper debian-installed notafter.service; then
  if deb-systemd-helper --quiet was-enabled notafter.service; then
    deb-systemd-helper enable notafter.service >/dev/null
  fi
fi
deb-systemd-helper update-state notafter.service >/dev/null
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  # A running service loads parts of itself when it first needs them, and the former ones are gone.
  [ -z "$2" ] || deb-systemd-invoke try-restart notafter.service >/dev/null || true
fi
