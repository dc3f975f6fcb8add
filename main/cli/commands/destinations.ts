import { folderOf } from '#main/deployment/copies/copyRecord.ts';
import { type CopyBundleView, copyStates } from '#shared/domain/copy.ts';
import { instant } from '#shared/domain/orderFieldParts.ts';
import { aboutKeys, orderValues } from '#shared/domain/orderFields.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { cleanText } from '#shared/text.ts';
import { about, answerSchema, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { commandPath } from '../commandPath.ts';
import { type CommandContext, shellWord, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { listedOrders, pickListed, pickProblemText } from '../pickOrders.ts';
import type { Cell } from '../table.ts';
import { plain, sayTable } from '../table.ts';
import { trackedFolders } from '../updateFolders.ts';

/** Exported files, or a folder of a configuration file that waits for its first export. */
interface Destination
  extends Pick<CopyBundleView, 'id' | 'orderId' | 'presetId' | 'state' | 'outdated' | 'command'> {
  /** An absolute path. */
  readonly folder: string;
  /** When the files were written, Unix ms; `null`: not yet. */
  readonly writtenAt: number | null;
  readonly keepsUpdated: boolean;
}

function destinationsOf(services: CommandContext['services']): readonly Destination[] {
  return [
    ...trackedFolders(services).map(({ bundle, view: { autoRefresh, needsPassphrase, ...view } }) => ({
      ...view,
      folder: folderOf(bundle),
      keepsUpdated: autoRefresh && !needsPassphrase,
    })),
    ...services.planned.list().map(({ autoRefresh, target, ...one }) => ({
      ...one,
      folder: target,
      state: null,
      outdated: false,
      command: null,
      writtenAt: null,
      keepsUpdated: autoRefresh,
    })),
  ];
}

/** `notafter destinations list`: what is exported where, and how it is there now. */
async function runDestinationsList({ words }: Given, context: CommandContext): Promise<ExitCode> {
  const { services, unknown } = context;
  const chosen = pickListed(words, context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  await context.prepare();
  const ids = new Set(chosen.value.map(({ id }) => id));
  const destinations = destinationsOf(services).filter(({ orderId }) => ids.has(orderId));
  answerWith(destinations, false, context);
  await sayDestinations(destinations, context);
  return exitCodes.fine;
}

/** `notafter destinations remove`: folders are no longer tracked, all of them or none. Their files stay. */
async function runDestinationsRemove(
  { words: folders, options }: Given<never, 'ignore-missing'>,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, say, unknown } = context;
  await context.prepare();
  const all = destinationsOf(services);
  const byFolder = Map.groupBy(all, ({ folder }) => folder);
  const found = folders.map((folder) => ({ folder, own: byFolder.get(commandPath(folder, context)) ?? [] }));
  const missing = options['ignore-missing'] ? undefined : found.find(({ own }) => own.length === 0);
  if (missing !== undefined)
    return unknown(t('cli.destinations.unknown', { folder: shellWord(missing.folder) }));
  const removed = [...new Set(found.flatMap(({ own }) => own))];
  const [written, waiting] = [true, false].map((isWritten) =>
    removed.filter(({ writtenAt }) => (writtenAt !== null) === isWritten).map(({ id }) => id),
  );
  const forgotten = written?.length ? await services.copies.forget(written) : null;
  if (forgotten?.ok === false) return tellError(forgotten.error, context);
  const unplanned = waiting?.length ? services.planned.remove(waiting) : null;
  if (unplanned?.ok === false) return tellError(unplanned.error, context);
  answerWith(removed, removed.length > 0, context);
  for (const { folder } of removed) say(`${shellWord(folder)}  ${t('cli.destinations.removed')}`);
  return exitCodes.fine;
}

async function sayDestinations(destinations: readonly Destination[], context: CommandContext): Promise<void> {
  const { services, t, locale } = context;
  const titles = new Map(listedOrders(services).map(({ id, title }) => [id, title]));
  const presets = new Map(services.presets.list().map(({ id, name }) => [id, name ?? id]));
  const columns = [
    { title: t('cli.destinations.folder'), min: 20 },
    { title: t('cli.status.name'), min: 12 },
    { title: t('cli.presets.preset'), min: 8, dropOrder: 2 },
    { title: t('cli.destinations.state') },
    { title: t('cli.destinations.written'), dropOrder: 1 },
    { title: t('cli.destinations.keepsUpdated') },
  ];
  const rows = destinations.map(({ folder, orderId, presetId, writtenAt, keepsUpdated, ...one }) => [
    plain(folder),
    plain(titles.get(orderId) ?? ''),
    plain(presets.get(presetId) ?? presetId),
    stateCell({ writtenAt, ...one }, context),
    plain(writtenAt === null ? '' : formatDate(writtenAt, locale, 'local')),
    plain(t(keepsUpdated ? 'cli.destinations.yes' : 'cli.destinations.no')),
  ]);
  await sayTable(columns, rows, context, t('cli.destinations.none'));
}

function stateCell(
  { state, outdated, writtenAt }: Pick<Destination, 'state' | 'outdated' | 'writtenAt'>,
  { t }: CommandContext,
): Cell {
  if (writtenAt === null) return { text: t('cli.destinations.waits'), style: 'dim' };
  const worst = outdated && (state === null || state === 'fresh') ? 'stale' : state;
  if (worst === null) return { text: t('copies.unseen'), style: 'dim' };
  return { text: t(`copies.state.${worst}`), style: worst === 'fresh' ? 'good' : 'warning' };
}

function answerWith(
  destinations: readonly Destination[],
  changed: boolean,
  { services, answer }: CommandContext,
): void {
  const orders = new Map(services.orderList.list().map((order) => [order.id, order]));
  answer<typeof destinationsResult>({
    changed,
    destinations: destinations.flatMap(
      ({ orderId, folder, presetId, writtenAt, keepsUpdated, state, outdated, command }) => {
        const order = orders.get(orderId);
        if (order === undefined) return [];
        return {
          order: orderValues(aboutKeys, order),
          folder,
          preset: presetId,
          writtenAt: instant(writtenAt),
          keepsUpdated,
          state,
          outdated,
          command: command?.map(cleanText) ?? null,
        };
      },
    ),
  });
}

/** The JSON of `destinations list --json` and `destinations remove --json`. */
export const destinationsResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether a folder is no longer tracked. A list changes nothing.'),
    destinations: z
      .array(
        z.strictObject({
          order: z.strictObject(about(z)),
          folder: z.string().describe('An absolute path.'),
          preset: z.string().describe('Its id.'),
          writtenAt: z.iso
            .datetime()
            .nullable()
            .describe('null: a configuration file named it, and it waits for its first export.'),
          keepsUpdated: z.boolean().describe('Whether a renewal updates the files.'),
          state: z.enum(copyStates).nullable().describe('Of the worst file; null: not checked yet.'),
          outdated: z.boolean().describe('Whether the order has a newer certificate or chain.'),
          command: z.array(z.string()).nullable().describe('Run after an update; null: none.'),
        }),
      )
      .describe('Those that are listed, or that were removed.'),
  });

export const destinationsList = { run: runDestinationsList, result: destinationsResult };
export const destinationsRemove = { run: runDestinationsRemove, result: destinationsResult };
