import type { ConsentReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Clock } from '../time.ts';

/** A question that only the person may answer, in a box that the window has no part in. */
export interface ConsentQuestion {
  /** One sentence from the catalog, without text from outside. */
  readonly title: string;
  /** Paragraphs from the catalog, without text from outside. */
  readonly text: string;
  /** What exactly is agreed to, a line each: text from outside as `spell` gives it. */
  readonly facts: readonly string[];
  /** As `text`, below the facts. */
  readonly next?: string;
  /** The button that agrees. */
  readonly agree: string;
}

/** Asks a person to agree. Errors: `consent`, `tooOften`; nothing may be done then. */
export type AskConsent = (question: ConsentQuestion) => Promise<Result<null>>;

/** The native box. */
export interface ConfirmationBox {
  /** Shows the box, whose default and whose closing mean no. Gives whether the person agreed. */
  confirm(box: Readonly<Record<'title' | 'detail' | 'agree', string>>): Promise<boolean>;
  /** Whether the person is in the app's window: a box then answers what they did there. */
  isWindowFocused(): boolean;
}

/** More than this a person does not read, and the box would outgrow the screen. */
const FACT_LINES = 12;
const FACT_CHARACTERS = 600;

/** After this many refusals in a row no box is shown for a while. They are forgotten after some quiet minutes. */
const REFUSALS = 2;
const PAUSE_MS = 60_000;
const FORGOTTEN_AFTER_MS = 10 * 60_000;

/**
 * Asks for consents, one at a time. The page can make a box appear, so it is bounded: what is too long to be read cannot
 * be agreed to, a window in the background gets no box, and a person who said no twice is left in peace for a minute.
 */
export class Consent {
  readonly #box: ConfirmationBox;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #isOpen = false;
  #refusals = 0;
  /** On the monotonic clock. */
  #refusedAt = Number.NEGATIVE_INFINITY;

  constructor(box: ConfirmationBox, clock: Pick<Clock, 'monotonic'>) {
    this.#box = box;
    this.#clock = clock;
  }

  readonly ask: AskConsent = async ({ title, text, facts, next, agree }) => {
    if (facts.length > FACT_LINES || facts.join('').length > FACT_CHARACTERS) return refused('tooLong');
    if (!this.#box.isWindowFocused()) return refused('notFocused');
    if (this.#isOpen) return refused('otherQuestion');
    const waitMs = this.#pauseMs();
    if (waitMs > 0) return err({ kind: 'tooOften', waitMs });
    const detail = [text, facts.join('\n'), next ?? ''].filter((part) => part !== '').join('\n\n');
    this.#isOpen = true;
    try {
      if (await this.#box.confirm({ title, detail, agree })) {
        this.#refusals = 0;
        return ok(null);
      }
      this.#refusals += 1;
      this.#refusedAt = this.#clock.monotonic();
      return refused('declined');
    } finally {
      this.#isOpen = false;
    }
  };

  #pauseMs(): number {
    const quietMs = this.#clock.monotonic() - this.#refusedAt;
    if (quietMs >= FORGOTTEN_AFTER_MS) this.#refusals = 0;
    return this.#refusals < REFUSALS ? 0 : PAUSE_MS - quietMs;
  }
}

function refused(reason: ConsentReason): Result<never> {
  return err({ kind: 'consent', reason });
}
