#!/bin/sh
# Reads an event of NotAfter, and sends its words to the services of Apprise.
set -eu
event=$(cat)
field() { printf '%s' "$event" | jq -r "$1"; }
field .text | apprise --config="$HOME/.config/apprise.yml" --title="$(field .title)"
