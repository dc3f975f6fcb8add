import type { ConsentReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Clock } from '../time.ts';

/**
 * A question for a native dialog, which the page cannot answer. Contexts have theirs in `questions.ts`, which is loaded with
 * `import()` when one is asked; a channel for alerts has its own.
 */
export interface ConsentQuestion {
  /** One sentence from the catalog, without outside text. */
  readonly title: string;
  /** Paragraphs from the catalog, without outside text. */
  readonly text: string;
  /** What the user agrees to, one line each; outside text only as returned by `quote`. */
  readonly facts: readonly string[];
  /** As `text`, shown below the facts. */
  readonly next?: string;
  readonly agree: string;
}

/** Asks the user to agree. Errors: `consent`, `tooOften`; the action must not be done then. */
export type AskConsent = (question: ConsentQuestion) => Promise<Result<null>>;

export interface ConfirmationBox {
  /** Shows the dialog; its default and closing it mean "no". Returns whether the user agreed. */
  confirm(box: Readonly<Record<'title' | 'detail' | 'agree', string>>): Promise<boolean>;
  /** Whether the app's window has the focus, so that the dialog answers an action of the user there. */
  isWindowFocused(): boolean;
}

/** Limits for a dialog that can be read and fits the screen. */
const FACT_LINES = 12;
const FACT_CHARACTERS = 600;

/** After two refusals in a row, no dialog is shown for a minute. They are forgotten after ten quiet minutes. */
const REFUSALS = 2;
const PAUSE_MS = 60_000;
const FORGOTTEN_AFTER_MS = 10 * 60_000;

/** Asks for consents, one at a time. A compromised page can request dialogs, so they are limited. */
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
      const isAgreed = await this.#box.confirm({ title, detail, agree });
      this.#refusals = isAgreed ? 0 : this.#refusals + 1;
      if (isAgreed) return ok(null);
      this.#refusedAt = this.#clock.monotonic();
      return refused('declined');
    } finally {
      this.#isOpen = false;
    }
  };

  /** Whole ms. */
  #pauseMs(): number {
    const quietMs = this.#clock.monotonic() - this.#refusedAt;
    if (quietMs >= FORGOTTEN_AFTER_MS) this.#refusals = 0;
    return this.#refusals < REFUSALS ? 0 : Math.ceil(PAUSE_MS - quietMs);
  }
}

function refused(reason: ConsentReason): Result<never> {
  return err({ kind: 'consent', reason });
}
