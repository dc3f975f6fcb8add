import type { NotificationContent, NotificationSink } from '#main/alerting/alerts/alert.ts';
import { Emitter } from '#main/platform/emitter.ts';

/** A desktop that says what notifications say, or nothing: they can neither be clicked nor closed. */
export function saidNotifications(say: (content: NotificationContent) => void): NotificationSink {
  const never = new Emitter<never>('saidNotifications.never').event;
  return {
    start: () => undefined,
    state: () => ({ kind: 'system' }),
    onDidChange: never,
    onDidClose: never,
    show: (content, told) => {
      say(content);
      told?.('');
    },
    close: () => undefined,
  };
}
