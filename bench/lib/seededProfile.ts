import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BenchContext } from './bench.ts';
import { runChild } from './runChild.ts';

/** An address without a listener: the orders were just confirmed, so nothing is polled. */
const nowhere = 'https://127.0.0.1:9';

/**
 * A new profile with `count` orders and a token in the desktop's keychain. No order is due to be polled
 * for the next 40 minutes.
 * @param isLastDay whether the orders expire within a day, so that their countdowns tick every second (at most 60)
 * @param isFull whether it has lived: each order has an endpoint with two addresses, exported files that are kept up to date, two
 *   tags and two former certificates; every tenth expires soon, and the server of every tenth has its former certificate
 */
export async function seededProfile(
  context: BenchContext,
  orders: number,
  { isLastDay = false, isFull = false } = {},
): Promise<string> {
  const profile = await mkdtemp(join(context.folder, 'profile-'));
  const connectionId = randomUUID();
  const input = { profile, orders, connectionId, baseUrl: nowhere, isLastDay, isFull };
  await runChild(context, 'seedProfile.ts', input, z.object({ orders: z.literal(orders) }));
  await runChild(context, 'storeToken.ts', { connectionId }, z.object({}));
  return profile;
}
