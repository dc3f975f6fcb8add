import { describe, expect, it } from 'vitest';
import { replaceFormerLoginItem } from '#main/desktop/formerLoginItem.ts';

type Items = Parameters<typeof replaceFormerLoginItem>[0];
type Entry = { readonly path: string; readonly enabled: boolean };

const command = { path: 'C:\\NotAfter\\NotAfter.exe', args: ['--hidden'] };

/** Windows' registered items by name, as Electron documents them. @param failing the change that never happens */
function loginItems(given: Readonly<Record<string, Entry>>, failing = Number.POSITIVE_INFINITY) {
  const entries = new Map(Object.entries(given));
  let changes = 0;
  const items: Items = {
    getLoginItemSettings: () => ({
      openAtLogin: false,
      openAsHidden: false,
      wasOpenedAtLogin: false,
      wasOpenedAsHidden: false,
      restoreState: false,
      status: 'not-registered',
      executableWillLaunchAtLogin: false,
      launchItems: [...entries].map(([name, { path, enabled }]) => ({
        ...{ name, path, enabled },
        args: command.args,
        scope: 'user' as const,
      })),
    }),
    setLoginItemSettings: ({ name = 'app.notafter.NotAfter', path = '', openAtLogin, enabled = true }) => {
      changes += 1;
      if (changes > failing) throw new Error('interrupted');
      if (openAtLogin === true) entries.set(name, { path, enabled });
      else entries.delete(name);
    },
  };
  return { items, entries, changes: () => changes };
}

describe('the login item of the former name on Windows', () => {
  const { path } = command;
  const replaced = (enabled: boolean) => new Map([['app.notafter.NotAfter', { path, enabled }]]);

  it.each([true, false])(
    'gets the present name once, and stays as the task manager has it: %j',
    (enabled) => {
      const { items, entries, changes } = loginItems({ 'NotAfter.NotAfter': { path, enabled } });
      replaceFormerLoginItem(items, command);
      expect(entries).toEqual(replaced(enabled));
      replaceFormerLoginItem(items, command);
      expect(entries).toEqual(replaced(enabled));
      expect(changes()).toBe(2);
    },
  );

  it('is left alone if there is none', () => {
    const { items, changes } = loginItems({ Another: { path, enabled: true } });
    replaceFormerLoginItem(items, command);
    expect(changes()).toBe(0);
  });

  it.each([0, 1])('is never lost by an interruption after %i changes', (failing) => {
    const { items, entries } = loginItems({ 'NotAfter.NotAfter': { path, enabled: true } }, failing);
    expect(() => replaceFormerLoginItem(items, command)).toThrow('interrupted');
    expect(entries.size).toBe(failing + 1);
    const next = loginItems(Object.fromEntries(entries));
    replaceFormerLoginItem(next.items, command);
    expect(next.entries).toEqual(replaced(true));
  });
});
