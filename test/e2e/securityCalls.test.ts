import { expect, test } from 'vitest';
import { launchLived } from '#test/support/e2e/lived.ts';

test('every call of the bridge answers hostile arguments or refuses them, and nothing opens', async () => {
  const { app, driver } = await launchLived();
  const { page } = driver;
  await app.electron.evaluate(({ dialog, shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    const note = (what: string) => {
      opened.push(what);
    };
    dialog.showMessageBox = async () => {
      note('box');
      return { response: 0, checkboxChecked: false };
    };
    shell.openExternal = async (url) => note(url);
    shell.showItemInFolder = note;
  });
  const { calls, odd } = await page.evaluate(async () => {
    const named = JSON.parse('{"__proto__":{"polluted":1},"id":"__proto__","orderId":"constructor"}');
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const hostile: readonly unknown[] = [
      ...[0, -1, Number.NaN, true, '', '__proto__', 'constructor', '../../etc/passwd', '\u0000', '\ud800'],
      ...[
        'x'.repeat(200_000),
        [],
        ['__proto__'],
        Array(20_001).fill('a'),
        {},
        named,
        circle,
        new Date(),
        10n,
      ],
      ...[
        new Map([['a', 1]]),
        /x/u,
        new Error('e'),
        new Uint8Array(1_000_000),
        { id: 'x', path: '/../../x' },
      ],
      ...[{ ids: ['__proto__', 'constructor'] }, { hookId: '__proto__', url: 'file:///etc/passwd' }],
      ...[{ orderIds: ['__proto__'], presetId: '__proto__', parts: null, container: 'folder' }],
    ];
    const bridge = window.notAfter?.calls as unknown as Record<string, (args: unknown) => Promise<unknown>>;
    const answers: string[] = [];
    for (const [name, call] of Object.entries(bridge)) {
      for (const [index, args] of hostile.entries()) {
        // What a handler throws is "call failed"; a call that hangs ends the test.
        const problem = await call(args).then(
          () => null,
          ({ message }: Error) => (/arguments refused|could not be cloned/u.test(message) ? null : message),
        );
        if (problem !== null) answers.push(`${name} ${index}: ${problem}`);
      }
    }
    if ('polluted' in {}) answers.push('The page has another prototype');
    return { calls: Object.keys(bridge).length, odd: answers };
  });
  expect(odd).toEqual([]);
  expect(calls).toBeGreaterThan(100);
  const found = await app.electron.evaluate(() => ({
    opened: (globalThis as unknown as { opened: string[] }).opened,
    isPolluted: 'polluted' in {},
  }));
  expect(found).toEqual({ opened: [], isPolluted: false });
  expect(page.url()).toBe('app://notafter/index.html');
});
