/** The declared dependencies that bring a library: of the deb, the rpm, and the package in the AUR. */
type Sources = readonly [deb: string, rpm: string, arch: string];

const gtk: Sources = ['libgtk-3-0t64 | libgtk-3-0', 'gtk3', 'gtk3'];
const nss: Sources = ['libnss3', 'nss', 'nss'];
const accessibility: Sources = ['libatspi2.0-0t64 | libatspi2.0-0', 'at-spi2-core', 'at-spi2-core'];
const x11: Sources = ['libx11-xcb1', '(libX11-xcb or libX11-xcb1)', 'libx11'];

/** GTK itself is linked against these, or needs them by way of fontconfig and D-Bus. */
const ofGtk = [
  ...['libgtk-3.so.0', 'libglib-2.0.so.0', 'libgobject-2.0.so.0', 'libgio-2.0.so.0', 'libatk-1.0.so.0'],
  ...['libatk-bridge-2.0.so.0', 'libcairo.so.2', 'libpango-1.0.so.0', 'libxkbcommon.so.0', 'libexpat.so.1'],
  ...['libXcomposite.so.1', 'libXdamage.so.1', 'libXext.so.6', 'libXfixes.so.3', 'libXrandr.so.2'],
];

/** Which declared dependency brings each library that the programs of the packages are linked against. */
export const librarySources: Readonly<Record<string, Sources>> = {
  ...Object.fromEntries(ofGtk.map((name) => [name, gtk])),
  // One of GTK's modules is linked against it; openSUSE could pack that on its own.
  'libcups.so.2': [gtk[0], '(cups-libs or libcups2)', gtk[2]],
  'libX11.so.6': x11,
  'libxcb.so.1': x11,
  'libatspi.so.0': accessibility,
  'libdbus-1.so.3': accessibility,
  'libnss3.so': nss,
  'libnssutil3.so': nss,
  'libsmime3.so': nss,
  'libnspr4.so': nss,
  'libgbm.so.1': ['libgbm1', '(mesa-libgbm or libgbm1)', 'mesa'],
  'libasound.so.2': ['libasound2t64 | libasound2', '(alsa-lib or libasound2)', 'alsa-lib'],
  'libsecret-1.so.0': ['libsecret-1-0', '(libsecret or libsecret-1-0)', 'libsecret'],
};

/** Libraries of glibc and GCC, and of systemd's udev: each system that has a package manager has them. */
export const librariesOfEverySystem: ReadonlySet<string> = new Set([
  ...['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0', 'libgcc_s.so.1', 'libstdc++.so.6'],
  ...['ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1', 'libudev.so.1'],
]);
