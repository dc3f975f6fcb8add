import { randomUUID } from 'node:crypto';
import { endingText } from '#main/alerting/alerts/alertText.ts';
import { isEventSent } from '#shared/domain/eventWebhook.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import { type CommandContext, errorText, shellWord } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { jsonText } from '../jsonText.ts';
import type { Zod } from '../results.ts';

export interface EventsTestValues {
  readonly json: boolean;
}

type ChannelJson = z.input<ReturnType<typeof eventsTestResult>>['channels'][number];

/** `notafter events test`: hands an example to the command and to the webhook for alerts, and says what came of it. */
export async function runEventsTest({ json }: EventsTestValues, context: CommandContext): Promise<ExitCode> {
  const { services, t, say, tell, write, signal, paint } = context;
  const { alertCommand, eventWebhook } = services;
  const open = [alertCommand, eventWebhook].filter(({ isOpen }) => isOpen);
  if (open.length === 0) {
    tell(t('cli.events.none'), 'noChannel');
    return exitCodes.attention;
  }
  await context.prepare();
  const channels: ChannelJson[] = [];
  for (const channel of open) {
    const now = services.clock.now();
    const item = {
      id: randomUUID(),
      event: await services.testEvent(),
      queuedAt: now,
      failures: 0,
      nextAt: now,
    };
    const isTaken = (await channel.attempt(item, signal)) === 'sent';
    if (signal.aborted) return exitCodes.interrupted;
    channels.push({ ...(channel === alertCommand ? commandSaid(context) : webhookSaid(context)), isTaken });
  }
  const value: z.input<ReturnType<typeof eventsTestResult>> = { schema: 1, changed: false, channels };
  if (json) write(jsonText(value));
  else
    for (const { name, text, isTaken: isGood } of channels)
      say(`${paint('bold', name)}  ${paint(isGood ? 'good' : 'bad', text)}`);
  return channels.every(({ isTaken: isGood }) => isGood) ? exitCodes.fine : exitCodes.attention;
}

/** What the command did with the last event. */
function commandSaid({ services, t }: CommandContext): Omit<ChannelJson, 'isTaken'> {
  const view = services.alertCommand.view();
  const run = view?.lastRun ?? null;
  const text = run?.kind === 'ended' ? endingText(run.outcome, t) : '';
  return { channel: 'command', name: (view?.command ?? []).map(shellWord).join(' '), text };
}

/** What the webhook answered to the last event. A query of its address may be a secret. */
function webhookSaid({ services, t }: CommandContext): Omit<ChannelJson, 'isTaken'> {
  const view = services.eventWebhook.view();
  const tried = view?.lastTry ?? null;
  const name = view === null ? '' : cleanText(new URL(view.url).origin);
  if (tried === null) return { channel: 'webhook', name, text: '' };
  if (tried.error !== null)
    return { channel: 'webhook', name, text: errorText(tried.error, t, services.platform) };
  const words = isEventSent(tried) ? 'cli.events.sent' : 'cli.events.refused';
  return { channel: 'webhook', name, text: t(words, { status: tried.status ?? 0 }) };
}

/** The JSON of `events test --json`. */
export const eventsTestResult = (z: Zod) =>
  z.strictObject({
    schema: z.literal(1),
    changed: z.literal(false).describe('A test changes nothing here.'),
    channels: z.array(
      z.strictObject({
        channel: z.enum(['command', 'webhook']),
        name: z.string().describe('The command, or the origin of the webhook.'),
        isTaken: z.boolean().describe('Whether the command ended well, or the webhook answered so.'),
        text: z.string(),
      }),
    ),
  });
