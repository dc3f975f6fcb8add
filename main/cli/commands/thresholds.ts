import { parseTags } from '#shared/domain/annotation.ts';
import { aboutKeys, orderValues } from '#shared/domain/orderFields.ts';
import { appliedThresholds } from '#shared/domain/ownThresholds.ts';
import {
  generalTexts,
  readOwnThresholds,
  thresholdsOfTag,
  withTagThresholds,
} from '#shared/domain/thresholdInput.ts';
import type { OwnThresholds } from '#shared/domain/thresholds.ts';
import { isEqual } from '#shared/isEqual.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import { type AnswerOf, about, answerSchema, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { oneOrder } from '../pickOrders.ts';

type GivenThresholds = Given<'tag' | 'warning' | 'critical', 'reset'>;
type Said = AnswerOf<typeof thresholdsResult>;
type Applied = Said['thresholds'];

/** `notafter thresholds`: when to warn of an order, or of the orders with a tag. Without an option, only says it. */
async function runThresholds(given: GivenThresholds, context: CommandContext): Promise<ExitCode> {
  const { t, say, answer, paint } = context;
  const {
    words: [word],
    options,
  } = given;
  const said =
    word === undefined
      ? await ofTag(options.tag ?? '', options, context)
      : await ofOrder(word, options, context);
  if (!said.ok) return said.error;
  answer<typeof thresholdsResult>(said.value);
  const { order, tag, thresholds } = said.value;
  const { warning, critical, from } = thresholds;
  const name = cleanText(order?.title ?? tag ?? '');
  const times = { warning, critical, tag: cleanText(thresholds.tag ?? '') };
  say(`${paint('bold', name)}  ${t(`cli.thresholds.${from}`, times)}`);
  return exitCodes.fine;
}

async function ofOrder(
  word: string,
  options: GivenThresholds['options'],
  context: CommandContext,
): Promise<Result<Said, ExitCode>> {
  const { base, services } = context;
  const chosen = oneOrder(word, context);
  if (!chosen.ok) return chosen;
  await context.prepare();
  const { id, thresholds: former } = chosen.value;
  const next = nextThresholds(former, options, context);
  if (!next.ok) return next;
  const changed = !isEqual(former, next.value);
  const saved = changed ? services.annotations.setThresholds([id], next.value) : null;
  if (saved?.ok === false) return err(tellError(saved.error, context));
  const row = services.orderList.get(id);
  if (row === null) return err(tellError({ kind: 'unknownId' }, context));
  const applied = appliedThresholds(row, base.settings.get().tagThresholds);
  const thresholds: Applied =
    applied === null
      ? general(context)
      : {
          warning: applied.warning,
          critical: applied.critical,
          from: applied.tag === null ? 'order' : 'tag',
          tag: applied.tag,
        };
  return ok({ changed, order: orderValues(aboutKeys, row), tag: null, thresholds });
}

async function ofTag(
  word: string,
  options: GivenThresholds['options'],
  context: CommandContext,
): Promise<Result<Said, ExitCode>> {
  const { base } = context;
  const tags = parseTags(word);
  if (!tags.ok) return err(tellError(tags.error, context));
  const [tag, ...others] = tags.value;
  if (tag === undefined || others.length > 0)
    return err(tellError({ kind: 'invalidInput', field: 'tags', reason: 'malformed' }, context));
  await context.prepare();
  const settings = base.settings.get();
  const found = thresholdsOfTag(settings.tagThresholds, tag);
  const former = found === undefined ? null : { warning: found.warning, critical: found.critical };
  const next = nextThresholds(former, options, context);
  if (!next.ok) return next;
  const changed = !isEqual(former, next.value);
  const tagThresholds = withTagThresholds(settings.tagThresholds, found?.tag ?? tag, next.value);
  const saved = changed ? base.settings.set({ ...settings, tagThresholds }) : null;
  if (saved?.ok === false) return err(tellError(saved.error, context));
  const thresholds: Applied =
    next.value === null ? general(context) : { ...next.value, from: 'tag', tag: found?.tag ?? tag };
  return ok({ changed, order: null, tag: found?.tag ?? tag, thresholds });
}

function general({ base }: CommandContext): Applied {
  return { ...generalTexts(base.settings.get()), from: 'general', tag: null };
}

/** What an order or a tag has then. What is not given stays; without own thresholds, it is as for all orders. */
function nextThresholds(
  former: OwnThresholds | null,
  { warning, critical, reset }: GivenThresholds['options'],
  context: CommandContext,
): Result<OwnThresholds | null, ExitCode> {
  if (reset) return ok(null);
  if (warning === null && critical === null) return ok(former);
  const rest = former ?? generalTexts(context.base.settings.get());
  const read = readOwnThresholds({ warning: warning ?? rest.warning, critical: critical ?? rest.critical });
  if (typeof read === 'object') return ok(read);
  return err(context.unknown(context.t('cli.usage.criticalAboveWarning')));
}

/** The JSON of `thresholds --json`. */
export const thresholdsResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether the order or the tag has other thresholds now.'),
    order: z.strictObject(about(z)).nullable().describe('null: those of a tag.'),
    tag: z.string().nullable().describe('null: those of an order.'),
    thresholds: z
      .strictObject({
        warning: z.string(),
        critical: z.string(),
        from: z.enum(['order', 'tag', 'general']),
        tag: z.string().nullable(),
      })
      .describe('Those that apply now, and whose they are: of the order, of a tag, or of all orders.'),
  });

export const thresholds = { run: runThresholds, result: thresholdsResult };
