import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  temporaryFolder,
  until,
} from '#test/integration/app/testApp.ts';
import { notafter } from './askApp.ts';

type TestApp = Awaited<ReturnType<typeof startTestApp>>;

async function exportTo(test: TestApp, rid: string, folder: string, preset = 'nginx') {
  const words = ['export', rid, '--preset', preset, '--to', folder, '--replace', '--accept-warnings'];
  return await notafter(test, words);
}

async function twoOrdersOfOneName() {
  const service = await serviceFor({ orders: 0 });
  for (const [rid, keyKind] of [
    ['rsaOrder', 'rsa2048'],
    ['ecdsaOrder', 'p256'],
  ] as const)
    await service.addOrder({ rid, name: 'shop.example', keyKind });
  const test = await startTestApp();
  await connect(test, service, ['rsaOrder', 'ecdsaOrder']);
  return { test, service };
}

/** Every file below a folder, with its text. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length + 1),
        readFileSync(join(parentPath, name), 'utf8'),
      ]),
  );
}

describe('two orders with the same name', () => {
  it('have separate folders in any order of export, and both stay in the register', async () => {
    const { test } = await twoOrdersOfOneName();
    const folder = temporaryFolder();
    expect(await exportTo(test, 'ecdsaOrder', folder)).toMatchObject({ code: 0 });
    const first = filesIn(folder);
    expect(await exportTo(test, 'rsaOrder', folder)).toMatchObject({ code: 0 });
    const both = filesIn(folder);
    for (const [name, text] of first) expect(both.get(name)).toBe(text);
    await until(() => test.seen().copies.length === 2);
    expect(new Set(test.seen().copies.map(({ orderId }) => orderId)).size).toBe(2);
    // Again: each writes its own files.
    const folders = readdirSync(folder);
    for (const rid of ['rsaOrder', 'ecdsaOrder'])
      expect(await exportTo(test, rid, folder)).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual(folders);
    expect(test.seen().copies).toHaveLength(2);
  });

  it('have the same folders in the window, by any path to the target', async () => {
    const { test } = await twoOrdersOfOneName();
    const folder = temporaryFolder();
    for (const rid of ['ecdsaOrder', 'rsaOrder']) await exportTo(test, rid, folder);
    const folders = readdirSync(folder);
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    test.desktop.choices.chooseFolder = link;
    const orderIds = ['ecdsaOrder', 'rsaOrder'].map((rid) => test.order(rid)?.id ?? '');
    const jobId = okValue(
      await test.call('export:start', {
        orderIds,
        presetId: 'nginx',
        parts: null,
        container: 'folder',
        into: null,
        deliveryId: null,
      }),
    );
    await until(() => test.seen().exportJob?.phase === 'done');
    expect(
      test
        .seen()
        .exportJob?.items.map(({ folder: own }) => own)
        .toSorted(),
    ).toEqual(folders);
    // Their own files, with the certificate that they have already.
    expect(test.seen().exportJob?.items.map(({ state }) => state)).toEqual(['current', 'current']);
    await test.call('export:dismiss', jobId ?? '');
  });
});
