import { PastRemover } from '#main/orders/renewals/pastRemover.ts';
import { createPastRepository } from '#main/storage/pastRepository.ts';
import type { Base } from './base.ts';

/** Creates what removes that which is long past. It is no part of the start. */
export function createPastRemover({
  database,
  confirmedClock,
  scheduler,
  lifetime,
  logger,
}: Base): PastRemover {
  const remover = new PastRemover({
    repository: createPastRepository(database),
    confirmedClock,
    scheduler,
    logger,
  });
  lifetime.stop(remover);
  return remover;
}
