// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ConfigurationFile } from '#renderer/features/settings/configuration/ConfigurationFile.tsx';
import { ImportDialog } from '#renderer/features/settings/configuration/ImportDialog.tsx';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { ConfigurationOutcome, ConfigurationPreview } from '#shared/domain/configurationChange.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { connection, withUnconfirmedCa } from '#test/unit/renderer/orderRows.ts';
import { english } from '#test/unit/renderer/translators.ts';

const added = {
  action: 'added',
  kind: 'order',
  name: 'shop',
  of: 'Service',
  fields: [],
  warnings: [],
} as const;
const changed = {
  action: 'changed',
  kind: 'connection',
  name: 'Service',
  of: null,
  fields: [{ name: 'address', before: 'https://one.example', after: 'https://two.example' }],
  warnings: [],
} as const;
const removed = {
  action: 'removed',
  kind: 'order',
  name: 'old',
  of: 'Service',
  fields: [],
  warnings: [],
} as const;
const whole: ConfigurationPreview = { id: 'p1', fileName: 'team.json', changes: [added, changed, removed] };
const imported: ConfigurationOutcome = { kind: 'imported', withoutToken: [], waiting: 0 };

/** The settings with an opened file. */
async function renderPreview(
  preview: ConfigurationPreview,
  outcome: Result<ConfigurationOutcome> = ok(imported),
  connections: readonly ConnectionView[] = [],
) {
  const part = renderPart(
    <>
      <ConfigurationFile />
      <ImportDialog />
    </>,
    {
      app: { connections },
      calls: {
        'configuration:open': async () => ok(preview),
        'configuration:import': async () => outcome,
      },
    },
  );
  await part.user.click(screen.getByRole('button', { name: english('settings.advanced') }));
  await part.user.click(screen.getByRole('button', { name: english('configuration.import') }));
  await screen.findByRole('dialog', { name: english('configuration.preview.title') });
  const importButton = (count: number) =>
    screen.getByRole('button', { name: english('configuration.preview.import', { count }) });
  const sent = () => part.asked.filter(([name]) => name === 'configuration:import');
  return { ...part, importButton, sent };
}

const heading = (action: 'added' | 'changed' | 'removed') =>
  screen.queryByRole('heading', { name: english(`configuration.preview.${action}`, { count: 1 }) });

it('names in words what happens to private keys, before everything else', async () => {
  const warned = { ...added, name: 'web', warnings: [{ kind: 'keyAdded', name: 'fullchain.pem' }] } as const;
  const many = Array.from({ length: 250 }, (_, index) => ({ ...added, name: `order ${index}` }));
  await renderPreview({ ...whole, changes: [...many, warned] });
  expect(
    screen.getByText(english('configuration.warning.keyAdded', { name: 'fullchain.pem' })),
  ).toBeDefined();
  expect(screen.getByText(english('configuration.preview.asks'))).toBeDefined();
});

it('shows what an import adds and changes, and what it removes only if that is chosen', async () => {
  const { importButton, user, sent } = await renderPreview(whole);
  expect(screen.getByText('team.json')).toBeDefined();
  const parts = ['added', 'changed', 'removed'] as const;
  expect(parts.filter((part) => heading(part))).toEqual(['added', 'changed']);
  expect(screen.getByText('address: https://one.example → https://two.example')).toBeDefined();
  expect(screen.getByText(english('configuration.preview.tokenLost'))).toBeDefined();
  expect(screen.queryByText(english('configuration.preview.otherCa'))).toBeNull();
  importButton(2);
  await user.click(
    screen.getByRole('checkbox', { name: new RegExp(english('configuration.preview.prune')) }),
  );
  expect(heading('removed')).not.toBeNull();
  await user.click(importButton(3));
  expect(sent()).toEqual([['configuration:import', { id: 'p1', prune: true }]]);
  await waitFor(() => expect(useViewStore.getState().dialog.kind).toBe('none'));
});

it('warns of a connection that gets another certificate authority', async () => {
  const fields = [{ name: 'ca', before: null, after: 'corp.pem (SHA-256 AB:CD)' }];
  await renderPreview({ ...whole, changes: [{ ...changed, fields }] });
  expect(screen.getByText('ca: corp.pem (SHA-256 AB:CD)')).toBeDefined();
  expect(screen.getByText(english('configuration.preview.otherCa'))).toBeDefined();
  expect(screen.queryByText(english('configuration.preview.tokenLost'))).toBeNull();
});

it('has nothing to import when the file has nothing new', async () => {
  await renderPreview({ ...whole, changes: [] });
  expect(screen.getByText(english('configuration.preview.nothing'))).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Import \d/u })).toBeNull();
});

it('lists the first of thousands of changes, and counts the rest', async () => {
  const changes = Array.from({ length: 1500 }, (_, index) => ({ ...added, name: `rid-${index}` }));
  await renderPreview({ ...whole, changes });
  expect(screen.getAllByRole('listitem')).toHaveLength(201);
  expect(screen.getByText(english('configuration.preview.more', { count: 1300 }))).toBeDefined();
});

it('compares again when something changed meanwhile, and asks once more', async () => {
  const preview = { id: 'p2', fileName: 'team.json', changes: [added] };
  const { importButton, user, sent } = await renderPreview(whole, ok({ kind: 'outdated', preview }));
  await user.click(importButton(2));
  await screen.findByText(english('configuration.preview.outdated'));
  await user.click(importButton(1));
  await waitFor(() => expect(sent().at(-1)).toEqual(['configuration:import', { id: 'p2', prune: false }]));
});

it('asks for the tokens that are missing after the import', async () => {
  const outcome = { kind: 'imported', withoutToken: [{ id: 'c1', name: 'Service' }], waiting: 0 } as const;
  const { importButton, user } = await renderPreview(whole, ok(outcome));
  await user.click(importButton(2));
  await user.click(
    await screen.findByRole('button', { name: english('configuration.enterTokenOf', { name: 'Service' }) }),
  );
  expect(useViewStore.getState().dialog).toEqual({ kind: 'token', connectionId: 'c1' });
});

it('says beside a missing token that the CA of its connection is not confirmed', async () => {
  const [service, lab] = [withUnconfirmedCa('c1', 'Service'), connection('c2', 'Lab')];
  const outcome = { kind: 'imported', withoutToken: [service, lab], waiting: 0 } as const;
  const { importButton, user } = await renderPreview(whole, ok(outcome), [service, lab]);
  await user.click(importButton(2));
  const note = await screen.findByText(english('connections.ca.unconfirmed'));
  expect(note.closest('li')?.textContent).toContain('Service');
});

it.each([
  ['in a message', []],
  ['beside the missing tokens', [{ id: 'c1', name: 'Service' }]],
])('says how many destinations wait for their first export, %s', async (_, withoutToken) => {
  const { importButton, user } = await renderPreview(
    whole,
    ok({ kind: 'imported', waiting: 2, withoutToken }),
  );
  await user.click(importButton(2));
  const text = english('configuration.waiting', { count: 2 });
  await waitFor(() =>
    expect({
      isToast: useToastStore.getState().toasts.some((toast) => toast.text === text),
      isInDialog: screen.queryByText(text) !== null,
    }).toEqual({ isToast: withoutToken.length === 0, isInDialog: withoutToken.length > 0 }),
  );
});

it('lists several destinations in the same folder', async () => {
  const destination = {
    action: 'added',
    kind: 'destination',
    name: '~/tls',
    of: 'shop',
    fields: [],
    warnings: [],
  } as const;
  await renderPreview({ ...whole, changes: [destination, destination] });
  expect(screen.getAllByText('~/tls')).toHaveLength(2);
  expect(screen.getAllByText('(shop)')).toHaveLength(2);
});

it('stays open with the reason when the import fails', async () => {
  const full = err({ kind: 'storage', reason: 'full', detail: '' } as const);
  const { importButton, user } = await renderPreview(whole, full);
  await user.click(importButton(2));
  await screen.findByRole('alert');
  importButton(2);
});
