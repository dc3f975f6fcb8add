import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keyKinds } from '#test/service/keyPool.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { pemFingerprint } from '#test/support/pemFingerprint.ts';
import { selfSigned } from '#test/support/testCertificates.ts';
import { freePort } from '../../app/receiving.ts';
import { temporaryFolder } from '../../app/testApp.ts';
import {
  authority,
  type FarmLeaf,
  foreignAuthority,
  leafOf,
  probe,
  resultOf,
  servePlain,
  serveTls,
  servingOf,
} from './farm.ts';

const short = { connect: 5_000, startTls: 150, handshake: 150 };
let right: FarmLeaf;

beforeAll(async () => {
  right = await leafOf();
});

async function served(options: TlsOptions, name = 'shop.example') {
  const { port } = await serveTls(options);
  return await probe({ port, name });
}

describe('a TLS server', () => {
  it('that serves the right chain: the leaf, without findings', async () => {
    const { notBefore, notAfter, ...leaf } = {
      notBefore: new X509Certificate(right.leaf).validFromDate.getTime(),
      notAfter: new X509Certificate(right.leaf).validToDate.getTime(),
      fingerprint256: pemFingerprint(right.leaf),
      commonName: 'shop.example',
      issuerName: 'Example Trust ECC Issuing CA 1',
      chainEnd: null,
      tlsVersion: 'TLSv1.3',
      findings: [],
    };
    expect(await served(servingOf(right))).toEqual({
      kind: 'served',
      leaf: { ...leaf, notBefore, notAfter },
    });
  });

  it.each(keyKinds)('with a key of kind %s', async (kind) => {
    const leaf = await leafOf({ kind, issuer: 'rsa' });
    expect(await served(servingOf(leaf))).toMatchObject({
      leaf: { fingerprint256: pemFingerprint(leaf.leaf) },
    });
  });

  it.each(['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const)('that speaks only %s', async (version) => {
    const leaf = await leafOf({ kind: 'rsa2048', issuer: 'rsa' });
    const outcome = await served({ ...servingOf(leaf), minVersion: version, maxVersion: version });
    expect(outcome).toMatchObject({ leaf: { tlsVersion: version, findings: [] } });
  });

  it.each(['TLSv1', 'TLSv1.2', 'TLSv1.3'] as const)(
    'that refuses clients without a certificate, in %s',
    async (version) => {
      const leaf = await leafOf({ kind: 'rsa2048', issuer: 'rsa' });
      const versions = { minVersion: version, maxVersion: version };
      const server = await serveTls({
        ...servingOf(leaf),
        ...versions,
        requestCert: true,
        rejectUnauthorized: true,
        ca: [authority.rootPem],
      });
      expect(await probe({ port: server.port })).toMatchObject({
        leaf: { fingerprint256: pemFingerprint(leaf.leaf), tlsVersion: version, findings: [] },
      });
    },
  );

  it('that leaves out the chain', async () => {
    const { key, leaf: cert } = right;
    expect(resultOf(await served({ key, cert }))).toEqual([
      { kind: 'chainIncomplete', missingIssuer: 'Example Trust ECC Issuing CA 1' },
    ]);
  });

  it.each(['TLSv1', 'TLSv1.2', 'TLSv1.3'] as const)(
    'whose certificate requires a stapled response that it sends or not, in %s',
    async (version) => {
      const leaf = await leafOf({ kind: 'rsa2048', issuer: 'rsa', mustStaple: true });
      const options = { ...servingOf(leaf), minVersion: version, maxVersion: version };
      const bare = await serveTls(options);
      const stapling = await serveTls(options, {}, Buffer.from('a response'));
      expect(resultOf(await probe({ port: bare.port }))).toEqual([{ kind: 'stapleMissing' }]);
      expect(resultOf(await probe({ port: stapling.port }))).toEqual([]);
    },
  );

  it('with a certificate for another name', async () => {
    expect(resultOf(await served(servingOf(right), 'www.shop.example'))).toEqual([
      { kind: 'nameNotCovered', name: 'www.shop.example' },
    ]);
  });

  it('with a self-signed certificate, without the finding of an incomplete chain', async () => {
    const { keyPem: key, pem: cert } = await selfSigned('shop.example', false, ['shop.example']);
    expect(resultOf(await served({ key, cert }))).toEqual([
      { kind: 'notTrusted', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    ]);
  });

  it('with the complete chain of an untrusted authority', async () => {
    const { key, leaf, chain } = await leafOf({ by: foreignAuthority });
    expect(resultOf(await served({ key, cert: leaf + chain + foreignAuthority.rootPem }))).toEqual([
      { kind: 'notTrusted', code: 'SELF_SIGNED_CERT_IN_CHAIN' },
    ]);
  });

  it('with an expired certificate: only its expiry says so', async () => {
    const outcome = await served(servingOf(await leafOf({ until: -1 })));
    expect(resultOf(outcome)).toEqual([]);
    expect(outcome.kind === 'served' && outcome.leaf.notAfter < Date.now()).toBe(true);
  });

  it('gets a DNS name as SNI; an IP address is not sent, but checked', async () => {
    const asked: string[] = [];
    const options: TlsOptions = {
      ...servingOf(await leafOf({ names: ['127.0.0.1'] })),
      SNICallback: (name, done) => {
        asked.push(name);
        done(null);
      },
    };
    expect(resultOf(await served(options, '127.0.0.1'))).toEqual([]);
    expect(asked).toEqual([]);
    expect(resultOf(await served(options))).toEqual([{ kind: 'nameNotCovered', name: 'shop.example' }]);
    expect(asked).toEqual(['shop.example']);
  });

  it('gets only the handshake and the end', async () => {
    const server = await serveTls(servingOf(right));
    await probe({ port: server.port });
    await expect.poll(() => server.heard).toEqual(['end']);
    await expect.poll(server.open).toBe(0);
  });

  it('at ::1', async () => {
    const hasIpv6 = Object.values(networkInterfaces()).some((found) =>
      found?.some(({ address }) => address === '::1'),
    );
    const port = hasIpv6 ? (await serveTls(servingOf(right), { host: '::1' })).port : await freePort();
    const outcome = await probe({ port, address: '::1' });
    expect(outcome).toMatchObject(hasIpv6 ? { kind: 'served' } : { error: { kind: 'unreachable' } });
  });

  it('with an issuer whose key this runtime cannot read is only untrusted', async () => {
    const folder = temporaryFolder();
    const openssl = async (...args: string[]) => {
      const [code] = await once(spawn('openssl', args, { cwd: folder, stdio: 'ignore' }), 'close');
      expect(code).toBe(0);
    };
    await openssl(
      ...['req', '-x509', '-newkey', 'ed448', '-nodes', '-subj', '/CN=Odd'],
      ...['-keyout', 'ca.key', '-out', 'ca.pem'],
    );
    writeFileSync(join(folder, 'leaf.key'), right.key);
    await openssl('req', '-new', '-key', 'leaf.key', '-subj', '/CN=shop.example', '-out', 'leaf.csr');
    await openssl(
      ...['x509', '-req', '-in', 'leaf.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-set_serial', '1'],
      ...['-out', 'leaf.pem'],
    );
    const port = await freePort();
    const args = ['-accept', `127.0.0.1:${port}`, '-key', 'leaf.key', '-cert', 'leaf.pem'];
    const child = spawn('openssl', ['s_server', ...args, '-cert_chain', 'ca.pem'], { cwd: folder });
    onTestFinished(() => {
      child.kill();
    });
    await expect
      .poll(async () => resultOf(await probe({ port })))
      .toContainEqual({ kind: 'notTrusted', code: 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY' });
  });
});

describe('an address without TLS', () => {
  it.each([
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['SMTP', '220 mail.example ESMTP\r\n'],
    ['zeros', '\0'.repeat(100)],
    ['a record that is too long', `\x16\x03\x01\xff\xff${'x'.repeat(100)}`],
  ])('that answers with %s', async (_, text) => {
    const { port } = await servePlain((socket) => socket.end(text, 'latin1'));
    expect(resultOf(await probe({ port }))).toEqual({ kind: 'notTls' });
  });

  it('that closes the connection at once, or after the first bytes of the client', async () => {
    const atOnce = await servePlain((socket) => socket.end());
    expect(resultOf(await probe({ port: atOnce.port }))).toEqual({ kind: 'closed' });
    const later = await servePlain((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(resultOf(await probe({ port: later.port }))).toEqual({ kind: 'closed' });
  });

  it('that refuses the connection', async () => {
    expect(resultOf(await probe({ port: await freePort() }))).toEqual({ kind: 'refused' });
  });

  it('that refuses the handshake', async () => {
    const alert = Buffer.from([0x15, 3, 1, 0, 2, 2, 40]);
    const { port } = await servePlain((socket) => socket.once('data', () => socket.end(alert)));
    expect(resultOf(await probe({ port }))).toEqual({
      kind: 'handshake',
      code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
    });
  });
});

describe('an address that hangs', () => {
  it('in the handshake, after an answer or before', async () => {
    const late = { kind: 'timeout', phase: 'handshake' };
    const silent = await servePlain((socket) => socket.resume());
    expect(resultOf(await probe({ port: silent.port }, { limits: short }))).toEqual(late);
    const begun = await servePlain((socket) => socket.once('data', () => socket.write('\x16\x03\x03\x00')));
    expect(resultOf(await probe({ port: begun.port }, { limits: short }))).toEqual(late);
    await expect.poll(() => silent.open() + begun.open()).toBe(0);
  });

  it('in the dialogue before it, after an answer or before', async () => {
    const late = { kind: 'timeout', phase: 'startTls' };
    for (const greeting of ['', '220-mail.example\r\n', '220 mail.example\r\n']) {
      const { port } = await servePlain((socket) => socket.resume().write(greeting));
      expect(resultOf(await probe({ port, protocol: 'smtp' }, { limits: short }))).toEqual(late);
    }
  });

  it('before it accepts the connection', async () => {
    const time = createFakeTime();
    const { port } = await servePlain(() => undefined);
    const outcome = probe({ port }, { scheduler: time.scheduler });
    time.advanceSync(10_000);
    expect(resultOf(await outcome)).toEqual({ kind: 'timeout', phase: 'connect' });
    expect(time.pending()).toBe(0);
  });

  it('after its certificate, which is reported', async () => {
    const real = await serveTls({ ...servingOf(right), maxVersion: 'TLSv1.2' });
    const { port } = await servePlain((socket) => {
      // Only the client's first message reaches the real server, so that it never continues after its own.
      const behind = connect({ port: real.port, host: '127.0.0.1' }).on('error', () => undefined);
      socket.once('data', (hello) => behind.write(hello));
      behind.pipe(socket);
    });
    const outcome = await probe({ port }, { limits: { ...short, handshake: 500 } });
    expect(outcome).toMatchObject({ kind: 'served', leaf: { fingerprint256: pemFingerprint(right.leaf) } });
  });
});

describe('a cancelled probe', () => {
  it('before it begins opens no connection', async () => {
    const server = await serveTls(servingOf(right));
    await expect(
      probe({ port: server.port, signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
    expect(server.most()).toBe(0);
  });

  it.each([0, 1, 2, 3, 4, 6, 8, 12])('after %i ms leaves nothing open', async (ms) => {
    const server = await serveTls(servingOf(right));
    const controller = new AbortController();
    const outcome = probe({ port: server.port, signal: controller.signal });
    const settled = outcome.then(
      () => 'served',
      (error: unknown) => error,
    );
    await pause(ms);
    controller.abort('enough');
    expect(['served', 'enough']).toContain(await settled);
    await expect.poll(server.open).toBe(0);
  });

  it('while the server hangs, in the dialogue or in the handshake', async () => {
    for (const protocol of ['tls', 'imap'] as const) {
      const server = await servePlain((socket) => socket.resume());
      const controller = new AbortController();
      // The time stands still: only the cancellation ends it.
      const time = createFakeTime();
      const outcome = probe(
        { port: server.port, protocol, signal: controller.signal },
        { scheduler: time.scheduler },
      );
      await expect.poll(server.open).toBe(1);
      controller.abort(new Error('enough'));
      await expect(outcome).rejects.toThrow('enough');
      expect(time.pending()).toBe(0);
      await expect.poll(server.open).toBe(0);
    }
  });
});
