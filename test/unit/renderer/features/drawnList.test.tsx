// @vitest-environment jsdom
import { act } from '@testing-library/react';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordEarlyInput } from '#main/desktop/earlyInput.ts';
import { noOrders } from '#shared/domain/assessment.ts';
import { appLanguages } from '#shared/domain/language.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { noGroups } from '#shared/domain/orderGroups.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import type { AppSnapshot } from '#shared/domain/snapshot.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { ok } from '#shared/result.ts';
import { hostileParts, outline, parsedPage, refusedParts } from '#test/support/drawnPage.ts';
import { orderWithDays, pullSource, pushSource } from '#test/support/orderRows.ts';
import type { RenderedPart } from '#test/support/renderPart.tsx';
import { connection, snapshotOf } from '#test/unit/renderer/orderRows.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';
import { type SituationName, situations } from '#test/unit/states/situations.ts';
import { worldOf } from '#test/unit/states/world.ts';

let page: Awaited<ReturnType<typeof newPage>>;

/** The modules of a page that was just loaded: none of its later parts is there, whatever earlier files have loaded. */
async function newPage() {
  vi.resetModules();
  await import('#scripts/vitest/allTexts.ts');
  const [{ App }, { list }, { replayInput }, { tickNow }, parts, app, view, support] = await Promise.all([
    import('#renderer/App.tsx'),
    import('#renderer/drawnPages.tsx'),
    import('#renderer/frame/replayInput.ts'),
    import('#renderer/hooks/useNow.ts'),
    import('#renderer/hooks/lazyPart.tsx'),
    import('#renderer/stores/appStore.ts'),
    import('#renderer/stores/viewStore.ts'),
    import('#test/support/renderPart.tsx'),
  ]);
  return { App, list, replayInput, tickNow, ...parts, ...app, ...view, ...support };
}

beforeAll(async () => {
  page = await newPage();
  // The page stays as it is before its first paint.
  page.loadPartsAfter(new Promise(() => undefined));
});

afterAll(() => page.loadPartsAfter(Promise.resolve()));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.stubGlobal('requestIdleCallback', () => 0);
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

const stateOf = (rows: readonly OrderRow[], change: Partial<AppSnapshot> = {}): AppSnapshot => ({
  ...snapshotOf(1, rows),
  ...change,
});

/** The page as main draws it; `null`: it does not. */
function drawn(state: AppSnapshot): Document | null {
  const html = page.list({ state, height: window.innerHeight });
  return html && parsedPage(html);
}

const app = () => <page.App onReload={async () => undefined} onPainted={() => undefined} />;

/** What React shows at first. */
function shown(state: AppSnapshot): Element | null {
  page.arrangeAsBefore(state.app.view);
  const view = page.useViewStore.getState();
  page.renderPart(app(), { app: state, view });
  act(() => page.tickNow(state.clockAheadMs));
  // How far the focus scrolls is set when the list is there.
  document.querySelector('[data-scrolls]')?.removeAttribute('style');
  return document.querySelector('body > div');
}

function expectSame(state: AppSnapshot): void {
  const html = drawn(state);
  const [root, rendered] = [html?.getElementById('root'), shown(state)];
  expect([...(root?.childNodes ?? [])].map(outline)).toEqual([...(rendered?.childNodes ?? [])].map(outline));
  expect(root?.querySelector('tr[data-order-id]')).not.toBeNull();
  expect(html?.querySelector(refusedParts)).toBeNull();
}

const inEach = describe.each(appLanguages);

/** The banner of their connection comes first, and is loaded later. */
const notDrawn: readonly SituationName[] = ['rejectedToken', 'rejectedTokenOfTen'];

const stateAt = (name: SituationName): AppSnapshot => {
  const { orders, connection: view, copies, endpoints, deliveries } = worldOf(situations[name]);
  return stateOf(orders, { connections: [view], copies, endpoints, inbox: deliveries });
};

inEach('main draws what the window shows at first, in %s', (language) => {
  const settings = { ...defaultSettings, language };

  test.each((Object.keys(situations) as SituationName[]).filter((name) => !notDrawn.includes(name)))(
    'of the situation "%s"',
    (name) => expectSame({ ...stateAt(name), settings }),
  );

  test('of names of every kind', () => {
    const long = 'a-very-long-name-of-a-certificate-that-fits-into-no-column-of-any-window'.repeat(3);
    const names = [
      'Shop',
      long,
      'متجر الشهادات',
      'חנות',
      '证书商店',
      '👩‍👩‍👧‍👦',
      'a\u202Eb',
      '<b>Shop</b>',
      '&amp;',
    ];
    const rows = names.map((alias, index) => orderWithDays(`row-${index}`, 30 * index - 20, now, { alias }));
    expectSame(stateOf(rows, { settings }));
  });

  test('of tags, domains, notes, snoozes, polls, deliveries and findings', () => {
    const row = (id: string, change: Partial<OrderRow>) => orderWithDays(id, 60, now, change);
    const rows = [
      row('tags', { tags: ['one', 'two', 'three'], note: 'Ask Kim' }),
      row('domains', { domains: ['a.example', '*.b.example', '例子.example'] }),
      row('both', { alias: 'Both', domains: ['a.example', 'b.example'], tags: ['<i>'] }),
      row('snoozed', { snooze: { until: now + DAY_MS, because: 'chosen' } }),
      row('polled', {}),
      row('pushed', { source: pushSource('Pushed <b>') }),
      row('unconfirmed', { lastConfirmedAt: null, issuerName: null }),
      row('hour', { notAfter: now + 3_000_000 }),
    ];
    const connections = [connection('c1', 'Production'), connection('c2', 'Test & more')];
    expectSame(stateOf(rows, { settings, connections, polling: ['polled'] }));
  });
});

describe('main draws the list', () => {
  const rows = Array.from({ length: 40 }, (_, index) => orderWithDays(`row-${index}`, 3 * index - 9, now));

  test('sorted as it was', () => {
    const view = {
      sort: { key: 'name', descending: true },
      isGroupedByTag: false,
      openOrderId: null,
    } as const;
    const state = stateOf(rows);
    expectSame({ ...state, app: { ...state.app, view } });
    const first = document.querySelector('tr[data-order-id]')?.getAttribute('data-order-id');
    expect(first).toBe('row-39');
  });

  test('of more orders than the first page has', () => {
    const groups = { ...noGroups(), attention: 10, later: 4000 };
    const statuses = { ...noOrders.counts, healthy: 4000, expired: 10 };
    expectSame(stateOf(rows, { extent: { kind: 'first', total: 4010, counts: { statuses, groups } } }));
  });

  test('while the computer is offline, and with a clock that is wrong', () => {
    // All rows fit: with another clock at first, React would begin with others.
    expectSame(stateOf(rows.slice(0, 6), { online: false, clockAheadMs: 40 * DAY_MS }));
  });

  test('and keeps no copy of the state', () => {
    drawn(stateOf(rows));
    expect(page.useAppStore.getState()).toEqual({ phase: 'loading' });
    expect(page.useViewStore.getState()).toEqual(page.initialView);
  });
});

test.each([
  ['there are no orders', stateOf([])],
  ['it is the first start', stateOf([], { connections: [] })],
  ['a token is rejected', stateAt('rejectedToken')],
])('the page stays as built where %s', (_, state) => {
  expect(drawn(state)).toBeNull();
});

test('names from outside are texts, whatever they contain', () => {
  const hostile = fc.oneof(
    fc.array(fc.constantFrom(...hostileParts)).map((some) => some.join('')),
    fc.string({ unit: 'binary' }),
  );
  const pageOf = (text: string) => {
    const names = { alias: `A${text}`, tags: [`t${text}`], domains: [`d${text}`, 'b.example'], note: text };
    const row = orderWithDays('a', 60, now, { ...names, issuerName: text, source: pullSource(`r${text}`) });
    return drawn(stateOf([row], { connections: [connection('c1', `C${text}`), connection('c2', 'Test')] }));
  };
  const partsOf = (drawnPage: Document | null) =>
    [...(drawnPage?.querySelectorAll('*') ?? [])].map(({ tagName, attributes }) => [
      tagName,
      [...attributes].map(({ name }) => name),
    ]);
  const plain = partsOf(pageOf('Mail'));
  const property = fc.property(hostile, (text) => {
    expect(partsOf(pageOf(text))).toEqual(plain);
  });
  fc.assert(property, { numRuns: 30 });
});

describe('what the user does before the program can answer', () => {
  const state = stateOf(['mail', 'shop'].map((id) => orderWithDays(id, 60, now, { alias: id })));

  /** The drawn page with its recorder, which its program then takes over. */
  function takenOver(does: () => void): RenderedPart {
    document.body.insertAdjacentHTML('afterbegin', page.list({ state, height: 600 })?.html ?? '');
    const root = document.getElementById('root');
    if (root === null) throw new Error('the page was not drawn');
    const end = recordEarlyInput();
    does();
    const search = root.querySelector<HTMLInputElement>('input[type="search"]')?.value ?? '';
    const inputs = end();
    root.remove();
    const part = page.renderPart(app(), {
      app: state,
      calls: { 'settings:set': async () => ok(null) },
    });
    if (search !== '') act(() => page.changeFilter({ search }));
    act(() => page.replayInput(inputs));
    return part;
  }

  const control = (name: string) => {
    const found = document.querySelector<HTMLElement>(`[data-control="${name}"]`);
    if (found === null) throw new Error(`the page has no ${name}`);
    return found;
  };
  const click = (element: Element | null, init: MouseEventInit = {}) =>
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...init }));
  const press = (key: string, init: KeyboardEventInit = {}) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
    );

  test('a click on an order opens it', () => {
    takenOver(() => click(document.querySelector('tr[data-order-id="shop"] svg')));
    expect(page.useViewStore.getState().openOrderId).toBe('shop');
  });

  test('a click on a box selects its order, and one with Ctrl the row another', () => {
    takenOver(() => {
      click(control('select shop'));
      click(document.querySelector('tr[data-order-id="mail"]'), { ctrlKey: true });
    });
    expect([...page.useViewStore.getState().selection.ids].sort()).toEqual(['mail', 'shop']);
  });

  test('a click on a filter, a heading and a tab', () => {
    takenOver(() => {
      click(control('chip healthy'));
      click(control('sort name'));
      click(control('tab timeline'));
    });
    const { filter, sort, view } = page.useViewStore.getState();
    expect([[...filter.statuses], sort.key, view]).toEqual([['healthy'], 'name', 'timeline']);
  });

  test('a click on the button of a menu opens it', () => {
    takenOver(() => click(control('main menu')));
    expect(control('main menu').getAttribute('aria-expanded')).toBe('true');
  });

  test('a heading of a group hides its orders', () => {
    const part = takenOver(() => click(document.querySelector('button[data-row-id="group:later"]')));
    expect(part.asked).toContainEqual([
      'settings:set',
      { collapsedGroups: [...defaultSettings.collapsedGroups, 'later'] },
    ]);
  });

  test('the focus stays where it is, and keys go on from there', () => {
    takenOver(() => {
      document.querySelector<HTMLElement>('tr[data-order-id="mail"]')?.focus();
      press(' ');
    });
    expect(document.activeElement?.getAttribute('data-order-id')).toBe('mail');
    expect([...page.useViewStore.getState().selection.ids]).toEqual(['mail']);
  });

  test('what is typed is searched for, and typed on at its end', () => {
    takenOver(() => {
      const field = control('search') as HTMLInputElement;
      field.focus();
      field.value = 'mai';
      for (const key of 'mai') press(key);
    });
    expect(page.useViewStore.getState().filter.search).toBe('mai');
    const field = control('search') as HTMLInputElement;
    expect([document.activeElement === field, field.value, field.selectionStart]).toEqual([true, 'mai', 3]);
  });

  test('a key of the window is heard by it, and one that is typed is not', () => {
    const heard: string[] = [];
    const hear = (event: KeyboardEvent) => {
      heard.push(event.key);
      event.stopImmediatePropagation();
    };
    onTestFinished(() => window.removeEventListener('keydown', hear, true));
    takenOver(() => {
      press('/');
      control('search').focus();
      press('x');
      press('f', { ctrlKey: true });
      window.addEventListener('keydown', hear, true);
    });
    expect(heard).toEqual(['/', 'f']);
  });
});
