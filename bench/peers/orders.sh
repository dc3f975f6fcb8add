#!/usr/bin/env bash
# What people write instead: fetches each order, checks that key and chain belong to the certificate, and puts the two files
# of nginx in place.
#   orders.sh ADDRESS CA HEADERS FOLDER RID ...     the access token is in the file of headers, not in an argument
set -euo pipefail
umask 077
address=$1 ca=$2 headers=$3 to=$4
shift 4
for rid; do
  folder=$to/$rid
  mkdir -p "$folder"
  order=$(curl -fsS --cacert "$ca" -H "@$headers" "$address/open/ssl/latest/$rid")
  jq -r .key <<<"$order" >"$folder/privkey.new"
  jq -r .certificateServer <<<"$order" >"$folder/cert.new"
  jq -r .certificateChain <<<"$order" >"$folder/chain.new"
  openssl verify -partial_chain -trusted "$folder/chain.new" "$folder/cert.new" >"$folder/verified"
  [ "$(openssl pkey -in "$folder/privkey.new" -pubout)" = "$(openssl x509 -in "$folder/cert.new" -noout -pubkey)" ]
  cat "$folder/cert.new" "$folder/chain.new" >"$folder/fullchain.new"
  sync "$folder/privkey.new" "$folder/fullchain.new"
  mv "$folder/privkey.new" "$folder/privkey.pem"
  mv "$folder/fullchain.new" "$folder/fullchain.pem"
done
