// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ways } from '#renderer/features/webhook/receiver/ReachableStep.tsx';
import { SettingsPage } from '#renderer/frame/SettingsPage.tsx';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { err, ok } from '#shared/result.ts';
import { deliveryView, hookView, receiverOff } from '#test/support/receiverViews.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';
import { enter, expectRefused, field, press, refused } from './formDriver.ts';

const hook = hookView('h1');
const [name, path] = [t('receiver.hook.name'), t('receiver.hook.path')];

function renderReceiver(hookId: string | null, calls: FakeCalls = {}) {
  return renderPart(<SettingsPage />, {
    settings: { section: 'webHooks', itemId: hookId },
    app: { receiver: { ...receiverOff, hooks: hookId === null ? [] : [hook] } },
    calls,
  });
}

describe('the form for the receiver', () => {
  const [address, port] = [t('receiver.listening.address'), t('receiver.listening.port')];

  async function renderListening(calls: FakeCalls = {}) {
    const part = renderReceiver(null, calls);
    await press(part.user, t('receiver.nav.listening'));
    return { ...part, save: () => press(part.user, t('receiver.listening.save')) };
  }

  it('reports everything that main would refuse at once', async () => {
    const { user, save, asked } = await renderListening();
    await enter(user, address, 'localhost');
    await enter(user, port, '70000');
    await save();
    await expectRefused(address, port);
    expect(asked).toEqual([]);
  });

  it('opens the advanced fields when one of them is refused, and keeps them open', async () => {
    const { user, save } = await renderListening();
    const advanced = screen.getByRole('button', { name: t('receiver.advanced.title') });
    const hosts = t('receiver.advanced.allowedHosts');
    await user.click(advanced);
    await enter(user, hosts, 'https://x');
    await user.click(advanced);
    expect(advanced.getAttribute('aria-expanded')).toBe('false');
    await save();
    await expectRefused(hosts);
    await enter(user, hosts, 'x.example');
    expect(advanced.getAttribute('aria-expanded')).toBe('true');
    expect(field(hosts).getAttribute('aria-invalid')).toBeNull();
  });

  it('shows the address that main refuses at its field', async () => {
    const { user, save } = await renderListening({
      'receiver:configure': async () => err(refused('address', 'notAnAddress')),
    });
    await enter(user, port, '8443');
    await save();
    await expectRefused(address);
  });

  it('sends the configuration, and has no changes then', async () => {
    const { user, save, asked } = await renderListening({ 'receiver:configure': async () => ok(null) });
    await enter(user, port, '8443');
    await save();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: t('receiver.listening.save') });
    await waitFor(() => expect(button.disabled).toBe(true));
    expect(asked).toEqual([['receiver:configure', { ...defaultReceiverConfig, port: 8443 }]]);
  });
});

describe('the form for a new hook', () => {
  it('requires a name and a secret', async () => {
    const { user, asked } = renderReceiver(null);
    await press(user, t('receiver.secret.ownInstead'));
    await press(user, t('receiver.hook.addAndSave'));
    await expectRefused(name, t('receiver.secret.label'));
    expect(asked).toEqual([]);
  });

  it('begins with a generated secret, in its first step', async () => {
    const { user, asked } = renderReceiver(null, { 'hooks:add': async () => ok(hook) });
    const { value } = field(t('receiver.secret.label'));
    expect(value).toMatch(/^[0-9a-f]{64}$/u);
    expect(stepStates()).toEqual(['open', 'later', 'later', 'later']);
    await enter(user, name, 'Shop');
    await press(user, t('receiver.hook.addAndSave'));
    await waitFor(() => expect(asked).toEqual([['hooks:add', { name: 'Shop', path: null, secret: value }]]));
  });

  it('shows the path that main refuses at its field', async () => {
    const { user } = renderReceiver(null, {
      'hooks:add': async () => err(refused('path', 'alreadyExists')),
    });
    await enter(user, name, 'Shop');
    await press(user, t('receiver.hook.pathOwn'));
    await enter(user, path, 'shop');
    await press(user, t('receiver.hook.addAndSave'));
    await expectRefused(path);
  });
});

/** The states of the steps. */
function stepStates(): readonly (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>('[data-step]')].map(({ dataset }) => dataset['step']);
}

describe('the steps of a hook', () => {
  const passed = { steps: [], error: null, status: 204, ms: 5, leftMs: 14_995 };

  const test = (user: UserEvent, address: string) =>
    enter(user, t('receiver.test.publicUrl'), address).then(() => press(user, t('receiver.test.run')));
  const copied = t('common.copyWhat', { what: t('receiver.steps.copyAddress') });

  it('show the address for the service only after a test of a public one', async () => {
    const { user, asked } = renderReceiver('h1', {
      'app:copyText': async () => ok(null),
      'receiver:test': async () => passed,
    });
    expect(stepStates()).toEqual(['done', 'open', 'open', 'later']);
    expect(screen.queryByRole('button', { name: copied })).toBeNull();
    await test(user, 'localhost:47443');
    await screen.findByText(t('receiver.deliver.localOnly'));
    expect(screen.queryByRole('button', { name: copied })).toBeNull();
    await test(user, 'hooks.example.com');
    await waitFor(() => expect(stepStates()).toEqual(['done', 'done', 'done', 'open']));
    await press(user, copied);
    await waitFor(() => expect(asked.at(-1)).toEqual(['app:copyText', 'https://hooks.example.com/h1']));
  });

  it('end with a delivery to the hook', async () => {
    const inbox = [deliveryView('d1', 5000), deliveryView('d2', 1000)];
    renderPart(<SettingsPage />, {
      settings: { section: 'webHooks', itemId: 'h1' },
      app: { receiver: { ...receiverOff, hooks: [hook] }, inbox },
    });
    expect(stepStates()).toEqual(['done', 'done', 'done', 'done']);
    expect(screen.getByRole('button', { name: t('receiver.deliver.show') })).toBeDefined();
  });

  it('have a ready line for each way, and lead to the address that a router needs', async () => {
    const { user } = renderReceiver('h1');
    const lines = [
      'ssh -N -R 47443',
      'cloudflared tunnel --url',
      'location = /h1',
      'TCP 443 → this computer:47443',
    ];
    for (const [place, way] of ways.entries()) {
      await user.click(screen.getByRole('tab', { name: t(`receiver.reachable.ways.${way}`) }));
      expect(screen.getByText(lines[place] ?? '', { exact: false }).tagName).toBe('CODE');
    }
    await press(user, t('receiver.reachable.listen'));
    expect(field(t('receiver.listening.address'))).toBeDefined();
  });

  it('explain what is protected behind one question', async () => {
    const { user } = renderReceiver('h1');
    const answer = screen.getByText(t('receiver.protection.text'));
    expect(answer.closest('[hidden]')).not.toBeNull();
    await press(user, t('receiver.protection.title'));
    expect(answer.closest('[hidden]')).toBeNull();
  });
});

describe('the form for a hook', () => {
  it('requires a name', async () => {
    const { user, asked } = renderReceiver('h1');
    await press(user, t('receiver.hook.advanced'));
    await enter(user, name, '');
    await press(user, t('receiver.hook.save'));
    await expectRefused(name);
    expect(asked).toEqual([]);
  });

  it('shows the path as main stored it', async () => {
    const { user, asked } = renderReceiver('h1', {
      'hooks:update': async (args) => ok({ ...hook, path: `${args.path}!` }),
    });
    await press(user, t('receiver.hook.advanced'));
    await enter(user, path, 'shop');
    await press(user, t('receiver.hook.save'));
    await waitFor(() => expect(field(path).value).toBe('/shop!'));
    expect(asked).toEqual([['hooks:update', { id: 'h1', enabled: true, name: hook.name, path: '/shop' }]]);
  });

  it('asks for the public address of a test, and shows it when main refuses it', async () => {
    const publicUrl = t('receiver.test.publicUrl');
    const error = { kind: 'app', error: refused('publicUrl', 'malformed') } as const;
    const report = { steps: [], error, status: null, ms: 0, leftMs: 0 };
    const { user } = renderReceiver('h1', { 'receiver:test': async () => report });
    await press(user, t('receiver.test.run'));
    await expectRefused(publicUrl);
    await enter(user, publicUrl, 'https://');
    await press(user, t('receiver.test.run'));
    await expectRefused(publicUrl);
  });

  it('asks before another page replaces unsaved values', async () => {
    const { user } = renderReceiver('h1');
    await press(user, t('receiver.hook.advanced'));
    await enter(user, name, 'Other');
    await press(user, t('receiver.nav.listening'));
    expect(screen.getByRole('alert').textContent).toBe(t('common.unsaved.question'));
    await press(user, t('common.unsaved.drop'));
    expect(screen.getByText(t('receiver.listening.intro'))).toBeTruthy();
  });
});
