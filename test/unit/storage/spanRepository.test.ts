import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Database } from '#main/storage/database.ts';
import { migrations } from '#main/storage/migrations.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { createSpanRepository } from '#main/storage/spanRepository.ts';
import { DAY_MS as DAY } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import { asBeforeAcceptance, openTemporary, openWithConnections } from './fixtures.ts';
import { confirmed, facts, record } from './records.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** The schema of files without the validity of leaves. */
const VERSION_BEFORE = 7;

function okValue<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

/** An order with this many leaves, each 60 days after the previous one. */
function keepOrder(database: Database, id: string, leaves: number): void {
  const orders = createOrderRepository(database);
  orders.add([record(id)], []);
  for (let index = 0; index < leaves; index += 1) {
    const from = index * 60 * DAY;
    const leaf = facts(`${id}-${index}`, from, from + 90 * DAY);
    orders.saveStates([confirmed(record(id), leaf, from + 5)]);
  }
}

describe('span repository', () => {
  it('returns the validity of every leaf, of all orders or some', () => {
    const database = openWithConnections();
    keepOrder(database, '1', 1);
    keepOrder(database, '2', 2);
    keepOrder(database, '3', 0);
    const spans = createSpanRepository(database);
    const second = facts('2-1').fingerprint256;
    expect(okValue(spans.all())).toHaveLength(3);
    expect(okValue(spans.of(['2', '3', 'unknown']))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ orderId: '2', notBefore: 0, notAfter: 90 * DAY, firstSeenAt: 5 }),
        {
          orderId: '2',
          fingerprint256: second,
          notBefore: 60 * DAY,
          notAfter: 150 * DAY,
          firstSeenAt: 60 * DAY + 5,
        },
      ]),
    );
    expect(okValue(spans.of(['2', '3']))).toHaveLength(2);
  });

  it('includes leaves stored before their validity was', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const former = openWithConnections(path, migrations.slice(0, VERSION_BEFORE + 1));
    asBeforeAcceptance(former, () => keepOrder(former, '1', 2));
    for (const column of ['not_before', 'not_after']) {
      former.prepare(`ALTER TABLE order_leaves DROP COLUMN ${column}`).run();
    }
    former.prepare(`PRAGMA user_version = ${VERSION_BEFORE}`).run();
    former.dispose();
    const spans = okValue(createSpanRepository(openTemporary(path)).all());
    expect(spans.map(({ notAfter }) => notAfter).sort((a, b) => a - b)).toEqual([90 * DAY, 150 * DAY]);
  });

  it('returns an error if the file is damaged', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const database = openWithConnections(path);
    keepOrder(database, '1', 2);
    const root = database
      .query(
        "SELECT (rootpage - 1) * page_size AS offset, page_size FROM sqlite_master, pragma_page_size WHERE name = 'order_leaves'",
      )
      .get() as unknown as { readonly offset: number; readonly page_size: number };
    database.dispose();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(root.page_size, 0xff), 0, root.page_size, root.offset);
    closeSync(file);
    // Opening the file as the app does would find it.
    const opened = new Database(new DatabaseSync(path));
    onTestFinished(() => opened.dispose());
    const spans = createSpanRepository(opened);
    const damaged = { ok: false, error: { kind: 'storage', reason: 'damaged' } };
    expect(spans.of(['1'])).toMatchObject(damaged);
    expect(spans.all()).toMatchObject(damaged);
  });
});
