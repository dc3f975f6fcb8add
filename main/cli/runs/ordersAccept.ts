import { isDamaged, toReview } from '#shared/domain/finding.ts';
import { isPushOnly } from '#shared/domain/order.ts';
import { aboutKeys, orderValues } from '#shared/domain/orderFields.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import { type CommandContext, shellWord, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { jsonText } from '../jsonText.ts';
import { oneOrder, qualifiedName } from '../pickOrders.ts';
import { about, type Zod } from '../results.ts';

export interface OrdersAcceptValues {
  readonly order: string;
  /** SHA-256 of the certificate to accept, as it was typed; `null`: show what needs review, and accept nothing. */
  readonly fingerprint: string | null;
  readonly json: boolean;
}

/**
 * `notafter orders accept`: shows what needs review of the certificate of an order, and accepts it if its fingerprint is
 * given. So a renewal that comes in between is not accepted unseen.
 */
export async function runOrdersAccept(
  { order: word, fingerprint, json }: OrdersAcceptValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, locale, say, tell, write, paint } = context;
  const found = oneOrder(word, context);
  if (!found.ok) return found.error;
  await context.prepare();
  const order = found.value;
  const { id, findings, fingerprint256, title } = order;
  const review = toReview(findings);
  const result: z.input<ReturnType<typeof ordersAcceptResult>> = {
    schema: 1,
    changed: false,
    order: orderValues(aboutKeys, order),
    fingerprint256,
    review: review.map(({ kind }) => kind),
  };
  const answer = (text: string, changed = false) => {
    if (json) write(jsonText({ ...result, changed }));
    else say(`${paint('bold', cleanText(title))}  ${text}`);
    return exitCodes.fine;
  };
  if (review.length === 0 || fingerprint256 === null) return answer(t('cli.orders.nothingToReview'));
  for (const finding of review) {
    const { title: what, why } = faultText(finding, t, locale);
    tell(t('cli.status.review', { title: cleanText(title), what, todo: why }));
  }
  const refuse = (text: string, kind: string) => {
    tell(text, kind);
    return exitCodes.attention;
  };
  if (isDamaged(findings)) return refuse(t('cli.orders.damaged'), 'damaged');
  if (isPushOnly(order)) return refuse(t('cli.orders.acceptPushOnly'), 'pushOnly');
  const command = `notafter orders accept ${shellWord(qualifiedName(order))} --fingerprint ${fingerprint256}`;
  if (fingerprint === null) return refuse(t('cli.orders.acceptWith', { command }), 'needsFingerprint');
  if (fingerprint.replaceAll(':', '').toLowerCase() !== fingerprint256)
    return refuse(t('cli.orders.otherCertificate', { command }), 'otherCertificate');
  const accepted = services.acceptOrder(id, fingerprint256);
  return accepted.ok ? answer(t('cli.orders.accepted'), true) : tellError(accepted.error, context);
}

/** The JSON of `orders accept --json`. */
export const ordersAcceptResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.boolean().describe('Whether the certificate was accepted. false: nothing needed review.'),
    order: z.strictObject(about(z)),
    fingerprint256: z.string().nullable().describe('SHA-256 of its certificate; null: none is known.'),
    review: z.array(z.string()).describe('What was accepted: words that do not change.'),
  });
