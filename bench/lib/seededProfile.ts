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
 * @param isFull whether it has lived: each order has exported files that are kept up to date, two tags, two former certificates, and
 *   an endpoint with two addresses, up to the most that the app allows; every tenth expires soon, and every tenth endpoint has the
 *   former certificate
 */
export async function seededProfile(
  context: BenchContext,
  orders: number,
  { isFull = false } = {},
): Promise<string> {
  const profile = await mkdtemp(join(context.folder, 'profile-'));
  const connectionId = randomUUID();
  const input = { profile, orders, connectionId, baseUrl: nowhere, isFull };
  await runChild(context, 'seedProfile.ts', input, z.object({ orders: z.literal(orders) }));
  await runChild(context, 'storeToken.ts', { connectionId }, z.object({}));
  return profile;
}
