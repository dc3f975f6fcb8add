import { z } from '#shared/zod.ts';
import type { SignedFile, SignedRelease } from './signedRelease.ts';

/** Where a feed has its files. */
export interface FeedAddresses {
  /** A file about the newest release, by its name. */
  readonly newest: (name: string) => string;
  /** A file of a release, by its name. */
  readonly of: (release: SignedRelease, name: string) => string;
}

/** The feeds of electron-builder's `app-update.yml` that the app reads: a folder on a web server, and releases on GitHub. */
const feedSchema = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('generic'), url: z.url() }),
  z.object({
    provider: z.literal('github'),
    owner: z.string(),
    repo: z.string(),
    host: z.string().default('github.com'),
    protocol: z.enum(['https', 'http']).default('https'),
  }),
]);

/** The addresses of a feed. @param config the content of `app-update.yml`; `null` is returned for another kind of feed */
export function feedAddresses(config: unknown): FeedAddresses | null {
  const parsed = feedSchema.safeParse(config);
  if (!parsed.success) return null;
  if (parsed.data.provider === 'generic') {
    const folder = parsed.data.url.replace(/(?<!\/)\/*$/u, '/');
    return { newest: (name) => folder + name, of: (_, name) => folder + name };
  }
  const { protocol, host, owner, repo } = parsed.data;
  const releases = `${protocol}://${host}/${owner}/${repo}/releases`;
  return {
    // GitHub redirects this address to the newest release that is neither a draft nor a pre-release.
    newest: (name) => `${releases}/latest/download/${name}`,
    of: ({ version }, name) => `${releases}/download/v${version}/${name}`,
  };
}

/** By electron-builder's names: the packages that replace themselves, for a system and a processor of Node's names. */
const programs: Readonly<Record<string, string>> = {
  'linux x64': 'linux-x86_64.AppImage',
  'linux arm64': 'linux-arm64.AppImage',
  'win32 x64': 'win-x64.exe',
  'win32 arm64': 'win-arm64.exe',
};

/** The file of a release that replaces the app on a system, if it has one. */
export function programOf(
  { version, files }: SignedRelease,
  platform: string,
  processor: string,
): SignedFile | null {
  const name = `NotAfter-${version}-${programs[`${platform} ${processor}`]}`;
  return files.find((file) => file.name === name) ?? null;
}
