// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SettingsDialog } from '#renderer/features/settings/settings/SettingsDialog.tsx';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok } from '#shared/result.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';
import { enter, expectRefused, press, titleOf } from './formDriver.ts';

const days = t('settings.alertDays');

function renderSettings(calls: FakeCalls = {}) {
  return renderPart(<SettingsDialog />, { view: { dialog: { kind: 'settings' } }, calls });
}

it('refuses what main would refuse, and sends nothing', async () => {
  const { user, asked } = renderSettings();
  await enter(user, days, '30, soon');
  await press(user, t('common.save'));
  await expectRefused(days);
  expect(screen.getByText(t('settings.bounds.notDays', { text: 'soon' }))).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe(t('settings.refused'));
  await enter(user, days, '30, 7');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(asked).toEqual([]);
});

it('closes once main has stored the settings', async () => {
  const { user, asked } = renderSettings({ 'settings:set': async () => ok(null) });
  await enter(user, days, '14 7');
  await press(user, t('common.save'));
  await waitFor(() => expect(useViewStore.getState().dialog).toEqual({ kind: 'none' }));
  expect(asked).toEqual([['settings:set', { ...defaultSettings, alertDays: [14, 7] }]]);
});

it('stays open and says why main did not store them', async () => {
  const error: AppError = { kind: 'storage', reason: 'full', detail: '' };
  const { user } = renderSettings({ 'settings:set': async () => err(error) });
  await enter(user, days, '14');
  await press(user, t('common.save'));
  expect((await screen.findByRole('alert')).textContent).toContain(titleOf(error));
});
