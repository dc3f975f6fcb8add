import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ControlCommand } from './controlCommands.ts';
import {
  type DeliverRequest,
  deliverUsage,
  parseDeliverCommandLine,
  type SecretSource,
} from './deliverCommandLine.ts';
import { type DeliverOptions, startReferenceService } from './referenceService.ts';
import { type DeliveryVerdict, deliveryVerdictSchema, verdictLine } from './sendDelivery.ts';

const refusalSchema = z.object({ error: z.string() });

async function secretOf(source: SecretSource): Promise<string> {
  if (source.kind === 'given') return source.secret;
  const secret = (await readFile(source.path, 'utf8')).replace(/\r?\n$/, '');
  if (secret === '') throw new Error(`${source.path} is empty`);
  return secret;
}

async function control(url: string, command: ControlCommand): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  }).catch(() => {
    throw new Error(`No service answers at ${url}`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const refused = refusalSchema.safeParse(answer);
  throw new Error(refused.success ? refused.data.error : `The service answered HTTP ${response.status}`);
}

async function deliverFromRunning(
  url: string,
  rid: string,
  renew: boolean,
  options: DeliverOptions,
): Promise<DeliveryVerdict> {
  if (renew) await control(url, { action: 'renew', rid });
  const { secret, task, encoding, charset, caPem } = options;
  const delivery = { rid, url: options.url, secret, task, encoding, charset, caPem };
  return deliveryVerdictSchema.parse(await control(url, { action: 'deliver', ...delivery }));
}

async function deliverFromOwn(
  rid: string | undefined,
  renew: boolean,
  options: DeliverOptions,
): Promise<DeliveryVerdict> {
  const service = await startReferenceService({ orders: 0 });
  try {
    const order = await service.addOrder(rid === undefined ? { name: 'Throw-away order' } : { rid });
    if (renew) await service.renew(order.rid);
    return await service.deliver(order.rid, options);
  } finally {
    await service.close();
  }
}

async function deliver(request: DeliverRequest): Promise<DeliveryVerdict> {
  const { to, rid, task, encoding, charset, renew, caFile } = request;
  const secret = await secretOf(request.secret);
  const caPem = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  const options = { url: to, secret, task, encoding, charset, caPem };
  return request.control === undefined || rid === undefined
    ? deliverFromOwn(rid, renew, options)
    : deliverFromRunning(request.control, rid, renew, options);
}

/**
 * Executes `deliver` with its arguments: prints the verdict, the help or an error, and returns
 * the exit code. It never prints the secret.
 */
export async function runDeliverCommand(args: readonly string[]): Promise<number> {
  const command = parseDeliverCommandLine(args, process.env);
  if (command.kind === 'help') {
    process.stdout.write(deliverUsage);
    return 0;
  }
  if (command.kind === 'invalid') {
    process.stderr.write(`${command.reason}\n\n${deliverUsage}`);
    return 2;
  }
  try {
    const verdict = await deliver(command.request);
    process.stdout.write(`${verdictLine(verdict)}\n`);
    return verdict.outcome === 'succeeded' ? 0 : 1;
  } catch (error) {
    process.stderr.write(`Nothing was delivered: ${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}
