import { randomUUID } from 'node:crypto';
import { endingText } from '#main/alerting/alerts/commandFailureText.ts';
import { alertChannels } from '#shared/domain/alertChannels.ts';
import { isEventSent } from '#shared/domain/alertEvents.ts';
import { cleanText } from '#shared/text.ts';
import { type AnswerOf, answerSchema, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, errorText, shellWord } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';

type ChannelJson = AnswerOf<typeof eventsTestResult>['channels'][number];
type Channel = CommandContext['services']['alertChannels']['all'][number];

/** `notafter events test`: hands an example to each open channel for alerts, and says what came of it. */
async function runEventsTest(_given: Given, context: CommandContext): Promise<ExitCode> {
  const { base, services, t, say, tell, answer, signal, paint } = context;
  const open = services.alertChannels.all.filter(({ isOpen }) => isOpen);
  if (open.length === 0) {
    tell(t('cli.events.none'), 'noChannel');
    return exitCodes.attention;
  }
  await context.prepare();
  await services.loadAlertWords();
  const channels: ChannelJson[] = [];
  for (const channel of open) {
    const name = nameOf(channel);
    const now = base.clock.now();
    const item = {
      id: randomUUID(),
      event: services.testEvent(),
      queuedAt: now,
      failures: 0,
      nextAt: now,
    };
    const isTaken = (await channel.attempt(item, signal)) === 'sent';
    if (signal.aborted) return exitCodes.interrupted;
    channels.push({ channel: channel.id, name, text: resultOf(channel.view(), context), isTaken });
  }
  answer<typeof eventsTestResult>({ changed: false, channels });
  for (const { name, text, isTaken: isGood } of channels)
    say(`${paint('bold', name)}  ${paint(isGood ? 'good' : 'bad', text)}`);
  return channels.every(({ isTaken: isGood }) => isGood) ? exitCodes.fine : exitCodes.attention;
}

/** The first setting of a channel: a command, or the origin of an address, whose query may be a secret. Otherwise its id. */
function nameOf(channel: Channel): string {
  const [setting] = alertChannels.find(({ id }) => id === channel.id)?.settings ?? [];
  const value: unknown = Object.entries(channel.view() ?? {}).find(([name]) => name === setting?.name)?.[1];
  if (Array.isArray(value)) return value.map(shellWord).join(' ');
  return typeof value === 'string' && URL.canParse(value) ? cleanText(new URL(value).origin) : channel.id;
}

/** What the channel did with the event. */
function resultOf(view: ReturnType<Channel['view']>, { base, t }: CommandContext): string {
  if (view !== null && 'lastRun' in view && view.lastRun?.kind === 'ended')
    return endingText(view.lastRun.outcome, t);
  if (view === null || !('lastTry' in view) || view.lastTry === null) return t('cli.events.changed');
  const { status, error } = view.lastTry;
  if (error !== null) return errorText(error, t, base.desktop.platform);
  if (status === null) return t('alertChannels.result.testDone');
  return t(isEventSent(view.lastTry) ? 'cli.events.sent' : 'cli.events.refused', { status });
}

/** The JSON of `events test --json`. */
export const eventsTestResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.literal(false).describe('A test changes nothing here.'),
    channels: z.array(
      z.strictObject({
        channel: z.enum(alertChannels.map(({ id }) => id)),
        name: z.string().describe('The command, or the origin of the address.'),
        isTaken: z.boolean().describe('Whether the command ended well, or the receiver answered so.'),
        text: z.string(),
      }),
    ),
  });

export const eventsTest = { run: runEventsTest, result: eventsTestResult };
