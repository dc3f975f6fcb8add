#!/bin/sh
# Before removing or upgrading. A service whose program goes is ended; an upgrade leaves it running.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  deb-systemd-invoke stop notafter.service >/dev/null
fi
