#!/bin/sh
# NotAfter without Electron: docs/server.md. Node and the program are beside this file's folder.
folder=$(readlink -f "$0")
folder=${folder%/bin/*}
# Node would run code, or take compiled code, from where these say before the first line of the program.
unset NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE
exec "$folder/node" "$folder/program/notafter-server.js" "$@"
