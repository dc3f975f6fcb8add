import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
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

/** A feed on this computer for electron-updater's generic provider. */
export interface UpdateFeed {
  /** The environment with which an app in development uses this feed. */
  readonly env: NodeJS.ProcessEnv;
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
  return {
    env: { NOTAFTER_UPDATE_CONFIG: config, XDG_CACHE_HOME: folder },
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
  return new Map([
    ['/latest-linux.yml', description],
    [`/${programName}`, program],
  ]);
}
