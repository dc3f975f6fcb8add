import { stringify } from 'yaml';
import { applicationId } from '#shared/identity.ts';
import { repositoryUrl } from '#shared/repository.ts';
import { StopError } from '../lib/terminal.ts';

/** The facts about a release that the manifests contain. */
export type ReleaseFacts = {
  readonly version: string;
  /** The day of the release, as `YYYY-MM-DD`. */
  readonly date: string;
  /** The SHA-256 of each file of the release in hexadecimal, by its name. */
  readonly digests: ReadonlyMap<string, string>;
  /** One line about the app. */
  readonly summary: Readonly<Record<'en-US' | 'zh-CN', string>>;
  /** A sentence about the app. */
  readonly description: string;
};

/** Identifier and publisher in winget's catalog. */
const wingetId = 'NotAfter.NotAfter';
const publisher = 'The NotAfter authors';

/** The version of winget's schema. */
const wingetSchema = '1.10.0';

/**
 * The files of a release for winget, Homebrew and the AUR, by their paths in the repositories of these.
 * @throws StopError if the release has not the packages that they name
 */
export function manifestFiles(facts: ReleaseFacts): ReadonlyMap<string, string> {
  const folder = `winget/manifests/n/NotAfter/NotAfter/${facts.version}`;
  const winget = wingetManifests(facts).map(([kind, content]): readonly [string, string] => [
    `${folder}/${wingetId}${kind}.yaml`,
    stringify(content),
  ]);
  return new Map([
    ...winget,
    ['homebrew/Casks/notafter.rb', homebrewCask(facts)],
    ['aur/PKGBUILD', pkgbuild(facts)],
    ['aur/.SRCINFO', sourceInfo(facts)],
  ]);
}

/** A file of the release with its address and digest. */
function asset({ version, digests }: ReleaseFacts, suffix: string) {
  const name = `NotAfter-${version}-${suffix}`;
  const digest = digests.get(name);
  if (digest === undefined) throw new StopError(`The release has no file ${name}.`);
  return { name, digest, url: `${repositoryUrl}/releases/download/v${version}/${name}` };
}

type WingetManifest = readonly [kind: string, content: Readonly<Record<string, unknown>>];

function wingetManifests(facts: ReleaseFacts): readonly WingetManifest[] {
  const manifest = (kind: string, ManifestType: string, content: Readonly<Record<string, unknown>>) =>
    [
      kind,
      {
        PackageIdentifier: wingetId,
        PackageVersion: facts.version,
        ...content,
        ManifestType,
        ManifestVersion: wingetSchema,
      },
    ] as const;
  const locale = (PackageLocale: 'en-US' | 'zh-CN') => ({
    PackageLocale,
    Publisher: publisher,
    PublisherUrl: repositoryUrl,
    PublisherSupportUrl: `${repositoryUrl}/issues`,
    PackageName: 'NotAfter',
    PackageUrl: repositoryUrl,
    License: 'MIT',
    LicenseUrl: `${repositoryUrl}/blob/v${facts.version}/LICENSE`,
    ShortDescription: facts.summary[PackageLocale],
    ReleaseNotesUrl: `${repositoryUrl}/releases/tag/v${facts.version}`,
  });
  const installers = (['x64', 'arm64'] as const).map((Architecture) => {
    const { url, digest } = asset(facts, `win-${Architecture}.exe`);
    return { Architecture, InstallerUrl: url, InstallerSha256: digest.toUpperCase() };
  });
  return [
    manifest('', 'version', { DefaultLocale: 'en-US' }),
    manifest('.installer', 'installer', {
      InstallerType: 'nullsoft',
      Scope: 'user',
      InstallerSwitches: { Custom: '/currentuser' },
      UpgradeBehavior: 'install',
      ReleaseDate: facts.date,
      Installers: installers,
    }),
    manifest('.locale.en-US', 'defaultLocale', {
      ...locale('en-US'),
      Description: facts.description,
      Moniker: 'notafter',
      Tags: ['certificate', 'monitoring', 'ssl', 'tls'],
    }),
    manifest('.locale.zh-CN', 'locale', locale('zh-CN')),
  ];
}

function homebrewCask(facts: ReleaseFacts): string {
  const { url, digest } = asset(facts, 'mac-universal.dmg');
  return `cask "notafter" do
  version "${facts.version}"
  sha256 "${digest}"

  url "${url.replaceAll(facts.version, '#{version}')}"
  name "NotAfter"
  desc "Watches TLS certificates held at a hosted service"
  homepage "${repositoryUrl}"

  livecheck do
    url :url
    strategy :github_latest
  end

  app "NotAfter.app"
  binary "#{appdir}/NotAfter.app/Contents/Resources/bin/notafter"

  zap trash: [
    "~/Library/Application Support/NotAfter",
    "~/Library/Logs/NotAfter",
    "~/Library/Preferences/${applicationId}.plist",
    "~/Library/Saved Application State/${applicationId}.savedState",
  ]
end
`;
}

/** Electron's libraries, and `libsecret`, by the names of Arch Linux. */
export const archDependencies: readonly string[] = [
  ...['alsa-lib', 'at-spi2-core', 'gtk3', 'libnotify', 'libsecret', 'libx11', 'libxss', 'libxtst'],
  ...['mesa', 'nss', 'util-linux-libs', 'xdg-utils'],
];

/** What the files of the AUR have in common. */
function archPackage(facts: ReleaseFacts) {
  const { name, url, digest } = asset(facts, 'linux-amd64.deb');
  return {
    name: 'notafter-bin',
    license: 'MIT',
    depends: archDependencies,
    optional: 'gnome-keyring: keeps tokens and keys; KWallet and KeePassXC do as well',
    source: `${name}::${url}`,
    digest,
  };
}

function pkgbuild(facts: ReleaseFacts): string {
  const { name, license, depends, optional, source, digest } = archPackage(facts);
  return `# Maintainer: ${publisher}
pkgname=${name}
pkgver=${facts.version}
pkgrel=1
pkgdesc='${facts.summary['en-US']}'
arch=('x86_64')
url='${repositoryUrl}'
license=('${license}')
depends=(${depends.map((each) => `'${each}'`).join(' ')})
optdepends=('${optional}')
provides=('notafter')
conflicts=('notafter')
options=('!strip' '!debug')
source=("${source.replaceAll(facts.version, '$' + '{pkgver}')}")
sha256sums=('${digest}')

package() {
  # makepkg has unpacked the deb, which is an archive of archives.
  tar -xf "$srcdir"/data.tar.* -C "$pkgdir"
  rm -r "$pkgdir"/usr/share/lintian
  # With this file NotAfter would name apt as the command that updates it.
  rm "$pkgdir"/opt/NotAfter/resources/package-type
  install -Dm644 "$pkgdir"/opt/NotAfter/resources/licences/notafter.txt \\
    "$pkgdir"/usr/share/licenses/$pkgname/LICENSE
}
`;
}

/** The same for the web pages of the AUR: the output of `makepkg --printsrcinfo`. */
function sourceInfo(facts: ReleaseFacts): string {
  const { name, license, depends, optional, source, digest } = archPackage(facts);
  const lines = [
    ['pkgdesc', facts.summary['en-US']],
    ['pkgver', facts.version],
    ['pkgrel', '1'],
    ['url', repositoryUrl],
    ['arch', 'x86_64'],
    ['license', license],
    ...depends.map((each) => ['depends', each]),
    ['optdepends', optional],
    ['provides', 'notafter'],
    ['conflicts', 'notafter'],
    ['options', '!strip'],
    ['options', '!debug'],
    ['source', source],
    ['sha256sums', digest],
  ];
  return [
    `pkgbase = ${name}`,
    ...lines.map(([key, value]) => `\t${key} = ${value}`),
    '',
    `pkgname = ${name}`,
    '',
  ].join('\n');
}
