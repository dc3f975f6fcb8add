import { generateKeyPairSync } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AddressOutcome, AddressRequest } from '#main/monitoring/probe/probeAddress.ts';
import type { KeyKind } from '#shared/domain/keyKind.ts';
import { pemFingerprint } from '#test/support/pemFingerprint.ts';
import { type FarmLeaf, leafOf, probe, resultOf, servePlain } from './farm.ts';
import { type LeafServer, serverWith } from './leafServers.ts';

const leaves = {} as Record<KeyKind, FarmLeaf>;

beforeAll(async () => {
  const p521 = generateKeyPairSync('ec', { namedCurve: 'P-521' });
  leaves.RSA = await leafOf({ kind: 'rsa2048', issuer: 'rsa' });
  leaves['ECDSA P-256'] = await leafOf({ kind: 'p256' });
  leaves['ECDSA P-384'] = await leafOf({ kind: 'p384' });
  leaves['ECDSA P-521'] = await leafOf({ pair: { kind: 'p384', ...p521 } });
  leaves.Ed25519 = await leafOf({ kind: 'ed25519' });
});

/** What a probe shows: the certificate of which kind, with its findings, or the error. */
function seen(outcome: AddressOutcome): unknown {
  if (outcome.kind === 'failed') return outcome.error;
  const { fingerprint256, findings } = outcome.leaf;
  const [kind] = Object.entries(leaves).find(([, { leaf }]) => pemFingerprint(leaf) === fingerprint256) ?? [];
  return findings.length === 0 ? kind : [kind, ...findings];
}

const serverOf = (kind: LeafServer, kinds: readonly KeyKind[], lines = '') =>
  serverWith(
    kind,
    kinds.map((name) => leaves[name]),
    lines,
  );

/** A relay in front of a server, which counts its connections. @param before what precedes TLS on each of them */
async function relayTo(server: number, before = (begin: () => void, _socket: Socket) => begin()) {
  let count = 0;
  const { port } = await servePlain((socket) => {
    count += 1;
    before(() => {
      const behind = connect({ port: server, host: '127.0.0.1' }).on('error', () => socket.destroy());
      socket.once('close', () => behind.destroy());
      socket.pipe(behind).pipe(socket);
    }, socket);
  });
  return { port, count: () => count };
}

const ask = async (port: number, key: KeyKind | null, more: Partial<AddressRequest> = {}) =>
  seen(await probe({ port, key, ...more }));

it.each([
  ['nginx', 2],
  ['apache', 2],
  // It prefers ECDSA, whatever the client does.
  ['haproxy', 3],
] as const)(
  '%s shows each order its own of an RSA and an ECDSA certificate, in %i handshakes',
  async (kind, handshakes) => {
    const relay = await relayTo(await serverOf(kind, ['RSA', 'ECDSA P-256']));
    expect(await ask(relay.port, 'RSA')).toBe('RSA');
    expect(await ask(relay.port, 'ECDSA P-256')).toBe('ECDSA P-256');
    expect(relay.count()).toBe(handshakes);
  },
);

describe.each(['TLSv1.2', 'TLSv1.3'])('nginx with %s alone', (version) => {
  const only = `ssl_protocols ${version};`;

  it.each(['ECDSA P-256', 'ECDSA P-384', 'ECDSA P-521', 'Ed25519'] as const)(
    'tells RSA from %s',
    async (other) => {
      const port = await serverOf('nginx', ['RSA', other], only);
      expect(await ask(port, 'RSA')).toBe('RSA');
      expect(await ask(port, other)).toBe(other);
      expect(['RSA', other]).toContain(await ask(port, null));
    },
  );

  it('shows each order its own where the server prefers one', async () => {
    const preference = 'ssl_prefer_server_ciphers on; ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:HIGH;';
    const port = await serverOf('nginx', ['RSA', 'ECDSA P-256'], `${only} ${preference}`);
    expect(await ask(port, 'RSA')).toBe('RSA');
    expect(await ask(port, 'ECDSA P-256')).toBe('ECDSA P-256');
  });

  it('says that the server has no certificate of the order’s kind', async () => {
    const relay = await relayTo(await serverOf('nginx', ['RSA'], only));
    const missing = { kind: 'keyKindMissing', served: 'RSA', wanted: 'ECDSA P-256' };
    expect(await ask(relay.port, 'ECDSA P-256')).toEqual(['RSA', missing]);
    expect(relay.count()).toBe(2);
    expect(await ask(relay.port, 'RSA')).toBe('RSA');
    expect(relay.count()).toBe(3);
  });

  it('tells the kinds apart for a name that only the default server answers', async () => {
    const port = await serverOf('nginx', ['RSA', 'ECDSA P-256'], only);
    const name = 'www.shop.example';
    const finding = { kind: 'nameNotCovered', name };
    expect(await ask(port, 'RSA', { name })).toEqual(['RSA', finding]);
    expect(await ask(port, 'ECDSA P-256', { name })).toEqual(['ECDSA P-256', finding]);
  });
});

it('a certificate for the name counts more than one of the right kind for another', async () => {
  // HAProxy sends its first certificate where none fits both.
  const port = await serverWith('haproxy', [await leafOf({ names: ['other.example'] }), leaves.RSA]);
  const missing = { kind: 'keyKindMissing', served: 'RSA', wanted: 'ECDSA P-256' };
  expect(await ask(port, 'ECDSA P-256')).toEqual(['RSA', missing]);
});

it('both handshakes come after STARTTLS', async () => {
  const smtp = (begin: () => void, socket: Socket) => {
    socket.write('220 mail.example\r\n');
    const take = (data: Buffer) => {
      if (data.includes('STARTTLS')) {
        socket.off('data', take).pause().write('220 go\r\n');
        begin();
      } else socket.write('250-mail.example\r\n250 STARTTLS\r\n');
    };
    socket.on('data', take);
  };
  const relay = await relayTo(await serverOf('nginx', ['RSA', 'ECDSA P-256']), smtp);
  expect(await ask(relay.port, 'RSA', { protocol: 'smtp' })).toBe('RSA');
  const single = await relayTo(await serverOf('nginx', ['RSA']), smtp);
  const missing = { kind: 'keyKindMissing', served: 'RSA', wanted: 'Ed25519' };
  expect(await ask(single.port, 'Ed25519', { protocol: 'smtp' })).toEqual(['RSA', missing]);
  expect(single.count()).toBe(2);
});

it('a second handshake that gets no answer leaves open which certificates the server has', async () => {
  let count = 0;
  const relay = await relayTo(await serverOf('nginx', ['RSA']), (begin, socket) => {
    count += 1;
    if (count === 1) begin();
    else socket.resume();
  });
  const limits = { connect: 5000, startTls: 150, handshake: 1000 };
  const outcome = await probe({ port: relay.port, key: 'ECDSA P-256' }, { limits });
  expect(resultOf(outcome)).toEqual({ kind: 'timeout', phase: 'handshake' });
});
