import type { Disposable } from '#main/platform/disposable.ts';
import type { SystemTimeZone } from '#main/platform/timeZone.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';

/** The time zone of the computer, which travels. */
export class Zone implements SystemTimeZone {
  /** Of this process, before; `undefined`: the system's. */
  readonly #before = process.env['TZ'];
  readonly #listeners = new Set<() => void>();
  #name = 'Europe/Berlin';

  read(): string {
    process.env['TZ'] = this.#name;
    return this.#name;
  }

  watch(changed: () => void): Disposable {
    this.#listeners.add(changed);
    return { dispose: () => this.#listeners.delete(changed) };
  }

  /** The computer is in another zone (IANA). */
  travel(name: string): void {
    this.#name = name;
    for (const changed of this.#listeners) changed();
  }

  /** When the clock of this zone is set next, for daylight saving, after a time; Unix ms, to an hour. `null`: not within 400 days. */
  nextChange(after: number): number | null {
    const offset = new Date(after).getTimezoneOffset();
    for (let at = after; at < after + 400 * DAY_MS; at += HOUR_MS)
      if (new Date(at).getTimezoneOffset() !== offset) return at;
    return null;
  }

  /** The process has the zone again that it had. */
  restore(): void {
    if (this.#before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = this.#before;
  }
}
