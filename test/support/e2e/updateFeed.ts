import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { repository } from '#scripts/lib/repository.ts';
import { temporaryFolder } from './notAfterApp.ts';

/** The offer of the feed. */
interface FeedOffer {
  readonly version: string;
  readonly notes?: string;
  /** The offered program. */
  readonly program?: string;
  /** Whether the feed describes another program than it serves. */
  readonly isForged?: boolean;
}

/** A feed on this computer for electron-updater's providers: a folder, and releases on GitHub. */
export interface UpdateFeed {
  /** The environment with which an app in development uses this feed. */
  readonly env: NodeJS.ProcessEnv;
  /** The same for the feed as releases on GitHub, at this computer. */
  readonly gitHub: NodeJS.ProcessEnv;
  /** The feed's configuration, as packages have it. */
  readonly config: string;
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  offer(offer: FeedOffer): void;
  /** Answers everything with this from now on. */
  answer(text: string): void;
  /** Redirects all requests to a non-loopback address of this computer. */
  redirectToNetwork(): void;
}

const programName = 'NotAfter.AppImage';

/** Starts a feed that ends with its test. It offers nothing yet. */
export async function startUpdateFeed(): Promise<UpdateFeed> {
  const requests: UpdateFeed['requests'][number][] = [];
  let files = new Map<string, string>();
  let answered: string | null = null;
  let redirectTo: string | null = null;
  const server = createServer(({ url = '', headers }, response) => {
    const path = new URL(url, 'http://localhost').pathname;
    requests.push({ path, headers });
    if (redirectTo !== null && headers.host?.startsWith('127.0.0.1') === true) {
      response.writeHead(302, { location: `${redirectTo}${path}` }).end();
      return;
    }
    const content = answered ?? files.get(path);
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const folder = await temporaryFolder();
  const config = join(folder, 'app-update.yml');
  await writeFile(
    config,
    `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: notafter-updater\n`,
  );
  const gitHub = join(folder, 'github.yml');
  const { owner, name } = repository;
  await writeFile(
    gitHub,
    `provider: github\nowner: ${owner}\nrepo: ${name}\nhost: 127.0.0.1:${port}\nprotocol: http\nupdaterCacheDirName: notafter-updater\n`,
  );
  return {
    env: { NOTAFTER_UPDATE_CONFIG: config, XDG_CACHE_HOME: folder },
    gitHub: { NOTAFTER_UPDATE_CONFIG: gitHub, XDG_CACHE_HOME: folder },
    config,
    requests,
    offer: (offer) => {
      files = filesOf(offer);
    },
    answer: (text) => {
      answered = text;
    },
    redirectToNetwork: () => {
      redirectTo = `http://${networkAddress()}:${port}`;
    },
  };
}

/** An address of this computer that others can reach, or `null`. */
export function networkAddress(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;
}

function filesOf({ version, notes = '', program = '', isForged = false }: FeedOffer): Map<string, string> {
  const sha512 = createHash('sha512')
    .update(isForged ? `${program}\n` : program)
    .digest('base64');
  const description = [
    `version: ${version}`,
    'files:',
    `  - url: ${programName}`,
    `    sha512: ${sha512}`,
    `    size: ${program.length}`,
    `path: ${programName}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-03-01T12:00:00.000Z'",
    `releaseNotes: ${JSON.stringify(notes)}`,
  ].join('\n');
  const files = [
    ['latest-linux.yml', description],
    [programName, program],
  ] as const;
  return new Map([
    ...files.map(([name, content]) => [`/${name}`, content] as const),
    ...releaseOf(version, files),
  ]);
}

/** A release on GitHub: the list of releases with the notes as HTML, the newest one, and its files. */
function releaseOf(
  version: string,
  files: readonly (readonly [name: string, content: string])[],
): readonly (readonly [path: string, content: string])[] {
  const { owner, name } = repository;
  const releases = `/${owner}/${name}/releases`;
  const link = `<link rel="alternate" href="https://github.com${releases}/tag/v${version}"/>`;
  const entry = `<entry>${link}<title>${version}</title><content type="html">&lt;p&gt;HTML&lt;/p&gt;</content></entry>`;
  return [
    [`${releases}.atom`, `<?xml version="1.0"?><feed>${entry}</feed>`],
    // Of GitHub itself it is another address with the same answer.
    [`/api/v3/repos${releases}/latest`, JSON.stringify({ tag_name: `v${version}` })],
    ...files.map(([file, content]) => [`${releases}/download/v${version}/${file}`, content] as const),
  ];
}
