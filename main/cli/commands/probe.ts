import { hostAndPort, isOfThisComputer } from '#shared/domain/endpoint.ts';
import { orderTitle } from '#shared/domain/order.ts';
import type { PictureAddress, PictureEndpoint, PictureOrder } from '#shared/domain/picture.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { type CommandContext, waitUntil } from '../commandContext.ts';
import { tellError } from '../errorTold.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { pickOrders, pickProblemText } from '../pickOrders.ts';
import { findingText, probeErrorText } from '../probeWords.ts';
import { type Cell, type Column, layOutTable } from '../table.ts';
import { verdictStyles } from '../verdictCell.ts';

/** `notafter probe`: looks what is served at the endpoints, one line for each address. */
export async function runProbe(words: readonly string[], context: CommandContext): Promise<ExitCode> {
  const { services, t, tell } = context;
  const rows = services.orders.list().map((order) => ({ ...order, title: orderTitle(order) }));
  const chosen = pickOrders(words, rows);
  if (!chosen.ok) {
    tell(pickProblemText(chosen.error, context));
    return exitCodes.usage;
  }
  const orderIds = new Set(chosen.value.map(({ id }) => id));
  if (endpointsOf(orderIds, context).length === 0) {
    tell(t('cli.probe.none'));
    return exitCodes.fine;
  }
  await services.prepare('probe');
  const missed = await probeAndWait(orderIds, context);
  if (context.signal.aborted) return exitCodes.interrupted;
  const taken = services.picture();
  if (!taken.ok) return tellError(taken.error, context);
  const code = sayEndpoints(
    taken.value.orders.filter(({ id }) => orderIds.has(id)),
    context,
  );
  if (missed === 0) return code;
  tell(t('cli.probe.missed', { count: missed }));
  return exitCodes.attention;
}

function endpointsOf(orderIds: ReadonlySet<string>, { services }: CommandContext) {
  return services.endpoints.views().filter(({ orderId }) => orderIds.has(orderId));
}

/** Every probe has limits of its own. @returns how many endpoints were not looked at, as there is no network */
async function probeAndWait(orderIds: ReadonlySet<string>, context: CommandContext): Promise<number> {
  const { endpoints } = context.services;
  const before = new Map(endpointsOf(orderIds, context).map(({ id, probedAt }) => [id, probedAt]));
  const asked = () => endpointsOf(orderIds, context).filter(({ id }) => before.has(id));
  endpoints.probe({ ids: [...before.keys()] });
  const isDone = () => asked().every(({ probing }) => !probing);
  await waitUntil(isDone, context, (look) => [endpoints.onDidChange(look)]);
  return asked().filter(({ id, probedAt }) => probedAt === before.get(id)).length;
}

function sayEndpoints(orders: readonly PictureOrder[], context: CommandContext): ExitCode {
  const { t, say, paint, columns: width } = context;
  const columns: readonly Column[] = [
    { title: t('cli.status.name'), min: 12 },
    { title: t('cli.probe.endpoint'), min: 20 },
    { title: t('cli.probe.address'), dropOrder: 1 },
    { title: t('cli.status.served') },
    { title: '', min: 16 },
  ];
  const places = orders.flatMap((order) =>
    order.endpoints.flatMap((endpoint) => placesOf(order, endpoint, context)),
  );
  const rows = places.map(({ cells }) => cells);
  for (const line of layOutTable(columns, rows, width, paint)) say(line);
  const affected = places.filter(({ inStep }) => !inStep).length;
  const all = places.length;
  say('');
  const summary =
    affected === 0 ? t('cli.probe.inStep', { count: all }) : t('cli.probe.notInStep', { affected, all });
  say(paint('dim', summary));
  return affected === 0 ? exitCodes.fine : exitCodes.attention;
}

interface Place {
  readonly cells: readonly Cell[];
  readonly inStep: boolean;
}

function placesOf(order: PictureOrder, endpoint: PictureEndpoint, context: CommandContext): readonly Place[] {
  const { t } = context;
  const plain = (text: string): Cell => ({ text, style: 'plain' });
  const where = [plain(order.title), plain(hostAndPort(endpoint))];
  const { error, addresses } = endpoint;
  if (addresses.length === 0) {
    const verdict = error === null || isOfThisComputer(error) ? 'unknown' : 'unreachable';
    const why = error === null ? '' : probeErrorText(error, t);
    const said: Cell = { text: t(`cli.verdict.${verdict}`), style: verdictStyles[verdict] };
    return [{ cells: [...where, plain(''), said, plain(why)], inStep: false }];
  }
  return addresses.map((address) => ({
    cells: [
      ...where,
      plain(address.address),
      { text: t(`cli.verdict.${address.verdict}`), style: verdictStyles[address.verdict] },
      plain(addressText(address, context)),
    ],
    inStep: address.verdict === 'inStep',
  }));
}

function addressText(
  { error, findings, notAfter, issuerName, relation }: PictureAddress,
  { t, locale }: CommandContext,
): string {
  if (error !== null) return probeErrorText(error, t);
  return [
    notAfter === null ? '' : t('cli.probe.until', { date: formatDate(notAfter, locale, 'local') }),
    relation === 'other' ? (issuerName ?? '') : '',
    ...findings.map((finding) => findingText(finding, t)),
  ]
    .filter((part) => part !== '')
    .join(t('common.listSeparator'));
}
