import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { LoginStart } from '#main/settings/settings/settingsService.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { autostartEntry, isEntryOn } from './autostartEntry.ts';

/** Start at login on Linux: an entry in the user's autostart folder. */
export class AutostartFile implements LoginStart {
  readonly #folder: string;
  readonly #file: string;
  readonly #entry: string;

  /**
   * @param environment names the configuration folder (XDG Base Directory Specification)
   * @param command the program's absolute path and its arguments
   */
  constructor(
    environment: Readonly<Record<string, string | undefined>>,
    command: readonly [program: string, ...args: string[]],
  ) {
    const named = environment['XDG_CONFIG_HOME'];
    // The specification says to ignore relative paths.
    const config =
      named !== undefined && isAbsolute(named) ? named : join(environment['HOME'] ?? homedir(), '.config');
    this.#folder = join(config, 'autostart');
    this.#file = join(this.#folder, 'notafter.desktop');
    this.#entry = autostartEntry(command);
  }

  isOn(): boolean {
    const text = this.#read();
    return text !== null && isEntryOn(text);
  }

  set(on: boolean): Result<null> {
    try {
      if (!on) rmSync(this.#file, { force: true });
      else if (this.#read() !== this.#entry) this.#write();
      return ok(null);
    } catch (error) {
      return err({ kind: 'loginStart', reason: 'notWritten', name: this.#file, code: codeOf(error) });
    }
  }

  /** `null` also for an entry that cannot be read: the desktop cannot read it either. */
  #read(): string | null {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch {
      return null;
    }
  }

  /** Writes a temporary file and renames it: no desktop reads half an entry, and the old one stays on failure. */
  #write(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.new`;
    try {
      writeFileSync(draft, this.#entry);
      renameSync(draft, this.#file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  return String(error.code);
}
