import { COPIED_LINE_MAX, type CopiedText } from '#shared/domain/copiedText.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isCleanText } from '#shared/text.ts';

export interface PageClipboardPorts {
  readonly isWindowFocused: () => boolean;
  readonly copyText: (text: string) => void;
  /** Lends a secret to the clipboard for half a minute. */
  readonly copySecret: (text: string) => void;
  readonly exportJob: () => ExportJobView | null;
  readonly copies: () => readonly CopyBundleView[];
}

/**
 * What the page puts on the clipboard, as the person pastes it elsewhere: into a shell, for instance. It may be one line
 * of its own; text of several lines is what main has, named by its place. Only while the person is in the window.
 * Errors of all: `consent` (`notFocused`), `invalidInput` for what is no such line, `unknownId` for what is not there.
 */
export class PageClipboard {
  readonly #ports: PageClipboardPorts;

  constructor(ports: PageClipboardPorts) {
    this.#ports = ports;
  }

  /** Copies public text. */
  copyText(copied: CopiedText): Result<null> {
    if (typeof copied === 'string') return this.#copyLine(copied, this.#ports.copyText);
    const text = this.#find(copied);
    if (text === null || text === '') return err({ kind: 'unknownId' });
    return this.#copy(text, this.#ports.copyText);
  }

  /** Copies a secret that the person is typing or making. */
  copySecret(secret: string): Result<null> {
    return this.#copyLine(secret, this.#ports.copySecret);
  }

  #copyLine(text: string, copy: (text: string) => void): Result<null> {
    // It ends no line, and controls no terminal.
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
