import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program that the user gives to the app: it writes down with what it was run. */
export class Recorder {
  /** The absolute path of the program. */
  readonly program: string;
  readonly #heard: string;

  /** @param folder where the program and what it heard are */
  constructor(folder: string) {
    this.program = join(folder, 'record');
    this.#heard = join(folder, 'heard');
    const lines = [
      '#!/bin/sh',
      `{ printf '%s\\n' "$0" "$@"; env; cat; echo; } >> '${this.#heard}'`,
      // A command can be one that fails.
      'case "$1" in fail) exit 3;; esac',
    ];
    writeFileSync(this.program, `${lines.join('\n')}\n`, { mode: 0o755 });
  }

  /** Arguments, environments and standard inputs of all runs. */
  heard(): string {
    return existsSync(this.#heard) ? readFileSync(this.#heard, 'utf8') : '';
  }

  /** The events that alerts gave to it, as JSON. */
  events(): readonly string[] {
    return this.heard()
      .split('\n')
      .filter((line) => line.startsWith('{"schema":'));
  }
}
