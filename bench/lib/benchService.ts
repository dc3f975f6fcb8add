import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startReferenceService } from '#scripts/demo/referenceService.ts';
import type { ControlCommand } from '#test/service/controlCommands.ts';
import type { BenchService } from './bench.ts';

const stateSchema = z.object({
  requestCount: z.number(),
  orders: z.array(
    z.object({ rid: z.string(), name: z.string(), notBefore: z.coerce.date(), notAfter: z.coerce.date() }),
  ),
});

/** Orders of the service for the figures of a sync. */
const SERVICE_ORDERS = 2000;

/** Starts the reference service, which takes some seconds to issue its certificates. @param folder for its announcement */
export async function startBenchService(folder: string): Promise<BenchService & { stop(): Promise<void> }> {
  const { stop, ...announcement } = await startReferenceService(['--orders', String(SERVICE_ORDERS)]);
  const { caFile, controlUrl } = announcement;
  if (caFile === null) throw new Error('The service has no TLS');
  const file = join(folder, 'service.json');
  await writeFile(file, JSON.stringify(announcement), { mode: 0o600 });
  return {
    ...announcement,
    caFile,
    file,
    stop,
    async setLatency(ms) {
      await commandService(controlUrl, { action: 'setLatency', ms });
      // Otherwise its request log grows.
      await commandService(controlUrl, { action: 'clearRequests' });
    },
  };
}

/** Gives a command to a running service. @returns its answer. Throws when it refuses */
export async function commandService(controlUrl: string, command: ControlCommand): Promise<unknown> {
  const reply = await fetch(controlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  });
  if (!reply.ok) throw new Error(`The service refused: ${await reply.text()}`);
  return reply.json();
}

/** The orders of a running service, and how many requests it has had. */
export async function serviceState(controlUrl: string): Promise<z.output<typeof stateSchema>> {
  return stateSchema.parse(await commandService(controlUrl, { action: 'state' }));
}
