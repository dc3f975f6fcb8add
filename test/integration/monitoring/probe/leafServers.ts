import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import { freePort } from '../../app/receiving.ts';
import { temporaryFolder } from '../../app/testApp.ts';
import { startServer } from '../../deployment/presets/webServers.ts';
import { authority, type FarmLeaf } from './farm.ts';

/** Servers that can have several certificates for one name. */
export type LeafServer = 'nginx' | 'apache' | 'haproxy';

/** A certificate with its chain, its key, and all of it in one file, as the servers want it. */
interface LeafFiles {
  readonly cert: string;
  readonly key: string;
  readonly both: string;
}

const snippets: Readonly<Record<LeafServer, (files: readonly LeafFiles[]) => string>> = {
  nginx: (files) =>
    files.map(({ cert, key }) => `ssl_certificate ${cert}; ssl_certificate_key ${key};`).join('\n'),
  apache: (files) =>
    [
      'SSLEngine on',
      ...files.map(({ cert, key }) => `SSLCertificateFile ${cert}\nSSLCertificateKeyFile ${key}`),
    ].join('\n'),
  haproxy: (files) => `bind :443 ssl ${files.map(({ both }) => `crt ${both}`).join(' ')}`,
};

/**
 * Starts a server for shop.example with these certificates.
 * @param lines more of its configuration
 * @returns its port
 */
export async function serverWith(kind: LeafServer, leaves: readonly FarmLeaf[], lines = ''): Promise<number> {
  const folder = temporaryFolder();
  const files = leaves.map(({ key, leaf, chain }, index) => {
    const write = (name: string, text: string) => {
      const path = join(folder, `${index}.${name}`);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    };
    return {
      cert: write('crt', leaf + chain),
      key: write('key', key),
      both: write('pem', leaf + chain + key),
    };
  });
  const snippet = `${snippets[kind](files)}\n${lines}`;
  return (await startServer(kind, { snippet, servername: 'shop.example' })).port;
}

/** Starts nginx with stapled responses of a responder for this leaf, which it asks after its first handshake. */
export async function startStapling(leaf: FarmLeaf): Promise<number> {
  const folder = temporaryFolder();
  const { certificate, key } = authority.toRecord().ecdsa;
  const { serialNumber } = new X509Certificate(leaf.leaf);
  const files = {
    index: `V\t491231235959Z\t\t${serialNumber}\tunknown\t/CN=shop.example\n`,
    ca: certificate,
    key,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  const port = await freePort();
  const at = (name: keyof typeof files) => join(folder, name);
  const responder = ['-index', at('index'), '-CA', at('ca'), '-rsigner', at('ca'), '-rkey', at('key')];
  runInForeground('openssl', ['ocsp', ...responder, '-port', `${port}`, '-ignore_err'], { env: process.env });
  return await serverWith(
    'nginx',
    [leaf],
    `ssl_stapling on; ssl_stapling_responder http://127.0.0.1:${port}/;`,
  );
}
