import type { OutboxItem, OutboxPorts, OutboxRepository } from '#main/alerting/events/outbox.ts';
import type { Logger } from '#main/platform/logger.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { FakeTime } from './fakeTime.ts';

/** Waiting events in memory; `isFull`: nothing can be stored. */
export class FakeOutboxRepository implements OutboxRepository {
  readonly items = new Map<string, OutboxItem>();
  isFull = false;

  load(): readonly OutboxItem[] {
    return [...this.items.values()];
  }

  save(items: readonly OutboxItem[]): Result<null> {
    if (this.isFull) return err({ kind: 'storage', reason: 'full', detail: '' });
    for (const item of items) this.items.set(item.id, item);
    return ok(null);
  }

  remove(ids: readonly string[]): Result<null> {
    for (const id of ids) this.items.delete(id);
    return ok(null);
  }
}

/** What an outbox needs, with ids from 1 and without jitter. */
export function fakeOutbox(
  { clock, confirmedClock, scheduler, onDidCompare }: FakeTime,
  logger: Logger,
  repository = new FakeOutboxRepository(),
  onDidJump: OutboxPorts['onDidJump'] = () => ({ dispose: () => undefined }),
): Omit<OutboxPorts, 'delaysMs' | 'attempt'> {
  let ids = repository.items.size;
  const newId = () => {
    ids += 1;
    return `${ids}`;
  };
  const time = { clock, confirmedClock, scheduler, onDidJump, onDidCompare };
  return { ...time, repository, random: () => 0, newId, logger };
}
