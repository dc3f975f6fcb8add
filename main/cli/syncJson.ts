import type { PollResult, SkipReason } from '#main/orders/polling/pollResults.ts';
import { aboutKeys, orderSchemas, orderValues } from '#shared/domain/orderFields.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatMoment } from '#shared/i18n/format.ts';
import type { z } from '#shared/zod.ts';
import type { CommandContext } from './context.ts';
import { jsonText } from './jsonText.ts';
import { reason, type Zod } from './results.ts';

type SyncValue = z.input<ReturnType<typeof syncResult>>;
type Outcome = Pick<SyncValue['orders'][number], 'result' | 'reason' | 'text'>;

/** The results of `sync` as JSON for programs: its schema is below. */
export function syncJson(results: readonly PollResult[], context: CommandContext): string {
  const orders = results.flatMap((result) => {
    const order = context.services.orderList.get(result.orderId);
    if (order === null) return [];
    return { ...orderValues([...aboutKeys, 'notAfter'], order), ...pollOutcome(result, context) };
  });
  const changed = results.some(({ kind }) => kind === 'newCertificate');
  const value: SyncValue = { schema: 1, changed, orders };
  return jsonText(value);
}

/** The result of a poll for programs. */
export function pollOutcome(result: PollResult, context: CommandContext): Outcome {
  switch (result.kind) {
    case 'newCertificate':
      return { result: result.previous === null ? 'first' : 'renewed', reason: null, text: null };
    case 'unchanged':
      return { result: 'unchanged', reason: null, text: null };
    case 'skipped': {
      const { reason } = result;
      return { result: 'skipped', reason: reason.kind, text: skippedText(reason, context) };
    }
    case 'failed': {
      const { base, t } = context;
      const { title, why } = describeError(result.error, t, { platform: base.desktop.platform });
      return { result: 'failed', reason: result.error.kind, text: t('cli.sync.failed', { title, why }) };
    }
  }
}

/** Why an order was not checked. */
export function skippedText(reason: SkipReason, { t, locale }: Pick<CommandContext, 't' | 'locale'>): string {
  switch (reason.kind) {
    case 'rejected':
      return t('cli.sync.rejected');
    case 'noToken':
      return t('cli.sync.noToken');
    case 'offline':
      return t('cli.sync.offline');
    case 'retryAfter':
      return t('cli.sync.notNow', { time: formatMoment(reason.until, locale, 'local') });
    default:
      return t('cli.sync.notAnswering');
  }
}

/** The JSON of `sync --json`. */
export const syncResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether the service has a new certificate for one of the orders.'),
    orders: z.array(
      z.strictObject({
        ...orderSchemas([...aboutKeys, 'notAfter'], z),
        ...pollSchemas(z),
      }),
    ),
  });

/** How the poll of an order ended. */
export const pollSchemas = (z: Zod) => ({
  result: z.enum(['renewed', 'first', 'unchanged', 'failed', 'skipped']),
  reason: reason(z),
  text: z.string().nullable().describe('The same in the language of the user.'),
});
