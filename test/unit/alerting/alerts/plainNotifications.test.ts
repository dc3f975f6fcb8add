import { expect, it } from 'vitest';
import type { NotificationContent } from '#main/alerting/alerts/alert.ts';
import { PlainNotifications } from '#main/alerting/alerts/plainNotifications.ts';
import type { NotificationState } from '#shared/domain/notificationState.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { start } from './alertHarness.ts';

function startSession() {
  const shown: NotificationContent[] = [];
  const opened: string[] = [];
  const counts: number[] = [];
  let state: NotificationState = { kind: 'system' };
  const notifications = new PlainNotifications({
    sink: {
      state: () => state,
      show: (content, told) => {
        const isShown = state.kind === 'system';
        if (isShown) shown.push(content);
        told?.(isShown ? content.title : null);
      },
    },
    click: (run) => ({ label: 'Show', run }),
  });
  notifications.onDidChangeWaiting(() => counts.push(notifications.waiting()));
  return {
    notifications,
    opened,
    shown,
    counts,
    say: (title: string) => notifications.show({ title, body: '', show: () => opened.push(title) }),
    become: (kind: 'system' | 'absent' | 'refused') => {
      state = { kind };
      notifications.showWaiting();
    },
    titles: () => shown.map(({ title }) => title),
  };
}

it('a notification is shown at once, and a click does what it says', () => {
  const { say, shown, opened, counts } = startSession();
  say('a');
  expect(shown).toMatchObject([{ title: 'a', urgent: false, click: { label: 'Show' } }]);
  shown[0]?.click.run();
  expect([opened, counts]).toEqual([['a'], []]);
});

it.each(['absent', 'refused'] as const)(
  'one that the desktop does not show waits while it is %s, and is shown once',
  (kind) => {
    const { say, become, titles, counts } = startSession();
    become(kind);
    say('a');
    say('b');
    become(kind);
    expect([titles(), counts]).toEqual([[], [1, 2]]);
    become('system');
    expect([titles(), counts]).toEqual([
      ['a', 'b'],
      [1, 2, 1, 0],
    ]);
    become('absent');
    become('system');
    expect(titles()).toEqual(['a', 'b']);
  },
);

it('those that wait are tried again within a minute, and not before there is a program for them', () => {
  const { say, become, notifications } = startSession();
  expect(notifications.nextTry(start)).toBe(Number.POSITIVE_INFINITY);
  become('refused');
  say('a');
  expect(notifications.nextTry(start)).toBe(start + MINUTE_MS);
  become('absent');
  expect(notifications.nextTry(start)).toBe(Number.POSITIVE_INFINITY);
});

it('the newest wait where there are many', () => {
  const { say, become, titles, notifications } = startSession();
  become('absent');
  for (let number = 0; number < 30; number += 1) say(String(number));
  expect(notifications.waiting()).toBe(20);
  become('system');
  expect([titles().length, titles()[0], titles().at(-1)]).toEqual([20, '10', '29']);
});
