// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NotificationsPlace } from '#renderer/features/settings/alerts/AlertsSection.tsx';
import type { NotificationsView } from '#shared/domain/notificationState.ts';
import { renderPart } from '#test/support/renderPart.tsx';

it.each<[NotificationsView, string | null]>([
  [{ state: { kind: 'system' }, waiting: 0 }, null],
  [{ state: { kind: 'unknown' }, waiting: 0 }, null],
  [{ state: { kind: 'unknown' }, waiting: 1 }, '1 notification waits to be shown.'],
  [{ state: { kind: 'shown', by: 'dunst' }, waiting: 0 }, 'Shown by dunst.'],
  [
    { state: { kind: 'absent' }, waiting: 0 },
    'No program of this desktop shows notifications. They wait until one starts.',
  ],
  [
    { state: { kind: 'absent' }, waiting: 2 },
    'No program of this desktop shows notifications. They wait until one starts. 2 notifications wait to be shown.',
  ],
  [
    { state: { kind: 'refused' }, waiting: 1 },
    'The desktop did not take a notification. It is tried again every minute. 1 notification waits to be shown.',
  ],
])('says where notifications go (%j)', (notifications, sentence) => {
  renderPart(<NotificationsPlace />, { app: { notifications } });
  expect(screen.queryByRole('status')?.textContent.trim() ?? null).toBe(sentence);
});
