import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import type { AlertChannelView } from '#shared/domain/alertChannels.ts';
import { hasFailed, isRunFine, type ProgramRun } from '#shared/domain/programRun.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { z } from '#shared/zod.ts';
import {
  AlertChannel,
  type ChannelPorts,
  type ChannelSilence,
  type StoredValue,
  silencedOf,
} from './alertChannel.ts';
import type { AlertEventJson } from './alertEventSchema.ts';
import type { Attempt, OutboxItem } from './outbox.ts';
import type { QuestionWords } from './questionWords.ts';

type Command = readonly string[];

const commandSchema: z.ZodType<Command> = z.array(z.string()).min(1);

/** A program that fails once may work a little later; one that fails for an hour needs the user. */
const DELAYS_MS = [0, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];

type AlertCommandPorts = Pick<ChannelPorts, 'outbox' | 'stored' | 'ask' | 'commands' | 'clock' | 'logger'>;

/** Runs the user's command with each alert, one after the other, and repeats it when it failed. Results are kept in memory. */
export class AlertCommand extends AlertChannel<'command'> {
  readonly #ports: AlertCommandPorts;
  readonly #stored: StoredValue<Command>;
  #command: Command | null;
  #lastRun: ProgramRun | null = null;
  #wasOpen: boolean;

  /** Throws when the database does. */
  constructor(ports: AlertCommandPorts) {
    super('command', ports.outbox, DELAYS_MS);
    this.#ports = ports;
    this.#stored = ports.stored('command', commandSchema);
    this.#command = this.#stored.load();
    this.#wasOpen = this.isOpen;
  }

  get isOpen(): boolean {
    return this.#command !== null;
  }

  takeSilenced(): readonly ChannelSilence[] {
    const wasOpen = this.#wasOpen;
    this.#wasOpen = this.isOpen;
    return silencedOf({ 'alertChannels.command.silenced.removed': wasOpen && !this.isOpen });
  }

  /** The command often mails: what people read is enough. */
  protected wants({ event }: AlertEventJson): boolean {
    return event !== 'filesUpdated';
  }

  /** `null`: there is no command. */
  view(): AlertChannelView<'command'> | null {
    if (this.#command === null) return null;
    return { command: this.#command, lastRun: this.#lastRun, waiting: this.outbox.waiting() };
  }

  /** `null` removes the command. Errors: `invalidInput` of `command`, those of `AskConsent`, `storage`. */
  async set(command: Command | null): Promise<Result<null>> {
    const { commands, ask } = this.#ports;
    const checked = command === null ? ok(null) : await commands.check(command);
    if (!checked.ok) return err({ kind: 'invalidInput', field: 'command', reason: checked.error });
    const words = checked.value;
    const consent =
      words === null
        ? ok(null)
        : await ask((question) => alertCommandQuestion(question, words, commands.place()));
    if (!consent.ok) return consent;
    const stored = this.#stored.save(words);
    if (!stored.ok) return stored;
    this.#command = words;
    this.#lastRun = null;
    if (words === null) this.outbox.clear();
    this.changed.fire();
    return stored;
  }

  async attempt({ event }: OutboxItem, signal: AbortSignal): Promise<Attempt> {
    const { commands, clock, logger } = this.#ports;
    const command = this.#command;
    if (command === null) return 'later';
    const startedAt = clock.now();
    this.#note(command, { kind: 'running', startedAt, hasFailed: hasFailed(this.#lastRun) });
    const end = await commands.run(command, signal, `${JSON.stringify(event)}\n`);
    const ended = { kind: 'ended', startedAt, endedAt: clock.now(), ...end } as const;
    this.#note(command, ended);
    if (isRunFine(ended)) return 'sent';
    if (signal.aborted) return 'stopped';
    logger.warn('The command for alerts failed', { problem: end.outcome.kind });
    return 'failed';
  }

  /** The result of a command that was replaced meanwhile is not shown. */
  #note(command: Command, run: ProgramRun): void {
    if (command !== this.#command) return;
    this.#lastRun = run;
    this.changed.fire();
  }
}

/** May this command run with each alert? */
export function alertCommandQuestion(
  { t, quote, quoteCommand }: QuestionWords,
  command: Command,
  place: ReturnType<ChannelPorts['commands']['place']>,
): ConsentQuestion {
  return {
    title: t('alertChannels.command.consent.title'),
    text: t('alertChannels.command.consent.text', { user: quote(place.user), home: quote(place.home) }),
    facts: quoteCommand(command),
    next: t('dialogs.consent.command.next'),
    agree: t('alertChannels.command.consent.agree'),
  };
}
