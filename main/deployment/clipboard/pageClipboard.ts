import { RateLimit } from '#main/platform/rateLimit.ts';
import type { Clock } from '#main/platform/time.ts';
import { COPIED_LINE_MAX, type CopiedText } from '#shared/domain/copiedText.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { type SureRids, surelyRids } from '#shared/domain/pastedSetup.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isCleanText } from '#shared/text.ts';

export interface PageClipboardPorts {
  readonly isWindowFocused: () => boolean;
  readonly copyText: (text: string) => void;
  /** Copies a secret, which is cleared after half a minute. */
  readonly copySecret: (text: string) => void;
  /** The copied text; `null` if it may be a secret. */
  readonly readPublicText: () => Promise<string | null>;
  readonly knownRids: () => readonly string[];
  /** The access tokens that were read so far. */
  readonly knownTokens: () => readonly string[];
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly exportJob: () => ExportJobView | null;
  readonly copies: () => readonly CopyBundleView[];
}

/** Limits what a compromised page learns of the clipboard. */
const READS = { times: 20, withinMs: 60_000 };

/** Characters of a text that rids are looked for in without being asked: some 2,000 rids. */
export const READ_MAX = 50_000;

/**
 * The clipboard for the page. Copies text, which the user may paste into a shell. The page itself may only copy single lines; longer text
 * is taken from main by reference. Only while the window is focused.
 * Errors: `consent` (`notFocused`), `invalidInput` for anything but a single line, `unknownId` for missing text.
 */
export class PageClipboard {
  readonly #ports: PageClipboardPorts;
  readonly #reads: RateLimit;

  constructor(ports: PageClipboardPorts) {
    this.#ports = ports;
    this.#reads = new RateLimit(READS.times, READS.withinMs, ports.clock);
  }

  copyText(copied: CopiedText): Result<null> {
    if (typeof copied === 'string') return this.#copyLine(copied, this.#ports.copyText);
    const text = this.#find(copied);
    if (text === null || text === '') return err({ kind: 'unknownId' });
    return this.#copy(text, this.#ports.copyText);
  }

  /** Copies a secret that the user entered or generated. */
  copySecret(secret: string): Result<null> {
    return this.#copyLine(secret, this.#ports.copySecret);
  }

  /** The rids on the clipboard, and nothing that may be a secret. Errors: `consent` (`notFocused`), `tooOften`. */
  async readRids(): Promise<Result<SureRids>> {
    const { isWindowFocused, readPublicText, knownRids, knownTokens } = this.#ports;
    if (!isWindowFocused()) return err({ kind: 'consent', reason: 'notFocused' });
    const taken = this.#reads.take();
    if (!taken.ok) return taken;
    const text = await readPublicText();
    const isRead = text !== null && text.length <= READ_MAX;
    return ok(isRead ? surelyRids(text, knownRids(), knownTokens()) : { rids: [], withheld: 1 });
  }

  #copyLine(text: string, copy: (text: string) => void): Result<null> {
    // No line ends and no control characters for a terminal.
    if (!isCleanText(text)) return invalid('controlCharacters');
    return text.length > COPIED_LINE_MAX ? invalid('tooLong') : this.#copy(text, copy);
  }

  #copy(text: string, copy: (text: string) => void): Result<null> {
    if (!this.#ports.isWindowFocused()) return err({ kind: 'consent', reason: 'notFocused' });
    copy(text);
    return ok(null);
  }

  #find(copied: Exclude<CopiedText, string>): string | null {
    const { exportJob, copies } = this.#ports;
    switch (copied.of) {
      case 'snippet':
        return exportJob()?.items.find(({ orderId }) => orderId === copied.orderId)?.snippet ?? null;
      case 'gitIgnore':
        return exportJob()?.warnings.find((warning) => warning.kind === 'gitWorktree')?.ignoreLines ?? null;
      case 'output': {
        const run = copies().find(({ id }) => id === copied.copyId)?.lastRun;
        return run?.kind === 'ended' ? run.output : null;
      }
    }
  }
}

function invalid(reason: InputReason): Result<never> {
  return err({ kind: 'invalidInput', field: 'arguments', reason });
}
