import { writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { releaseFile, type SignedRelease, signatureOf } from '#main/settings/update/signedRelease.ts';
import type {} from '#renderer/bridge.ts';
import { repository } from '#shared/repository.ts';
import { type FeedKey, fileWith, newFeedKey, releaseWith, signedBy } from '#test/support/signedFeed.ts';
import type { TestCertificate } from '#test/support/testCertificates.ts';
import { atEndOfFiles } from './endings.ts';
import { temporaryFolder } from './notAfterApp.ts';
import type { WindowDriver } from './windowDriver.ts';

/** The offer of the feed. */
interface FeedOffer extends Partial<SignedRelease> {
  /** The offered program. */
  readonly program?: string;
  /** The program that is served instead of the offered one. */
  readonly served?: string;
  /** What signs it; `null`: nothing. Default: the feed's key. */
  readonly key?: FeedKey | null;
}

/** A feed on this computer: a folder, and releases on GitHub. */
export interface UpdateFeed {
  /** The environment with which an app in development uses this feed. */
  readonly env: NodeJS.ProcessEnv;
  /** The same for the feed as releases on GitHub, at this computer. */
  readonly gitHub: NodeJS.ProcessEnv;
  /** The feed's configuration, as packages have it. */
  readonly config: string;
  /** The key that signs, and one in reserve: both are accepted. */
  readonly keys: readonly [current: FeedKey, reserve: FeedKey];
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  offer(offer: FeedOffer): void;
  /** Serves something else under the name of a file in the folder; `null`: no such file. */
  serve(name: string, content: string | Uint8Array | null): void;
  /** Serves a program that never ends from now on. `closed`: its connection was closed by the app. */
  serveEndless(): { readonly closed: Promise<void> };
  /** Answers everything with this from now on. */
  answer(text: string): void;
  /** Redirects all requests to a non-loopback address of this computer. */
  redirectToNetwork(): void;
  /** Forgets all requests, and from now on offers an old version and nothing else. */
  startOver(): void;
}

const programName = (version: string) => {
  const processor = process.arch === 'x64' ? 'x86_64' : process.arch;
  return `NotAfter-${version}-linux-${processor}.AppImage`;
};

/** Starts a feed that ends with its test file. It offers nothing yet. @param tls the certificate of a feed with TLS */
export async function startUpdateFeed(tls?: TestCertificate): Promise<UpdateFeed> {
  const requests: UpdateFeed['requests'][number][] = [];
  let files = new Map<string, string | Uint8Array>();
  let newest = '';
  let answered: string | null = null;
  let redirectTo: string | null = null;
  let onEndless: (() => void) | null = null;
  const releases = `/${repository.owner}/${repository.name}/releases`;
  const listener: RequestListener = ({ url = '', headers }, response) => {
    const path = new URL(url, 'http://localhost').pathname;
    requests.push({ path, headers });
    const location =
      redirectTo !== null && headers.host?.startsWith('127.0.0.1') === true
        ? `${redirectTo}${path}`
        : path.replace(`${releases}/latest/download/`, `${releases}/download/v${newest}/`);
    if (location !== path) {
      response.writeHead(302, { location }).end();
      return;
    }
    if (onEndless !== null && path.endsWith('.AppImage')) {
      serveWithoutEnd(response);
      response.once('close', onEndless);
      return;
    }
    const content = answered ?? files.get(path.replace(`${releases}/download/v${newest}/`, '/'));
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  };
  const server =
    tls === undefined
      ? createServer(listener)
      : createTlsServer({ key: tls.keyPem, cert: tls.pem }, listener);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  started.add(server);
  const { port } = server.address() as AddressInfo;
  const origin = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const folder = await temporaryFolder();
  const cache = 'updaterCacheDirName: notafter-updater\n';
  const config = join(folder, 'app-update.yml');
  await writeFile(config, `provider: generic\nurl: ${origin}/\n${cache}`);
  const gitHub = join(folder, 'github.yml');
  const { owner, name } = repository;
  await writeFile(
    gitHub,
    `provider: github\nowner: ${owner}\nrepo: ${name}\nhost: 127.0.0.1:${port}\nprotocol: http\n${cache}`,
  );
  const keys = [newFeedKey(), newFeedKey()] as const;
  const env = {
    NOTAFTER_UPDATE_CONFIG: config,
    NOTAFTER_UPDATE_KEYS: keys.map(({ text }) => text).join(' '),
    XDG_CACHE_HOME: folder,
  };
  const offer = ({
    version = '9.0.0',
    program = '',
    served = program,
    key = keys[0],
    ...changes
  }: FeedOffer) => {
    const file = programName(version);
    const signedAt = `${new Date().toISOString().slice(0, 19)}Z`;
    const release = releaseWith({ version, signedAt, files: [fileWith(file, program)], ...changes });
    const { release: text, signature } = signedBy(key ?? keys[0], release);
    newest = version;
    files = new Map<string, string | Uint8Array>([
      [`/${releaseFile}`, text],
      [`/${file}`, served],
    ]);
    if (key !== null && signature !== null) files.set(`/${signatureOf(releaseFile)}`, signature);
  };
  return {
    env,
    gitHub: { ...env, NOTAFTER_UPDATE_CONFIG: gitHub },
    config,
    keys,
    requests,
    offer,
    serve: (file, content) => {
      if (content === null) files.delete(`/${file}`);
      else files.set(`/${file}`, content);
    },
    serveEndless: () => ({
      closed: new Promise((resolve) => {
        onEndless = () => resolve();
      }),
    }),
    answer: (text) => {
      answered = text;
    },
    redirectToNetwork: () => {
      redirectTo = `http://${networkAddress()}:${port}`;
    },
    startOver: () => {
      requests.length = 0;
      answered = redirectTo = onEndless = null;
      offer({ version: '0.0.1' });
    },
  };
}

/**
 * Brings the updates in the settings, which the window shows in English, to a state that is the same for each test: the app
 * has read that there is nothing newer. No request is recorded.
 */
export async function beginUpToDate(feed: UpdateFeed, driver: WindowDriver): Promise<void> {
  feed.startOver();
  // There is no button while a version is offered.
  await driver.page.evaluate(() => window.notAfter?.calls['update:check'](null));
  await driver
    .settings()
    .getByText(/NotAfter is up to date\. Checked on /u)
    .waitFor();
  feed.requests.length = 0;
}

/** Writes zeros for as long as the other side reads. */
function serveWithoutEnd(response: ServerResponse): void {
  const zeros = Buffer.alloc(1 << 16);
  const write = () => {
    while (!response.destroyed && response.write(zeros));
  };
  response.writeHead(200).on('drain', write);
  write();
}

/** An address of this computer that others can reach, or `null`. */
export function networkAddress(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;
}

const started = new Set<Server>();

atEndOfFiles(async () => {
  for (const server of started) {
    server.closeAllConnections();
    server.close();
  }
  started.clear();
});
