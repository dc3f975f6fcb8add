import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { PlannedDestinations } from '#main/deployment/copies/plannedDestinations.ts';
import { PresetService } from '#main/deployment/presets/presetService.ts';
import {
  createPauseRepository,
  createSeenCopyRepository,
  createSnoozeRepository,
} from '#main/storage/alertRepositories.ts';
import { createAnnotationRepository } from '#main/storage/annotationRepository.ts';
import { createAuthorityRepository } from '#main/storage/authorityRepository.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import { createEndpointRepository } from '#main/storage/endpointRepository.ts';
import {
  createHiddenRepository,
  createPlannedRepository,
  createPresetRepository,
} from '#main/storage/exportRepositories.ts';
import { createHookRepository } from '#main/storage/hookRepository.ts';
import { createInboxRepository } from '#main/storage/inboxRepository.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { createReceiverLogRepository } from '#main/storage/receiverRepositories.ts';
import { createSettingsRepository } from '#main/storage/settingsRepository.ts';
import { ages } from '#test/support/ages/ages.ts';
import { writeAge } from '#test/support/ages/openAge.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { openTemporary } from './fixtures.ts';
import { temporaryFolder } from './temporaryFolder.ts';

type Row = Readonly<Record<string, unknown>>;

/** All rows of a file, by table. */
function rowsOf(path: string): ReadonlyMap<string, readonly Row[]> {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()
    .map(({ name }) => String(name));
  const rows = new Map(tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]));
  database.close();
  return rows;
}

/** Names of today. */
const renamed: ReadonlyMap<string, string> = new Map([['snoozes', 'order_snoozes']]);
/** What a later version does not keep on purpose: it computes the value again, or does not need it. */
const computed: Readonly<Record<string, readonly string[]>> = {
  order_states: ['next_poll_at', 'accepted'],
  presets: ['switching'],
  copy_bundles: ['switching'],
};

function openedAge(name: string) {
  const path = join(temporaryFolder(), 'notafter.db');
  writeAge(name, path);
  const before = rowsOf(path);
  return { path, before, database: openTemporary(path) };
}

const rowsBefore = (before: ReadonlyMap<string, readonly Row[]>, table: string) =>
  before.get(table)?.length ?? 0;

it('of every version but the newest is there', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  const [, ...versions] = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gmu)].map(([, version]) => version);
  expect(versions.length).toBeGreaterThan(0);
  expect(ages.map(({ name }) => name)).toEqual(expect.arrayContaining(versions));
});

describe.each(ages)('the data of $name', ({ name, schema }) => {
  it('has every row of every table after the update, and is kept beside it', () => {
    const { path, before, database } = openedAge(name);
    expect(before.size).toBeGreaterThan(7);
    database.dispose();
    const after = rowsOf(path);
    for (const [table, rows] of before) {
      const ignored = computed[table] ?? [];
      const own = (row: Row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !ignored.includes(column)));
      const found = after.get(renamed.get(table) ?? table);
      for (const row of rows) expect(found, table).toContainEqual(expect.objectContaining(own(row)));
    }
    const copies = readdirSync(dirname(path)).filter((file) => file.startsWith(`notafter.db.v${schema}-`));
    expect(copies).toHaveLength(1);
    const kept = rowsOf(join(dirname(path), copies[0] ?? ''));
    for (const [table, rows] of before)
      if (table !== 'delivery_keys' && table !== 'deliveries') expect(kept.get(table), table).toEqual(rows);
  });

  it('is read by today’s code, without a row that cannot be used', () => {
    const { before, database } = openedAge(name);
    const { logger, lines } = createRecordingLogger();
    const ports = { logger, newId: () => 'id', clock: createFakeTime().clock };
    const orders = createOrderRepository(database, logger).load();
    expect(orders.map(({ id, alias, removedAt }) => [id, alias, removedAt === null])).toEqual([
      ['shop', 'The shop', true],
      ['mail', null, true],
      ['old', null, false],
    ]);
    const [shop, mail] = orders;
    expect(shop).toMatchObject({
      ...{ serviceName: 'shop', serviceNotAfter: '2026-04-01T00:00:00', failure: null },
      leaf: { commonName: 'shop-2.example' },
      chain: [{ commonName: 'issuing.example' }],
      findings: [{ kind: 'chainIncomplete' }],
    });
    expect(mail).toMatchObject({ failures: 3, failure: { kind: 'serverError', detail: 'down' } });
    const history = createOrderRepository(database, logger).history('shop');
    expect(history.ok ? history.value.map(({ notBefore }) => notBefore) : null).toEqual(
      [0, -80].map((days) => Date.UTC(2026, 0, 1 + days)),
    );
    // What was trusted goes on to be.
    expect(createConnectionRepository(database, logger).all()).toMatchObject([
      {
        id: 'c-1',
        ca: { pem: 'PEM of a CA' },
        chosenCa: 'PEM of a CA',
        tokenFile: { name: 'Connection c-1' },
      },
      { id: 'c-2', ca: null, chosenCa: null, tokenFile: { baseUrl: 'https://c-2.example' } },
    ]);
    expect(Object.fromEntries(createSettingsRepository(database).load())).toEqual({
      ...{ theme: 'dark', language: 'zh-CN', warningDays: 21, alertDays: [30, 10] },
    });
    expect(createPauseRepository(database, logger).load()).toMatchObject({ until: null });
    expect(createSnoozeRepository(database, logger).load()).toMatchObject([{ orderId: 'mail' }]);
    const count = {
      copy_bundles: new CopyRegistry({ repository: createCopyRepository(database), ...ports }).list(),
      planned_destinations: new PlannedDestinations({
        repository: createPlannedRepository(database),
        ...{ hasPreset: () => true, makeFolder: async (path) => path, home: '/root', ...ports },
      }).list(),
      presets: new PresetService({ repository: createPresetRepository(database), ...ports }).custom(),
      endpoints: createEndpointRepository(database, logger)
        .all()
        .filter(({ addresses }) => addresses[0]?.served != null),
      hooks: createHookRepository(database, logger)
        .all()
        .filter(({ secrets }) => secrets.length === 1),
      deliveries: createInboxRepository(database, logger).load(),
      push_orders: createInboxRepository(database, logger).loadPushOrders(),
      order_names: createInboxRepository(database, logger).loadNames(),
      seen_deliveries: createInboxRepository(database, logger).loadSeen(),
      receiver_log: createReceiverLogRepository(database, logger).load(),
      hidden_names: createHiddenRepository(database, logger).all(),
      untold_copies: createSeenCopyRepository(database, logger).load(),
      authority_records: [...createAuthorityRepository(database, logger).load()],
      order_annotations: [...createAnnotationRepository(database, logger).load().values()].filter(
        ({ tags, note }) => tags.join() === 'web,prod' && note === 'Ask before a change',
      ),
    };
    for (const [table, found] of Object.entries(count))
      expect(found.length, table).toBe(rowsBefore(before, table));
    expect(lines).toEqual([]);
  });
});
