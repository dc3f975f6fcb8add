import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { codeOf } from '#main/platform/errors.ts';
import type { LoginStart } from '#main/settings/preferences/settingsService.ts';
import { desktopFile, former } from '#shared/identity.ts';
import { err, ok, type Result } from '#shared/result.ts';

/**
 * Start at login on Linux: an entry in the user's autostart folder. An entry of the former name counts until the first
 * change or `refresh`, which leaves only the one of the present name.
 */
export class AutostartFile implements LoginStart {
  readonly #folder: string;
  readonly #file: string;
  readonly #formerFile: string;
  readonly #entry: string;

  /** @param environment names the configuration folder (XDG Base Directory Specification) */
  constructor(
    environment: Readonly<Record<string, string | undefined>>,
    command: readonly [program: string, ...args: string[]],
  ) {
    const named = environment['XDG_CONFIG_HOME'];
    // The specification says to ignore relative paths.
    const config =
      named !== undefined && isAbsolute(named) ? named : join(environment['HOME'] ?? homedir(), '.config');
    this.#folder = join(config, 'autostart');
    this.#file = join(this.#folder, desktopFile);
    this.#formerFile = join(this.#folder, former.desktopFile);
    this.#entry = autostartEntry(command);
  }

  isOn(): boolean {
    const text = read(this.#file) ?? read(this.#formerFile);
    return text !== null && isEntryOn(text);
  }

  /**
   * At each start: gives an entry of the former name the present one, and names the program where it is now. What fails
   * or is interrupted is done at the next start.
   */
  refresh(): void {
    try {
      if (read(this.#file) !== null) rmSync(this.#formerFile, { force: true });
      // One step, and an entry that the desktop switched off stays off.
      else if (read(this.#formerFile) !== null) renameSync(this.#formerFile, this.#file);
    } catch {
      // The former entry counts as before.
    }
    if (this.isOn()) this.set(true);
  }

  set(on: boolean): Result<null> {
    try {
      if (!on) rmSync(this.#file, { force: true });
      else if (read(this.#file) !== this.#entry) this.#write();
      // Last: without the new entry the former one still starts the app.
      rmSync(this.#formerFile, { force: true });
      return ok(null);
    } catch (error) {
      return err({ kind: 'loginStart', reason: 'notWritten', name: this.#file, code: codeOf(error) });
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

/** `null` also for an entry that cannot be read: the desktop cannot read it either. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * An XDG autostart entry (Desktop Application Autostart Specification 0.5, Desktop Entry Specification 1.5).
 * @param command the program's absolute path and its arguments
 */
export function autostartEntry(command: readonly [program: string, ...args: string[]]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.5',
    'Name=NotAfter',
    'Comment=Watches when certificates expire',
    'Comment[zh_CN]=关注证书到期时间',
    `Exec=${escapeString(command.map(quoteArgument).join(' '))}`,
    // Desktops ignore the entry of a program that was removed.
    `TryExec=${escapeString(command[0])}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** Whether an entry with this text is active: desktops disable an entry by adding a key instead of removing it. */
export function isEntryOn(text: string): boolean {
  const [, entry = ''] = `\n${text.replaceAll('\r', '')}`.split('\n[Desktop Entry]\n');
  // A bracket at the start of a line begins the next group; elsewhere it marks a localized key.
  const [group = ''] = entry.split('\n[');
  const value = (key: string) => new RegExp(`^${key}[ \\t]*=[ \\t]*(.*?)[ \\t]*$`, 'mu').exec(group)?.[1];
  return (
    value('Exec') !== undefined &&
    value('Hidden') !== 'true' &&
    value('X-GNOME-Autostart-enabled') !== 'false'
  );
}

/** A quoted argument of `Exec`; `%` begins a field code even in quotes. */
function quoteArgument(argument: string): string {
  return `"${argument.replace(/["`$\\]/gu, '\\$&').replaceAll('%', '%%')}"`;
}

/** A string value: a backslash begins an escape, a line break would end the value. */
function escapeString(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}
