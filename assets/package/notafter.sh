#!/bin/sh
# NotAfter in a terminal: docs/cli.md. The program finds its app by its own path, so that it cannot be linked to: this can.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=$(dirname "$self")/$link ;;
  esac
done
# Node would take compiled code from there before the first line of main.
unset NODE_COMPILE_CACHE
app=$(cd "$(dirname "$self")/../../MacOS" && pwd)/NotAfter
# The native client asks the running app, and becomes the program where it can't.
client=$(dirname "$self")/notafter-client
[ -x "$client" ] || client=
# Chromium reads no words after "--".
exec ${client:+"$client"} "$app" -- "$@"
