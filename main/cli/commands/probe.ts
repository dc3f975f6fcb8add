import { jsonParts } from '#main/platform/jsonParts.ts';
import type { Parts } from '#main/platform/slices.ts';
import { placeSeverity } from '#shared/domain/conditions/placeConditions.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import {
  aboutKeys,
  type Immutable,
  orderSchemas,
  orderValues,
  type Zod,
} from '#shared/domain/orderFields.ts';
import type { z } from '#shared/zod.ts';
import type { Given } from '../command.ts';
import { type CommandContext, tellError, waitUntil } from '../context.ts';
import { probeLines, probeSummary } from '../deploymentCells.ts';
import { type ExitCode, exitCodes, worstCode } from '../exitCodes.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';
import type { Column } from '../table.ts';
import { sayTable } from '../table.ts';
import { writeParts } from '../writeParts.ts';

/** `notafter probe`: checks which certificate the endpoints serve, one line per address. */
async function runProbe({ words }: Given, context: CommandContext): Promise<ExitCode> {
  const { services, t, tell, unknown, isJson } = context;
  const chosen = pickListed(words, context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  const orderIds = new Set(chosen.value.map(({ id }) => id));
  if (endpointsOf(orderIds, context).length === 0) {
    tell(t('cli.probe.none'));
    if (isJson) await writeParts(probeJson([], 0), context);
    return exitCodes.fine;
  }
  await context.prepare();
  const missed = await probeAndWait(orderIds, context);
  if (context.signal.aborted) return exitCodes.interrupted;
  const taken = await services.inventories.take(words.length === 0 ? null : [...orderIds]);
  if (!taken.ok) return tellError(taken.error, context);
  const orders = taken.value.orders.filter(({ id }) => orderIds.has(id));
  if (isJson) await writeParts(probeJson(orders, missed), context);
  // Judges them in any case, for the exit code.
  const code = await sayEndpoints(orders, context);
  if (missed === 0) return code;
  tell(t('cli.probe.missed', { count: missed }));
  return worstCode([code, exitCodes.attention]);
}

const probeKeys = [...aboutKeys, 'endpoints'] as const;

type ProbeValue = Immutable<z.input<ReturnType<typeof probeResult>>>;

function probeJson(orders: readonly InventoryOrder[], missed: number): Parts {
  const head: Omit<ProbeValue, 'orders'> = { schema: 2, changed: false, missed };
  return jsonParts(head, 'orders', orders, (order): ProbeValue['orders'][number] =>
    orderValues(probeKeys, order),
  );
}

function endpointsOf(orderIds: ReadonlySet<string>, { services }: CommandContext) {
  return services.endpoints.views().filter(({ orderId }) => orderIds.has(orderId));
}

/** Waits for the probes, which have timeouts. @returns how many endpoints were not probed, without a network */
async function probeAndWait(orderIds: ReadonlySet<string>, context: CommandContext): Promise<number> {
  const { endpoints } = context.services;
  const before = new Map(endpointsOf(orderIds, context).map(({ id, probedAt }) => [id, probedAt]));
  const asked = () => endpointsOf(orderIds, context).filter(({ id }) => before.has(id));
  endpoints.probe({ ids: [...before.keys()] });
  const isDone = () => asked().every(({ probing }) => !probing);
  await waitUntil(isDone, context, endpoints.onDidChange);
  return asked().filter(({ id, probedAt }) => probedAt === before.get(id)).length;
}

async function sayEndpoints(orders: readonly InventoryOrder[], context: CommandContext): Promise<ExitCode> {
  const { t, say, paint } = context;
  const columns: readonly Column[] = [
    { title: t('cli.status.name'), min: 12 },
    { title: t('cli.probe.endpoint'), min: 20 },
    { title: t('cli.probe.address'), dropOrder: 1 },
    { title: t('cli.status.served') },
    { title: '', min: 16 },
  ];
  const places = orders.flatMap((order) =>
    order.endpoints.flatMap((endpoint) => probeLines(order, endpoint, context)),
  );
  const rows = places.map(({ cells }) => cells);
  await sayTable(columns, rows, context);
  const statuses = places.flatMap(({ status }) => status ?? []);
  const wrong = statuses.filter((status) => status !== 'current');
  say('');
  say(paint('dim', probeSummary(statuses, context)));
  // An address with unknown status counts as a warning.
  return worstCode(
    wrong.map((status) => exitCodes[placeSeverity(status) === 'critical' ? 'critical' : 'attention']),
  );
}

/** The JSON of `probe --json`. */
export const probeResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(2),
    changed: z.literal(false).describe('A probe changes nothing.'),
    missed: z.int().describe('Endpoints that were not checked because this computer is offline.'),
    orders: z.array(z.strictObject(orderSchemas(probeKeys, z))),
  });

export const probe = { run: runProbe, result: probeResult };
