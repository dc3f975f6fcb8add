import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { loopbackTls } from '#test/support/bareReceiver.ts';
import { selfSigned, type TestCertificate } from '#test/support/testCertificates.ts';
import { hang, setUpReceiver } from './receiverHarness.ts';

let first: TestCertificate;
let second: TestCertificate;

beforeAll(async () => {
  [first, second] = await Promise.all([
    selfSigned('first.example', false),
    selfSigned('second.example', false),
  ]);
});

/** A folder with a certificate and its key; it is removed after its test. */
function tlsFolder(pair: TestCertificate = first) {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const tls = { certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  writeFileSync(tls.certificateFile, pair.pem);
  writeFileSync(tls.keyFile, pair.keyPem);
  return { folder, tls };
}

async function listening(tls: { certificateFile: string; keyFile: string }, setUp = {}) {
  const made = setUpReceiver({ config: { tls }, ...setUp });
  made.receiver.start();
  const { port, tls: isTls } = await made.reached('listening');
  expect(isTls).toBe(true);
  return { ...made, port };
}

/** The common name of the certificate that a new connection gets. */
async function shownName(port: number): Promise<unknown> {
  const socket: TLSSocket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

describe('TLS', () => {
  it('uses a chain that a sender can verify', async () => {
    const { key, cert, caPem } = await loopbackTls();
    const { tls } = tlsFolder({ pem: cert, keyPem: key, der: Buffer.alloc(0) });
    const { port, requests } = await listening(tls);
    const sending = request({ host: '127.0.0.1', port, method: 'POST', path: '/hook', ca: caPem }).end('{}');
    const [response] = await once(sending, 'response');
    expect(response.resume().statusCode).toBe(204);
    expect(requests).toEqual(['POST /hook']);
  });

  it('is refused before version 1.2', async () => {
    const { port } = await listening(tlsFolder().tls);
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', rejectUnauthorized: false } as const;
    const socket = connectTls({ host: '127.0.0.1', port, ...old });
    await expect(once(socket, 'secureConnect')).rejects.toThrow();
  });

  it('closes connections without a valid handshake, and tells the handler why', async () => {
    const { port, errors } = await listening(tlsFolder().tls, { limits: { handshakeMs: 100 } });
    await hang(port, 'POST /hook HTTP/1.1\r\n\r\n').closed;
    await hang(port).closed;
    expect(errors).toEqual([expect.stringMatching(/^ERR_SSL_/u), 'ERR_TLS_HANDSHAKE_TIMEOUT']);
  });

  it('closes connections without a request after the handshake', async () => {
    const { port, errors } = await listening(tlsFolder().tls, { limits: { headersMs: 200, checkMs: 50 } });
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
    socket.on('error', () => undefined).resume();
    await once(socket, 'close');
    expect(errors).toEqual(['ERR_HTTP_REQUEST_TIMEOUT']);
  });

  it('lets the listener close during a handshake', async () => {
    const { port, enable, time, reached } = await listening(tlsFolder().tls);
    const { socket, closed } = hang(port);
    await once(socket, 'connect');
    await shownName(port);
    enable(false);
    await time.advance(1_000);
    await closed;
    await reached('off');
  });
});

describe('renewed TLS files', () => {
  it.each<[string, (folder: string) => void]>([
    [
      'written in place',
      (folder) => {
        writeFileSync(join(folder, 'cert.pem'), second.pem);
        writeFileSync(join(folder, 'key.pem'), second.keyPem);
      },
    ],
    [
      'renamed into place',
      (folder) => {
        writeFileSync(join(folder, 'cert.new'), second.pem);
        writeFileSync(join(folder, 'key.new'), second.keyPem);
        renameSync(join(folder, 'cert.new'), join(folder, 'cert.pem'));
        renameSync(join(folder, 'key.new'), join(folder, 'key.pem'));
      },
    ],
  ])('are used for new connections within 10 s when they are %s', async (_, renew) => {
    const { folder, tls } = tlsFolder();
    const { port, time, states } = await listening(tls);
    expect(await shownName(port)).toBe('first.example');
    renew(folder);
    await time.advance(9_999);
    expect(await shownName(port)).toBe('first.example');
    await time.advance(1);
    await expect.poll(() => shownName(port)).toBe('second.example');
    expect(states.map(({ kind }) => kind)).toEqual(['starting', 'listening']);
  });

  it('are used when a link points to them, as with certbot and Kubernetes', needsPosix, async () => {
    const { folder } = tlsFolder();
    for (const [name, pair] of [
      ['one', first],
      ['two', second],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'cert.pem'), pair.pem);
      writeFileSync(join(folder, name, 'key.pem'), pair.keyPem);
    }
    const live = join(folder, 'live');
    symlinkSync('one', live);
    const tls = { certificateFile: join(live, 'cert.pem'), keyFile: join(live, 'key.pem') };
    const { port, time } = await listening(tls);
    symlinkSync('two', join(folder, 'next'));
    renameSync(join(folder, 'next'), live);
    await time.advance(10_000);
    await expect.poll(() => shownName(port)).toBe('second.example');
  });

  it('are not used while they are missing or do not belong together', async () => {
    const { tls } = tlsFolder();
    const { port, time, lines, receiver } = await listening(tls);
    const warnings = () => lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.reason);
    writeFileSync(tls.certificateFile, second.pem);
    await time.advance(10_000);
    await expect.poll(warnings).toEqual(['keyMismatch']);
    for (let looks = 0; looks < 3; looks += 1) await time.advance(10_000);
    rmSync(tls.keyFile);
    await expect
      .poll(async () => {
        await time.advance(10_000);
        return warnings();
      })
      .toEqual(['keyMismatch', 'notFound']);
    expect(await shownName(port)).toBe('first.example');
    expect(receiver.status.get().kind).toBe('listening');
    writeFileSync(tls.keyFile, second.keyPem);
    await expect
      .poll(async () => {
        await time.advance(10_000);
        return await shownName(port);
      })
      .toBe('second.example');
    expect(JSON.stringify(lines)).not.toContain('PRIVATE KEY');
  });
});

describe('bad TLS files at the start', () => {
  it('are reported with the name of the bad one, and recover by themselves', async () => {
    const { tls } = tlsFolder();
    writeFileSync(tls.keyFile, second.keyPem);
    const { receiver, reached, time } = setUpReceiver({ config: { tls } });
    receiver.start();
    expect(await reached('failed')).toMatchObject({ reason: 'tlsFile', detail: 'key.pem' });
    rmSync(tls.certificateFile);
    receiver.retry();
    await expect.poll(() => receiver.status.get()).toMatchObject({ kind: 'failed', detail: 'cert.pem' });
    writeFileSync(tls.certificateFile, second.pem);
    await time.advance(2_000);
    expect(await shownName((await reached('listening')).port)).toBe('second.example');
  });

  it('give way to plain HTTP when the user turns TLS off', async () => {
    const { tls } = tlsFolder();
    writeFileSync(tls.keyFile, 'no key');
    const { receiver, reached, configure } = setUpReceiver({ config: { tls } });
    receiver.start();
    await reached('failed');
    configure({ tls: null });
    expect(await reached('listening')).toMatchObject({ tls: false });
  });
});
