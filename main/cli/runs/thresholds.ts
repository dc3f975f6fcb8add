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
import type { z } from '#shared/zod.ts';
import { type CommandContext, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { jsonText } from '../jsonText.ts';
import { oneOrder } from '../pickOrders.ts';
import { about, type Zod } from '../results.ts';

export interface ThresholdsValues {
  /** `null`: those of `tag`. */
  readonly order: string | null;
  readonly tag: string | null;
  /** As they were typed, each a threshold; `null`: as it is. */
  readonly warning: string | null;
  readonly critical: string | null;
  /** Whether the order or the tag has none of its own any more. */
  readonly isReset: boolean;
  readonly json: boolean;
}

type Answer = z.input<ReturnType<typeof thresholdsResult>>;
type Applied = Answer['thresholds'];

/** `notafter thresholds`: when to warn of an order, or of the orders with a tag. Without an option, only says it. */
export async function runThresholds(values: ThresholdsValues, context: CommandContext): Promise<ExitCode> {
  const { t, say, write, paint } = context;
  const said =
    values.order === null
      ? await ofTag(values.tag ?? '', values, context)
      : await ofOrder(values.order, values, context);
  if (!said.ok) return said.error;
  const { changed, order, tag, thresholds } = said.value;
  if (values.json) write(jsonText({ schema: 1, changed, order, tag, thresholds } satisfies Answer));
  else {
    const { warning, critical, from } = thresholds;
    const name = cleanText(order?.title ?? tag ?? '');
    const times = { warning, critical, tag: cleanText(thresholds.tag ?? '') };
    say(`${paint('bold', name)}  ${t(`cli.thresholds.${from}`, times)}`);
  }
  return exitCodes.fine;
}

type Said = Omit<Answer, 'schema'>;

async function ofOrder(
  word: string,
  values: ThresholdsValues,
  context: CommandContext,
): Promise<Result<Said, ExitCode>> {
  const { base, services } = context;
  const chosen = oneOrder(word, context);
  if (!chosen.ok) return chosen;
  await context.prepare();
  const { id, thresholds: former } = chosen.value;
  const next = nextThresholds(former, values, context);
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
          ...{ warning: applied.warning, critical: applied.critical },
          from: applied.tag === null ? 'order' : 'tag',
          tag: applied.tag,
        };
  return ok({ changed, order: orderValues(aboutKeys, row), tag: null, thresholds });
}

async function ofTag(
  word: string,
  values: ThresholdsValues,
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
  const next = nextThresholds(former, values, context);
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
  { warning, critical, isReset }: ThresholdsValues,
  context: CommandContext,
): Result<OwnThresholds | null, ExitCode> {
  if (isReset) return ok(null);
  if (warning === null && critical === null) return ok(former);
  const rest = former ?? generalTexts(context.base.settings.get());
  const read = readOwnThresholds({ warning: warning ?? rest.warning, critical: critical ?? rest.critical });
  if (typeof read === 'object') return ok(read);
  return err(context.unknown(context.t('cli.usage.criticalAboveWarning')));
}

/** The JSON of `thresholds --json`. */
export const thresholdsResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
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
