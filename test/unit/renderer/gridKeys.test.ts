import { describe, expect, it } from 'vitest';
import { gridCommand, isTyped } from '#renderer/hooks/gridKeys.ts';

const plain = { code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, at = 10) => gridCommand({ ...plain, key }, at, 100, 8);

describe('gridCommand', () => {
  it.each([
    ['ArrowDown', 10, 11],
    ['ArrowUp', 10, 9],
    ['PageDown', 10, 18],
    ['PageUp', 10, 2],
    ['Home', 10, 0],
    ['End', 10, 99],
    ['ArrowDown', 99, 99],
    ['ArrowUp', 0, 0],
    ['PageDown', 95, 99],
    ['PageUp', 3, 0],
    ['ArrowDown', -1, 0],
    ['ArrowUp', -1, 0],
  ])('%s on row %i goes to row %i', (key, at, to) => {
    expect(press(key, at)).toEqual({ kind: 'move', to });
  });

  it.each([
    [' ', 'toggle'],
    ['Enter', 'open'],
    ['Delete', 'remove'],
  ])('"%s" means %s', (key, kind) => {
    expect(press(key)).toEqual({ kind });
  });

  it('selects all by Ctrl+A or Cmd+A, not by the letter', () => {
    expect(press('a')).toBeNull();
    expect(gridCommand({ ...plain, key: 'a', ctrlKey: true }, 0, 5, 3)).toEqual({ kind: 'selectAll' });
    expect(gridCommand({ ...plain, key: 'A', metaKey: true }, 0, 5, 3)).toEqual({ kind: 'selectAll' });
  });

  it('leaves combinations with Alt to the system', () => {
    expect(gridCommand({ ...plain, key: 'ArrowUp', altKey: true }, 3, 5, 3)).toBeNull();
  });

  it.each(['e', 'u', 's', 'z', 'c'] as const)('"%s" alone is a verb, in capitals as well', (key) => {
    expect(press(key)).toEqual({ kind: 'verb', key });
    expect(press(key.toUpperCase())).toEqual({ kind: 'verb', key });
    expect(gridCommand({ ...plain, key, shiftKey: true }, 0, 5, 3)).toBeNull();
    expect(gridCommand({ ...plain, key, ctrlKey: true }, 0, 5, 3)).toBeNull();
  });

  it('goes by the place of a key where the layout has no Latin letters', () => {
    const cyrillic = { ...plain, key: 'у', code: 'KeyE' };
    expect(gridCommand(cyrillic, 0, 5, 3)).toEqual({ kind: 'verb', key: 'e' });
    expect(gridCommand({ ...plain, key: 'x', code: 'KeyE' }, 0, 5, 3)).toBeNull();
    const all = { ...plain, key: 'ф', code: 'KeyA', ctrlKey: true };
    expect(gridCommand(all, 0, 5, 3)).toEqual({ kind: 'selectAll' });
  });
});

it('leaves a sign that a letter key writes to the system', () => {
  expect(gridCommand({ ...plain, key: '€', code: 'KeyE' }, 0, 5, 3)).toBeNull();
});

describe('isTyped', () => {
  const letter = (key: string) => ({ ...plain, key });

  it('leaves the letters of verbs to them, unless they go on with a name', () => {
    expect(isTyped(letter('m'), null, 0)).toBe(true);
    expect(isTyped(letter('e'), null, 0)).toBe(false);
    expect(isTyped({ ...letter('E'), shiftKey: true }, null, 0)).toBe(true);
    expect(isTyped(letter('e'), { text: 'm', at: 0 }, 300)).toBe(true);
    expect(isTyped(letter('e'), { text: 'm', at: 0 }, 3000)).toBe(false);
  });

  it.each([' ', '/', '?', 'Enter'])('does not take "%s" for a letter', (key) => {
    expect(isTyped(letter(key), { text: 'm', at: 0 }, 300)).toBe(false);
  });
});
