import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { webServers } from '#scripts/vitest/presetServers.ts';
import type { ExportItemView } from '#shared/domain/export.ts';
import type { KeyKind, ReferenceService } from '#test/service/referenceService.ts';
import { ridOf } from '#test/support/orderRows.ts';
import {
  connect,
  endExport,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from '../../app/testApp.ts';
import { servedLeaf, startServer } from './webServers.ts';

/** Each in the form that its tools write. */
const keys = [
  { keyKind: 'rsa2048', keyEncoding: 'pkcs1' },
  { keyKind: 'p256', keyEncoding: 'sec1' },
  { keyKind: 'ed25519', keyEncoding: 'pkcs8' },
] as const;

/** All characters with a meaning in one of the languages, except `$`, which nginx cannot escape. */
const oddName = `it's "our" 100% #1; {certs} \\n é`;

/** A service with an order for each kind of key, by its name, and the app that has them. */
async function setUp(kinds: readonly KeyKind[]): Promise<{ service: ReferenceService; test: TestApp }> {
  const service = await serviceFor({ orders: 0 });
  for (const key of keys.filter(({ keyKind }) => kinds.includes(keyKind)))
    await service.addOrder({ ...key, rid: key.keyKind, name: key.keyKind, domains: [nameOf(key.keyKind)] });
  const test = await startTestApp();
  await connect(test, service);
  return { service, test };
}

function nameOf(keyKind: string): string {
  return `${keyKind}.shop.example`;
}

/** Exports every order into a folder. Returns the written files by rid. */
async function exportAll(
  test: TestApp,
  presetId: string,
  folder: string,
  passphrase: string | null = null,
): Promise<ReadonlyMap<string, ExportItemView>> {
  test.desktop.choices.chooseFolder = folder;
  const orderIds = [...test.seen().orders.keys()];
  const start = {
    orderIds,
    presetId,
    parts: null,
    container: 'folder' as const,
    into: null,
    deliveryId: null,
  };
  const jobId = okValue(await test.call('export:start', start)) ?? '';
  await endExport(test, jobId, { passphrase });
  const items = test.seen().exportJob?.items ?? [];
  await test.call('export:dismiss', jobId);
  for (const { state } of items) expect(state).toBe('written');
  return new Map(items.map((item) => [ridOf(test.seen().orders.get(item.orderId)), item]));
}

describe.each(webServers)('%s with the snippet of its preset', (kind) => {
  // The Node of these tests is Electron's, whose servers have no Ed25519.
  const kinds: readonly KeyKind[] = kind === 'node' ? ['rsa2048', 'p256'] : ['rsa2048', 'p256', 'ed25519'];

  it.each([
    ['a plain path', 'certs'],
    ['a path full of quotes', oddName],
  ])('serves the files exported to %s', async (_, name) => {
    const { service, test } = await setUp(kinds);
    const folder = join(temporaryFolder(), name);
    mkdirSync(folder);
    const exported = await exportAll(test, kind, folder);
    for (const [rid, { snippet }] of exported) {
      const servername = nameOf(rid);
      const server = await startServer(kind, { snippet: snippet ?? '', servername });
      expect(await servedLeaf(server.port, servername, service.caPem)).toBe(
        service.order(rid).fingerprint256,
      );
      await server.stop();
    }
    expect([...exported.keys()]).toEqual(kinds);
  });
});

it('nginx reads the encrypted key of its preset with the passphrase from a file', async () => {
  const { service, test } = await setUp(['rsa2048', 'p256']);
  const folder = temporaryFolder();
  const secret = join(folder, 'passphrase');
  writeFileSync(secret, 'correct horse\n');
  for (const [rid, { folder: own }] of await exportAll(test, 'pkcs8', folder, 'correct horse')) {
    const snippet = `
      ssl_certificate     ${join(folder, own, 'fullchain.pem')};
      ssl_certificate_key ${join(folder, own, 'privkey-encrypted.pem')};
      ssl_password_file   ${secret};`;
    const server = await startServer('nginx', { snippet, servername: nameOf(rid) });
    expect(await servedLeaf(server.port, nameOf(rid), service.caPem)).toBe(service.order(rid).fingerprint256);
    await server.stop();
  }
});

it('nginx serves the new leaf after the export of a renewed order and a reload', async () => {
  const { service, test } = await setUp(['p256']);
  const folder = temporaryFolder();
  const { snippet } = (await exportAll(test, 'nginx', folder)).get('p256') ?? {};
  const server = await startServer('nginx', { snippet: snippet ?? '', servername: nameOf('p256') });
  const served = () => servedLeaf(server.port, nameOf('p256'), service.caPem);
  const former = service.order('p256').fingerprint256;
  expect(await served()).toBe(former);

  const { fingerprint256 } = await service.renew('p256');
  const again = (await exportAll(test, 'nginx', folder)).get('p256');
  expect(again?.snippet).toBe(snippet);
  expect(await served()).toBe(former);
  await server.reload();
  await expect.poll(served).toBe(fingerprint256);
});

it.each(webServers)('%s reads everything from one file of a custom preset, with its lines', async (kind) => {
  const { service, test } = await setUp(['p256']);
  const { id } = okValue(
    await test.call('presets:save', {
      id: null,
      name: 'One file',
      folder: '{rid}',
      server: kind,
      files: [
        { name: 'chain.pem', format: 'pem', parts: ['chain'], mode: '644', lineEnds: 'lf' },
        {
          name: 'all.pem',
          format: 'pem',
          parts: ['leaf', 'chain', 'root', 'key'],
          mode: '600',
          lineEnds: 'crlf',
        },
      ],
    }),
  );
  await until(() => test.seen().presets.some((preset) => preset.id === id));
  const { snippet } = (await exportAll(test, id, temporaryFolder())).get('p256') ?? {};
  const server = await startServer(kind, { snippet: snippet ?? '', servername: nameOf('p256') });
  expect(await servedLeaf(server.port, nameOf('p256'), service.caPem)).toBe(
    service.order('p256').fingerprint256,
  );
});
