// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { placedSettings } from '#renderer/frame/palette/settingEntries.ts';
import { SettingsPage } from '#renderer/frame/SettingsPage.tsx';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { type SettingsSection, useSettingsStore } from '#renderer/stores/settingsStore.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { alertChannels } from '#shared/domain/alertChannels.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { err, ok } from '#shared/result.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { snapshotOf } from '#test/unit/renderer/orderRows.ts';
import { english as t } from '#test/unit/renderer/translators.ts';
import { field, press } from './formDriver.ts';

const command = { command: ['/bin/tell'], lastRun: null, waiting: { count: 0, nextAt: null } };

/** Renders the page in front of a main process that stores the settings and sends them back. */
function renderSettings(
  section: SettingsSection,
  calls: FakeCalls = {},
  app: NonNullable<Parameters<typeof renderPart>[1]>['app'] = {},
) {
  return renderPart(<SettingsPage />, {
    app,
    settings: { section },
    calls: {
      'settings:set': store,
      'alerts:example': async () => ok(null),
      'settings:shortcutState': async () => ({ kind: 'active', keys: null }),
      ...calls,
    },
  });
}

const store = async (change: object) => {
  act(() => {
    const state = useAppStore.getState();
    if (state.phase === 'ready')
      useAppStore.setState({
        ...state,
        projection: { ...state.projection, settings: { ...state.projection.settings, ...change } },
      });
  });
  return ok(null);
};

/** The settings that main was given, as changes of the default ones. */
function storedChanges(asked: readonly (readonly [string, unknown])[]): readonly Partial<Settings>[] {
  return asked
    .filter(([name]) => name === 'settings:set')
    .map(([, settings]) =>
      Object.fromEntries(
        Object.entries(settings as Settings).filter(
          ([name, value]) =>
            JSON.stringify(value) !== JSON.stringify(defaultSettings[name as keyof Settings]),
        ),
      ),
    );
}

it('applies a choice at once, and undoes it by the toast', async () => {
  const { user, asked } = renderSettings('general');
  await user.selectOptions(field(t('settings.theme')), 'dark');
  expect(storedChanges(asked)).toEqual([{ theme: 'dark' }]);
  await waitFor(() => expect(useToastStore.getState().toasts).toHaveLength(1));
  const [toast] = useToastStore.getState().toasts;
  expect(toast).toMatchObject({ title: t('settings.changed'), text: t('settings.theme') });
  toast?.action?.run();
  await waitFor(() => expect(field(t('settings.theme')).value).toBe('system'));
  expect(storedChanges(asked)).toEqual([{ theme: 'dark' }, {}]);
});

it('turns off the notifications on this computer alone, while alerts are on', async () => {
  const { user, asked } = renderSettings('alerts', {}, { alertChannels: { command } });
  const box = (name: string) => screen.getByRole('checkbox', { name: new RegExp(name, 'u') });
  await user.click(box(t('settings.notifications')));
  expect(storedChanges(asked)).toEqual([{ notifications: false }]);
  expect((box(t('settings.alertOnOverdue')) as HTMLInputElement).disabled).toBe(false);
  await user.click(box(t('settings.alertsOn')));
  expect((box(t('settings.notifications')) as HTMLInputElement).disabled).toBe(true);
});

it('offers the notifications on this computer only beside a command or a webhook, or where they are off', () => {
  renderSettings('alerts');
  expect(screen.queryByRole('checkbox', { name: new RegExp(t('settings.notifications'), 'u') })).toBeNull();
});

it('says what each kind of alert is about to screen readers, too', () => {
  renderSettings('alerts');
  const box = screen.getByRole('checkbox', { name: t('settings.alertOnOverdue') });
  const said = [box.getAttribute('aria-description'), box.closest('label')?.title];
  expect(said).toEqual([t('settings.alertOnOverdueHint'), t('settings.alertOnOverdueHint')]);
});

it('keeps what few need folded, with its state, until it is wanted', async () => {
  const { user } = renderSettings('alerts');
  const title = t('settings.authority.title');
  const fold = screen.getByRole('button', { name: `${title} ${t('settings.isOff')}` });
  expect(
    screen.queryByRole('checkbox', { name: new RegExp(t('settings.authority.revocation'), 'u') }),
  ).toBeNull();
  await user.click(fold);
  expect(
    screen.getByRole('checkbox', { name: new RegExp(t('settings.authority.revocation'), 'u') }),
  ).toBeDefined();
});

it('keeps one toast: that of the last change', async () => {
  const { user } = renderSettings('general');
  await user.selectOptions(field(t('settings.theme')), 'dark');
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('settings.startAtLogin'), 'u') }));
  await waitFor(() =>
    expect(useToastStore.getState().toasts.map(({ text }) => text)).toEqual([t('settings.startAtLogin')]),
  );
});

it('shows the stored value again and says why main did not store another', async () => {
  const error = { kind: 'storage', reason: 'full', detail: '' } as const;
  const { user } = renderSettings('general', { 'settings:set': async () => err(error) });
  await user.selectOptions(field(t('settings.theme')), 'dark');
  await waitFor(() => expect(field(t('settings.theme')).value).toBe('system'));
  expect(useToastStore.getState().toasts[0]).toMatchObject({
    tone: 'danger',
    title: t('settings.notChanged'),
  });
});

it('keeps the last valid value in force while a field has an invalid one, and says so', async () => {
  const { user, asked } = renderSettings('alerts');
  const days = screen.getAllByLabelText<HTMLInputElement>(t('settings.days'))[0];
  if (days === undefined) throw new Error('There is no field for the days');
  await user.clear(days);
  await user.type(days, 'soon{Enter}');
  const problem = t('settings.bounds.wholeNumber');
  expect(screen.getByText(t('settings.bounds.inForce', { problem }))).toBeTruthy();
  expect(days.getAttribute('aria-invalid')).toBe('true');
  expect(storedChanges(asked)).toEqual([]);
  await user.clear(days);
  await user.type(days, '45');
  expect(storedChanges(asked)).toEqual([]);
  await user.tab();
  expect(storedChanges(asked)).toEqual([{ warningDays: 45 }]);
  expect(days.getAttribute('aria-invalid')).toBeNull();
});

it('applies what is being typed when the page is left by Escape', async () => {
  const { user, asked } = renderSettings('alerts');
  await user.clear(field(t('settings.alertDays')));
  await user.type(field(t('settings.alertDays')), '14 7{Escape}');
  await waitFor(() => expect(useSettingsStore.getState().place).toBeNull());
  expect(storedChanges(asked)).toEqual([{ alertDays: [14, 7] }]);
});

it('shows a notification on request', async () => {
  const { user, asked } = renderSettings('alerts');
  await press(user, t('settings.preview.show'));
  expect(asked.filter(([name]) => name === 'alerts:example')).toEqual([['alerts:example', null]]);
});

it('goes from section to section, and closes by its button', async () => {
  const { user } = renderSettings('general');
  await press(user, t('settings.sections.alerts'));
  expect(screen.getByRole('heading', { name: t('settings.sections.alerts') })).toBeTruthy();
  await press(user, t('settings.back'));
  expect(screen.queryByRole('main')).toBeNull();
});

describe('the shortcut of the quick window', () => {
  const shortcutButton = () =>
    screen.getByRole('button', { name: new RegExp(`^${t('settings.quickShortcut')}: `) });

  it('is what is pressed while the button records, and Backspace removes it', async () => {
    const { user, asked } = renderSettings('general');
    expect(shortcutButton().textContent).toBe(t('settings.shortcut.none'));
    await user.click(shortcutButton());
    expect(shortcutButton().textContent).toBe(t('settings.shortcut.press'));
    await user.keyboard('{Control>}{Alt>}');
    expect(shortcutButton().textContent).toBe('Ctrl Alt ');
    await user.keyboard('n{/Alt}{/Control}');
    expect(storedChanges(asked)).toEqual([{ quickShortcut: 'Ctrl+Alt+N' }]);
    await waitFor(() => expect(shortcutButton().textContent).toBe('Ctrl Alt N '));
    await user.click(shortcutButton());
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(shortcutButton().textContent).toBe(t('settings.shortcut.none')));
  });

  it('is not stored with too few keys, which it says, and Esc leaves the recording but not the page', async () => {
    const { user, asked } = renderSettings('general');
    await user.click(shortcutButton());
    await user.keyboard('{Control>}c{/Control}');
    const text = t('settings.shortcut.tooFew', { super: 'Super' });
    expect(screen.getByText(text)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByText(text)).toBeNull();
    expect(shortcutButton().textContent).toBe(t('settings.shortcut.none'));
    expect(useSettingsStore.getState().place?.section).toBe('general');
    expect(storedChanges(asked)).toEqual([]);
  });

  it.each([
    ['another program has the keys', { kind: 'taken' }, t('settings.shortcut.taken')],
    ['the desktop gave none', { kind: 'declined' }, t('settings.shortcut.declined')],
    ['the desktop gives none to programs', { kind: 'noPortal' }, t('settings.shortcut.noPortal')],
    [
      'the desktop chose other keys',
      { kind: 'active', keys: 'Meta+F9' },
      t('settings.shortcut.byDesktop', { keys: 'Meta+F9' }),
    ],
  ] as const)('says it when %s', async (_case, state, text) => {
    renderSettings('general', { 'settings:shortcutState': async () => state });
    await store({ quickShortcut: 'Super+F9' });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

it('has the focus at the setting that the palette opens it for, in its section, and unfolds it', async () => {
  const channels = alertChannels.map(({ id }) => ({
    section: 'alerts' as const,
    label: `alertChannels.${id}.title` as const,
  }));
  for (const { section, label } of [...placedSettings, ...channels]) {
    const { user } = renderPart(<SettingsPage />, {
      settings: { section, label: t(label) },
      calls: {
        'alerts:example': async () => ok(null),
        'settings:shortcutState': async () => ({ kind: 'active', keys: null }),
      },
      app: {
        app: { ...snapshotOf(1, []).app, platform: 'darwin' },
        settings: { ...defaultSettings, checkRenewalInfo: true },
        alertChannels: { command },
        update: { kind: 'idle' },
      },
    });
    await act(async () => {});
    const focused = document.activeElement;
    expect(focused?.closest('nav, aside'), label).toBeNull();
    expect(focused?.matches('input, select, button'), label).toBe(true);
    expect(focused?.closest('[hidden]'), label).toBeNull();
    expect(focused?.getAttribute('aria-expanded'), label).not.toBe('false');
    await user.keyboard('{Escape}');
    cleanup();
  }
});
