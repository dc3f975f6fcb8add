#!/bin/sh
# After removing or purging. The data in /var/lib/notafter and its user stay: no package may decide about keys.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi
if [ "$1" = purge ] && command -v deb-systemd-helper >/dev/null; then
  deb-systemd-helper purge notafter.service >/dev/null
fi
