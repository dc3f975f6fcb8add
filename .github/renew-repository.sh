#!/bin/bash
# Gives the list of a repository of Debian packages the dates of now and new signatures, if those that it has are good.
#
# renew-repository.sh FOLDER
#   FOLDER  the repository; SHA256SUMS, SHA256SUMS.asc and apt/dists of it are enough
#
# KEY is the private OpenPGP key as text, without a password. The list is valid for as many days as before.
set -euo pipefail
cd "$1"
lists=apt/dists/stable

GNUPGHOME=$(mktemp -d)
export GNUPGHOME LC_ALL=C
trap 'gpgconf --kill all; rm -rf "$GNUPGHOME"' EXIT
printf '%s\n' "$KEY" | gpg --batch --quiet --import
gpg --batch --quiet --output "$GNUPGHOME/public.gpg" --export

gpgv --quiet --keyring "$GNUPGHOME/public.gpg" SHA256SUMS.asc SHA256SUMS
grep "  $lists/" SHA256SUMS | sha256sum --check --strict --quiet

seconds() { date --date "$(sed -n "s/^$1: //p" $lists/Release)" +%s; }
text() { date --utc --date "@$1" '+%a, %d %b %Y %H:%M:%S UTC'; }
now=$(date +%s)
end=$((now + $(seconds Valid-Until) - $(seconds Date)))
sed -i "s/^Date: .*/Date: $(text "$now")/; s/^Valid-Until: .*/Valid-Until: $(text "$end")/" $lists/Release

sign() { gpg --batch --yes --quiet --digest-algo SHA512 --armor --output "$3" "$1" "$2"; }
sign --clearsign $lists/Release $lists/InRelease
sign --detach-sign $lists/Release $lists/Release.gpg
changed=$(sha256sum $lists/Release $lists/InRelease $lists/Release.gpg)
same=$(grep -v "  $lists/\(In\)\?Release\(\.gpg\)\?$" SHA256SUMS)
printf '%s\n' "$same" "$changed" >SHA256SUMS
sign --detach-sign SHA256SUMS SHA256SUMS.asc
echo "The list is valid until $(text "$end")."
