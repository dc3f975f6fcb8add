import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BenchContext } from './bench.ts';
import { runChild } from './runChild.ts';

/** Where nothing listens: the orders were confirmed a moment ago, so that nothing is asked for anyway. */
const nowhere = 'https://127.0.0.1:9';

/**
 * A new profile that holds so many orders, with a token in the desktop's keychain. Nothing of it is due to be polled
 * for the next 40 minutes.
 * @param isLastDay whether the orders expire within a day, so that their countdowns tick every second (at most 60)
 */
export async function seededProfile(
  context: BenchContext,
  orders: number,
  isLastDay = false,
): Promise<string> {
  const profile = await mkdtemp(join(context.folder, 'profile-'));
  const connectionId = randomUUID();
  const input = { profile, orders, connectionId, baseUrl: nowhere, isLastDay };
  await runChild(context, 'seedProfile.ts', input, z.object({ orders: z.literal(orders) }));
  await runChild(context, 'keepToken.ts', { connectionId }, z.object({}));
  return profile;
}
