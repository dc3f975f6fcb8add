import { generateKeyPairSync } from 'node:crypto';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { keptAuthority } from '#test/service/authorityStore.ts';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';
import { temporaryFolder } from './notAfterApp.ts';

/** An unrelated JSON API on the loopback address, until the test ends. Returns its base URL. */
export async function startOtherApi(body: unknown): Promise<string> {
  const server = createHttpServer(answerWith(body));
  const port = await listenOnLoopback(server, 0);
  onTestFinished(() => stopServer(server));
  return `http://127.0.0.1:${port}`;
}

/**
 * A server on the loopback address whose certificate is signed by the authority of `startTestService` but is for
 * another name, until the test ends. Returns its base URL.
 */
export async function startMisnamedServer(name: string): Promise<string> {
  const kept = join(process.env['NOTAFTER_TEST_OUT'] ?? (await temporaryFolder()), 'authority');
  const authority = await keptAuthority(kept, Date.now());
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const day = 86_400_000;
  const { leafPem, chainPem } = await authority.issueLeaf({
    names: [name],
    publicKey,
    issuer: 'ecdsa',
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
  });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const server = createHttpsServer({ key, cert: leafPem + chainPem }, answerWith({}));
  const port = await listenOnLoopback(server, 0);
  onTestFinished(() => stopServer(server));
  return `https://127.0.0.1:${port}`;
}

/** The address of a port on which nothing listens. */
export async function closedPort(): Promise<string> {
  const server = createHttpServer();
  const port = await listenOnLoopback(server, 0);
  await stopServer(server);
  return `http://127.0.0.1:${port}`;
}

function answerWith(body: unknown): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}
