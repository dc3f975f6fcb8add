import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import { migrations } from '#main/storage/migrations.ts';
import { copyBundle } from '#test/unit/deployment/copies/copyFixtures.ts';
import { openTemporary } from './fixtures.ts';
import { temporaryFolder } from './temporaryFolder.ts';

it('returns copies as saved, changed and removed, with their files in order', () => {
  const copies = createCopyRepository(openTemporary());
  const chainEnd = { at: 900, name: 'Issuing CA' };
  const { presetId, fingerprint256, notBefore, notAfter, chainComplete, writtenAt } = copyBundle([]);
  const files = copyBundle(['z.pem']).files.map(({ path: _path, ...file }) => file);
  const leaf = { fingerprint256, notBefore, notAfter, chainEnd, chainComplete };
  const record = { presetId, ...leaf, writtenAt, files };
  const one = copyBundle(['z.pem', 'a.pem'], {
    chainEnd,
    agreed: ['writableByOthers'],
    autoRefresh: true,
    previous: { directory: '.f', record },
    command: ['/usr/bin/systemctl', 'reload', 'a "b"', ''],
    failedRun: { kind: 'ended', startedAt: 1, endedAt: 2, outcome: { kind: 'exited', code: 3 } },
  });
  const other = {
    ...one,
    id: 'other',
    files: one.files.map((file) => ({ ...file, path: `/o/${file.name}` })),
  };
  copies.save([one, other], []);
  expect(copies.all()).toEqual([one, other]);
  const changed = { ...one, autoRefresh: false, previous: null, files: one.files.slice(1) };
  const without = { ...changed, command: null, failedRun: null };
  copies.save([changed], ['other']);
  expect(copies.all()).toEqual([changed]);
  copies.save([without], []);
  expect(copies.all()).toEqual([without]);
});

it('returns no failed run for copies of versions that did not store them', () => {
  const path = join(temporaryFolder(), 'notafter.db');
  const before = migrations.findIndex((step) => step.includes('ADD COLUMN failed_run'));
  const former = openTemporary(path, migrations.slice(0, before));
  const copy = copyBundle(['a.pem'], { command: ['/bin/true'] });
  former.write(() => {
    former
      .prepare(`
        INSERT INTO copy_bundles (id, order_id, preset_id, target, folder, agreed, fingerprint, not_before, not_after,
          chain_complete, written_at, keep_fresh, former, command)
        VALUES (?, ?, ?, ?, ?, '[]', ?, ?, ?, 1, ?, 0, NULL, ?)`)
      .run(
        ...[copy.id, copy.orderId, copy.presetId, copy.target, copy.folder, copy.fingerprint256],
        ...[copy.notBefore, copy.notAfter, copy.writtenAt, JSON.stringify(copy.command)],
      );
    for (const [position, { path: at, name, sha256, size, mode, spec }] of copy.files.entries())
      former
        .prepare(`
          INSERT INTO copy_files (path, bundle_id, position, name, sha256, size, mode, has_key, spec)
          VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?)`)
        .run(at, copy.id, position, name, sha256, size, mode, JSON.stringify(spec));
  });
  former.dispose();
  expect(createCopyRepository(openTemporary(path)).all()).toEqual([copy]);
});

it('assigns a path to the bundle that was saved last', () => {
  const copies = createCopyRepository(openTemporary());
  copies.save([copyBundle(['a.pem'])], []);
  copies.save([copyBundle(['a.pem'], { id: 'later' })], ['copy']);
  expect(copies.all().map(({ id, files }) => `${id} ${files.length}`)).toEqual(['later 1']);
});

it('returns undefined for invalid JSON', () => {
  const database = openTemporary();
  const copies = createCopyRepository(database);
  copies.save([copyBundle(['a.pem'])], []);
  database.write(() => {
    database
      .prepare("UPDATE copy_bundles SET agreed = '{', former = '[', command = 'x', failed_run = '{'")
      .run();
    database.prepare("UPDATE copy_files SET spec = '{'").run();
  });
  expect(copies.all()).toMatchObject([
    {
      ...{ agreed: undefined, previous: undefined, command: undefined, failedRun: undefined },
      files: [{ spec: undefined }],
    },
  ]);
});

it.each([
  [
    'orders',
    "INSERT INTO connections (id, name, base_url, created_at) VALUES ('c', 'n', 'u', 0)",
    "INSERT INTO orders VALUES ('a', 'c', 'r', NULL, 0, NULL)",
  ],
  ['push_orders', 'SELECT 1', "INSERT INTO push_orders VALUES ('a', 'h', 'n', NULL, '[]', 0, NULL)"],
])('copies are deleted with their order in the table %s', (table, before, insert) => {
  const database = openTemporary();
  const copies = createCopyRepository(database);
  database.write(() => {
    for (const sql of [before, insert]) database.prepare(sql).run();
  });
  copies.save([copyBundle(['a.pem'])], []);
  database.write(() => database.prepare(`DELETE FROM ${table} WHERE id = 'a'`).run());
  expect(copies.all()).toEqual([]);
});

it('outlines have of each copy what the whole has; a run that failed counts while there is a command', () => {
  const copies = createCopyRepository(openTemporary());
  const failedRun = { kind: 'skipped', startedAt: 1 } as const;
  const one = copyBundle(['a.pem'], {
    chainEnd: { at: 900, name: 'Issuing CA' },
    autoRefresh: true,
    command: ['/bin/true'],
    failedRun,
  });
  const files = one.files.map((file) => ({ ...file, path: `/o/${file.name}` }));
  const other = { ...one, id: 'other', orderId: 'b', files, chainEnd: null, command: null };
  copies.save([one, other], []);
  const outlines = copies.outlines();
  expect(outlines).toHaveLength(2);
  expect(one).toMatchObject(outlines.find(({ orderId }) => orderId === one.orderId) ?? {});
  expect({ ...other, failedRun: null }).toMatchObject(outlines.find(({ orderId }) => orderId === 'b') ?? {});
  expect(outlines.map(({ failedRun: run }) => run)).toEqual([failedRun, null]);
  expect(copies.ofOrders(['b'])).toEqual([other]);
});
