// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { QuickWindow } from '#renderer/frame/quick/QuickWindow.tsx';
import type { HelpWords } from '#shared/domain/helpfulAction.ts';
import type { QuickRow, QuickTexts, QuickView } from '#shared/domain/quickView.ts';
import { renderPart } from '#test/support/renderPart.tsx';

const soon = { timeout: 10_000 };

const texts: QuickTexts = {
  search: 'Search orders',
  attention: 'Needs attention',
  next: 'Next',
  empty: 'No orders match',
  state: '1 order needs attention',
  waiting: null,
  started: 'Started.',
  details: 'details',
  window: 'window',
  windowKey: 'Ctrl O',
};
const row = (id: string, change: Partial<QuickRow> = {}): QuickRow => ({
  id,
  title: id,
  status: 'healthy',
  statusName: 'Healthy',
  words: 'expires in 60 days',
  needsAttention: false,
  help: { action: 'export', label: 'Export…' },
  ...change,
});
const shop = row('Shop', {
  status: 'expired',
  statusName: 'Expired',
  words: 'expired 4 days ago',
  needsAttention: true,
  help: { action: 'sync', label: 'Sync now' },
});
const mail = row('Mail', { help: { action: 'update', label: 'Update files' } });

interface Main {
  readonly rows?: readonly QuickRow[];
  readonly texts?: Partial<QuickTexts>;
  readonly help?: () => Promise<HelpWords>;
  /** What an answer to a search waits for. */
  readonly answers?: () => Promise<void>;
}

/** The quick window in front of a main process with these rows; they are searched by their titles. */
async function open(main: Main = {}) {
  const state = { rows: main.rows ?? [shop, mail] };
  onTestFinished(() => {
    document.documentElement.removeAttribute('lang');
    delete document.documentElement.dataset['theme'];
  });
  const part = renderPart(<QuickWindow />, {
    calls: {
      'quick:view': async ({ search }) => {
        await main.answers?.();
        return {
          rows: state.rows.filter(({ title }) => title.toLowerCase().includes(search)),
          texts: { ...texts, ...main.texts },
          locale: 'zh-CN',
          theme: 'dark',
        };
      },
      'quick:help': main.help ?? (async () => ({ isFailure: false, title: 'Shop', text: null })),
      'quick:open': async () => null,
      'quick:close': async () => null,
    },
  });
  const field = await screen.findByRole('combobox', { name: 'Search orders' });
  await expect.poll(() => document.activeElement, soon).toBe(field);
  const done = () => part.asked.filter(([name]) => name !== 'quick:view');
  return { ...part, state, field, done };
}

const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent ?? null;

describe('the quick window', () => {
  it('names each order with its status, its time and what helps, in two groups', async () => {
    await open();
    const group = (name: string) => within(screen.getByRole('group', { name }));
    expect(group('Needs attention').getByRole('option').textContent).toBe(
      'Shop, Expired, expired 4 days ago. Sync now',
    );
    expect(group('Next').getByRole('option').textContent).toBe(
      'Mail, Healthy, expires in 60 days. Update files',
    );
  });

  it('has the focus in the search, which names the chosen order to a screen reader', async () => {
    const { user, field } = await open();
    expect(document.activeElement).toBe(field);
    const option = () => screen.getByRole('option', { selected: true });
    expect(field.getAttribute('aria-activedescendant')).toBe(option().id);
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toContain('Mail');
    expect(field.getAttribute('aria-activedescendant')).toBe(option().id);
  });

  it('does what helps the chosen order on Enter, and says that it began', async () => {
    const { user, done } = await open();
    await user.keyboard('{Enter}');
    expect(done()).toEqual([['quick:help', { orderId: 'Shop', action: 'sync' }]]);
    expect(screen.getByRole('status').textContent).toBe('Shop: Started.');
  });

  it('does what helps by a click on the button, and opens the details by a click on the row', async () => {
    const { user, done } = await open();
    await user.click(screen.getByText('Update files'));
    await user.click(screen.getByText('Mail'));
    expect(done()).toEqual([
      ['quick:help', { orderId: 'Mail', action: 'update' }],
      ['quick:open', { orderId: 'Mail' }],
    ]);
  });

  it('takes one action at a time, and marks its order as busy', async () => {
    const answer = Promise.withResolvers<HelpWords>();
    const { user, done } = await open({ help: () => answer.promise });
    await user.keyboard('{Enter}{ArrowDown}{Enter}');
    expect(done()).toHaveLength(1);
    expect(screen.getByRole('option', { busy: true }).textContent).toContain('Shop');
    answer.resolve({ isFailure: false, title: 'Shop', text: 'Done' });
    await screen.findByText('Shop: Done');
    expect(screen.queryByRole('option', { busy: true })).toBeNull();
  });

  it('says what failed, in the colour of a failure', async () => {
    const failure = { isFailure: true, title: 'The disk is full', text: 'Nothing was written' };
    const { user } = await open({ help: async () => failure });
    await user.keyboard('{Enter}');
    const status = screen.getByRole('status');
    await waitFor(() => expect(status.textContent).toBe('The disk is full: Nothing was written'));
    expect(status.className).toContain('text-danger');
  });

  it('opens the details with the arrow to the right, but only at the end of the search', async () => {
    const { user, done } = await open();
    await user.keyboard('sh{ArrowLeft}{ArrowRight}');
    expect(done()).toEqual([]);
    await user.keyboard('{ArrowRight}');
    expect(done()).toEqual([['quick:open', { orderId: 'Shop' }]]);
  });

  it('opens the window with Ctrl+O or Cmd+O, and closes with Escape', async () => {
    const { user, done } = await open();
    await user.keyboard('{Control>}o{/Control}{Meta>}o{/Meta}{Escape}');
    expect(done()).toEqual([
      ['quick:open', null],
      ['quick:open', null],
      ['quick:close', null],
    ]);
  });

  it('asks main for each search, and chooses the first order found', async () => {
    const { user, asked } = await open();
    await user.keyboard('{ArrowDown}mail');
    await expect.poll(names, soon).toEqual(['Mail, Healthy, expires in 60 days. Update files']);
    expect(asked.at(-1)).toEqual(['quick:view', { search: 'mail' }]);
    expect(chosen()).toContain('Mail');
  });

  it('acts on what is typed once main has answered, and not on what was found before', async () => {
    let answer = Promise.resolve();
    const { user, done } = await open({ answers: () => answer });
    const late = Promise.withResolvers<void>();
    answer = late.promise;
    await user.keyboard('mail{Enter}');
    expect(done()).toEqual([]);
    late.resolve();
    await expect.poll(done, soon).toEqual([['quick:help', { orderId: 'Mail', action: 'update' }]]);
  });

  it('says in place of rows that nothing was found, and Enter does nothing', async () => {
    const { user, field, done } = await open();
    await user.keyboard('nobody');
    await screen.findByText('No orders match');
    await user.keyboard('{Enter}{ArrowDown}{ArrowRight}');
    expect(names()).toEqual([]);
    expect(screen.queryAllByRole('group')).toEqual([]);
    expect(field.getAttribute('aria-activedescendant')).toBeNull();
    expect(done()).toEqual([]);
  });

  it('shows what main says without orders', async () => {
    await open({ rows: [], texts: { empty: 'No orders yet.', state: 'Nothing to watch' } });
    expect(screen.getByText('No orders yet.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Nothing to watch');
  });

  it('leads to the deliveries that wait', async () => {
    const { user, done } = await open({ texts: { waiting: '2 deliveries waiting' } });
    await user.click(screen.getByRole('button', { name: '2 deliveries waiting' }));
    expect(done()).toEqual([['quick:open', 'inbox']]);
  });

  it('reads the orders again when main says that they changed', async () => {
    const { state, send } = await open();
    state.rows = [mail];
    send('quick:changed', null);
    await expect.poll(names, soon).toHaveLength(1);
  });

  it('has the language and the theme of the app, and the key of the system', async () => {
    await open({ texts: { windowKey: '⌘O' } });
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(screen.getByRole('button', { name: '⌘O window' })).toBeTruthy();
  });
});

describe('a main process that does not answer', () => {
  const view = { rows: [shop], texts, locale: 'en', theme: 'system' } as const;
  const refused = () => Promise.reject(new Error('refused'));

  it('does not keep Escape from closing the window', async () => {
    const { user, asked } = renderPart(<QuickWindow />, {
      calls: { 'quick:view': () => new Promise(() => undefined), 'quick:close': async () => null },
    });
    await user.keyboard('{Escape}');
    expect(asked).toContainEqual(['quick:close', null]);
  });

  it('is said in place of the orders, and Try again reads them', async () => {
    let read: () => Promise<QuickView> = refused;
    const { user } = renderPart(<QuickWindow />, {
      calls: { 'quick:view': () => read() },
    });
    expect((await screen.findByRole('alert', {}, soon)).textContent).toContain('The list could not be read');
    const again = screen.getByRole('button', { name: 'Try again' });
    expect(document.activeElement).toBe(again);
    read = async () => view;
    await user.click(again);
    expect(await screen.findByRole('option', {}, soon)).toBeTruthy();
  });

  it('leaves the orders that are shown, and says so below them', async () => {
    let read: () => Promise<QuickView> = async () => view;
    const { user } = renderPart(<QuickWindow />, {
      calls: { 'quick:view': () => read() },
    });
    await user.type(await screen.findByRole('combobox', {}, soon), 's');
    read = refused;
    await user.keyboard('h');
    await expect.poll(() => screen.getByRole('status').textContent, soon).toBe('The list could not be read');
    expect(names()).toHaveLength(1);
    read = async () => view;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => screen.getByRole('status').textContent, soon).toBe(texts.state);
  });

  it('is said when an action did not happen, which can be done again', async () => {
    let help: () => Promise<HelpWords> = refused;
    const { user } = await open({ help: () => help() });
    await user.keyboard('{Enter}');
    await expect
      .poll(() => screen.getByRole('status').textContent, soon)
      .toContain('Something unexpected happened');
    help = async () => ({ isFailure: false, title: 'Shop', text: 'Checked.' });
    await user.keyboard('{Enter}');
    await expect.poll(() => screen.getByRole('status').textContent, soon).toBe('Shop: Checked.');
  });
});
