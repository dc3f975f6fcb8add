#!/bin/bash
# Signs and notarises the app for macOS, and makes a dmg and a zip of it, with the tools of macOS and Xcode alone.
#
# sign-macos.sh ARCHIVE VERSION FOLDER
#   ARCHIVE  a tar with NotAfter.app
#   FOLDER   gets the packages
#
# CERTIFICATE is the certificate with its key, PKCS#12 in Base64, and PASSWORD its password. APPLE_API_KEY is the text of the
# key for App Store Connect, APPLE_API_KEY_ID and APPLE_API_ISSUER are its ids.
set -euo pipefail
archive=$1 version=$2 folder=$3

work=$(mktemp -d)
keychain=$work/signing.keychain-db
trap 'security delete-keychain "$keychain" || true; rm -rf "$work"' EXIT
umask 077

printf '%s' "$CERTIFICATE" | base64 --decode >"$work/certificate.p12"
printf '%s' "$APPLE_API_KEY" >"$work/apple-api-key.p8"
lock=$(uuidgen)
security create-keychain -p "$lock" "$keychain"
security unlock-keychain -p "$lock" "$keychain"
security import "$work/certificate.p12" -k "$keychain" -P "$PASSWORD" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -s -k "$lock" "$keychain" >/dev/null
security list-keychains -d user -s "$keychain" login.keychain-db
identity=$(security find-identity -v -p codesigning "$keychain" | awk '/Developer ID Application/ { print $2; exit }')
test -n "$identity"

umask 022
mkdir "$work/image"
tar -xf "$archive" -C "$work/image"
app=$work/image/NotAfter.app
sign() {
  codesign --force --timestamp --options runtime --entitlements assets/package/entitlements.mac.plist \
    --keychain "$keychain" --sign "$identity" "$@"
}

# What is inside is signed before what contains it.
find "$app/Contents" -depth -type f | while read -r file; do
  if file -b "$file" | grep -q '^Mach-O'; then sign "$file"; fi
done
find "$app/Contents/Frameworks" -depth -type d \( -name '*.framework' -o -name '*.app' \) | while read -r inner; do
  sign "$inner"
done
sign "$app"
codesign --verify --deep --strict "$app"

notarise() {
  xcrun notarytool submit "$1" --wait --key "$work/apple-api-key.p8" --key-id "$APPLE_API_KEY_ID" --issuer "$APPLE_API_ISSUER"
}
mkdir -p "$folder"
name=$folder/NotAfter-$version-mac-universal
ditto -c -k --keepParent "$app" "$work/submitted.zip"
notarise "$work/submitted.zip"
xcrun stapler staple "$app"
ditto -c -k --keepParent "$app" "$name.zip"

ln -s /Applications "$work/image/Applications"
hdiutil create -volname "NotAfter $version" -srcfolder "$work/image" -format UDZO "$name.dmg"
codesign --timestamp --keychain "$keychain" --sign "$identity" "$name.dmg"
notarise "$name.dmg"
xcrun stapler staple "$name.dmg"
