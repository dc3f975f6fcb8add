import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Session } from './session.ts';

/** A notification as the app sent it to the desktop. */
export interface SentNotification {
  readonly title: string;
  /** Its buttons, also the one for a click on the notification itself, which some desktops show. */
  readonly buttons: readonly { readonly key: string; readonly label: string }[];
}

/** Listens to what the app sends to the notification daemon. */
export class NotificationLog {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  static async start(session: Session): Promise<NotificationLog> {
    const file = join(session.system.folders.runtime, 'notifications.log');
    const rule = "type='method_call',interface='org.freedesktop.Notifications'";
    session.system.start(['sh', '-c', 'exec dbus-monitor --session "$1" >"$0"', file, rule]);
    // It says first that it has a name on the bus.
    await vi.waitFor(() => readFile(file), { timeout: 10_000 });
    return new NotificationLog(file);
  }

  /** The notifications of the app so far, oldest first. */
  async sent(): Promise<readonly SentNotification[]> {
    return readSent(await readFile(this.#file, 'utf8'));
  }

  /** How many notifications programs have taken back so far. */
  async closed(): Promise<number> {
    const calls = callsIn(await readFile(this.#file, 'utf8'));
    return calls.filter((call) => call.includes('member=CloseNotification')).length;
  }
}

/** The notifications of the app in the output of dbus-monitor. */
export function readSent(output: string): readonly SentNotification[] {
  const calls = callsIn(output).filter((call) => call.includes('member=Notify'));
  return calls.filter((call) => call.includes('string "NotAfter"')).map(readNotify);
}

const callsIn = (output: string) => output.split(/^(?=method call )/mu);

function readNotify(call: string): SentNotification {
  const [head = '', rest = ''] = call.split(/^ {3}array \[\n/mu);
  const [, , title = ''] = [...head.matchAll(/^ {3}string "(.*)"$/gmu)].map(([, text]) => text ?? '');
  const [actions = ''] = rest.split(/^ {3}\]/mu);
  const words = [...actions.matchAll(/^ {6}string "(.*)"$/gmu)].map(([, text]) => text ?? '');
  // A key and its label alternate.
  const buttons = words.flatMap((key, index) =>
    index % 2 === 0 ? [{ key, label: words[index + 1] ?? '' }] : [],
  );
  return { title, buttons };
}
