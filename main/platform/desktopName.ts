import type { SessionEnvironment } from './busAddress.ts';

/** Whether this desktop, such as `KDE`, is among the names of the session's (Desktop Entry Specification). */
export function isDesktop({ XDG_CURRENT_DESKTOP: names = '' }: SessionEnvironment, name: string): boolean {
  return names.split(':').includes(name);
}
