import type { WaitingReason } from '#shared/domain/delivery.ts';
import { isDamaged, toReview } from '#shared/domain/finding.ts';
import { isPushOnly } from '#shared/domain/order.ts';
import { aboutKeys, orderValues } from '#shared/domain/orderFields.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import { about, answerSchema, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, shellWord, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { type listedOrders, oneOrder, qualifiedName } from '../pickOrders.ts';

type ListedOrder = ReturnType<typeof listedOrders>[number];

/** What a person accepts of an order: its certificate, or the delivery that waits for a push-only order. */
interface Subject {
  readonly fingerprint256: string | null;
  /** What needs review, as words that do not change. */
  readonly review: readonly string[];
  /** The same for a person, one line each. */
  readonly lines: readonly string[];
  /** Why nothing accepts it; `null`: it can be accepted. */
  readonly refusal: 'damaged' | 'pushOnly' | null;
  /** @returns whether it is accepted now */
  accept(): Result<boolean>;
}

/** Why a delivery waits that a person may accept all the same. */
const acceptable: ReadonlySet<WaitingReason['kind']> = new Set(['namesDiffer', 'olderLeaf']);

/**
 * `notafter orders accept`: shows what needs review of an order, and accepts it if the fingerprint of its certificate is
 * given. So a renewal that comes in between is not accepted unseen.
 */
async function runOrdersAccept(
  { words: [word = ''], options: { fingerprint: typed } }: Given<'fingerprint'>,
  context: CommandContext,
): Promise<ExitCode> {
  const { t, say, tell, paint } = context;
  const found = oneOrder(word, context);
  if (!found.ok) return found.error;
  await context.prepare();
  const order = found.value;
  const fingerprint = typed?.replaceAll(':', '').toLowerCase() ?? null;
  const subject = deliveryOf(order, fingerprint, context) ?? certificateOf(order, context);
  const { fingerprint256, review, refusal } = subject;
  const named = orderValues(aboutKeys, order);
  const answer = (text: string, changed = false) => {
    context.answer<typeof ordersAcceptResult>({ changed, order: named, fingerprint256, review });
    say(`${paint('bold', cleanText(order.title))}  ${text}`);
    return exitCodes.fine;
  };
  if (review.length === 0 || fingerprint256 === null) return answer(t('cli.orders.nothingToReview'));
  for (const line of subject.lines) tell(line);
  const refuse = (text: string, kind: string) => {
    tell(text, kind);
    return exitCodes.attention;
  };
  if (refusal !== null) return refuse(t(`cli.orders.notAccepted.${refusal}`), refusal);
  const command = `notafter orders accept ${shellWord(qualifiedName(order))} --fingerprint ${fingerprint256}`;
  if (fingerprint === null) return refuse(t('cli.orders.acceptWith', { command }), 'needsFingerprint');
  if (fingerprint !== fingerprint256)
    return refuse(t('cli.orders.otherCertificate', { command }), 'otherCertificate');
  const accepted = subject.accept();
  if (!accepted.ok) return tellError(accepted.error, context);
  return accepted.value
    ? answer(t('cli.orders.accepted'), true)
    : refuse(t('cli.orders.notAccepted.pushOnly'), 'pushOnly');
}

function certificateOf(order: ListedOrder, { services, t, locale }: CommandContext): Subject {
  const { id, findings, fingerprint256, title } = order;
  const review = toReview(findings);
  return {
    fingerprint256,
    review: review.map(({ kind }) => kind),
    lines: review.map((finding) => {
      const { title: what, why } = faultText(finding, t, locale);
      return t('cli.status.review', { title: cleanText(title), what, todo: why });
    }),
    refusal: isDamaged(findings) ? 'damaged' : isPushOnly(order) ? 'pushOnly' : null,
    accept: () => {
      const accepted = services.orders.accept(id, fingerprint256 ?? '');
      return accepted.ok ? ok(true) : accepted;
    },
  };
}

/** The delivery with this certificate that waits for an order, or the last one; `null`: none waits, or the service is asked. */
function deliveryOf(
  order: ListedOrder,
  fingerprint: string | null,
  { services: { inbox }, t }: CommandContext,
): Subject | null {
  const waiting = inbox.waiting().filter(({ orderId }) => isPushOnly(order) && orderId === order.id);
  const delivery = waiting.findLast(({ leaf }) => leaf.fingerprint256 === fingerprint) ?? waiting.at(-1);
  if (delivery?.verdict.kind !== 'waiting') return null;
  const { leaf, verdict } = delivery;
  const { kind } = verdict.reason;
  const what = t(`inbox.reason.${kind}.title`);
  const todo = t('cli.orders.names', { names: leaf.subjectAltNames.join(', ') });
  return {
    fingerprint256: leaf.fingerprint256,
    review: [kind],
    lines: [cleanText(t('cli.status.review', { title: order.title, what, todo }))],
    refusal: acceptable.has(kind) ? null : 'pushOnly',
    accept: () => {
      const approved = inbox.approve(delivery.id);
      return approved.ok ? ok(inbox.waiting().every(({ id }) => id !== delivery.id)) : approved;
    },
  };
}

/** The JSON of `orders accept --json`. */
export const ordersAcceptResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether the certificate was accepted. false: nothing needed review.'),
    order: z.strictObject(about(z)),
    fingerprint256: z
      .string()
      .nullable()
      .describe('SHA-256 of its certificate, or of that of the delivery that waits; null: none is known.'),
    review: z.array(z.string()).describe('What was accepted: words that do not change.'),
  });

export const ordersAccept = { run: runOrdersAccept, result: ordersAcceptResult };
