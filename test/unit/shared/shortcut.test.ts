import { describe, expect, it } from 'vitest';
import type { KeyPress } from '#shared/domain/keyPress.ts';
import { isShortcut, keyNames, pressedKeys } from '#shared/domain/shortcut.ts';

const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

function press(key: string, held: Partial<KeyPress> = {}, code = ''): ReturnType<typeof pressedKeys> {
  return pressedKeys({ ...none, key, code, ...held });
}

const ctrlAlt = { ctrlKey: true, altKey: true };

describe('pressed keys', () => {
  it.each([
    ['a letter', press('n', ctrlAlt), 'Ctrl+Alt+N'],
    ['a letter with Shift', press('N', { ctrlKey: true, shiftKey: true }), 'Ctrl+Shift+N'],
    [
      'a digit whose key has another character with Shift',
      press('!', { ...ctrlAlt, shiftKey: true }, 'Digit1'),
      'Ctrl+Alt+Shift+1',
    ],
    ['a letter of a Cyrillic layout, by its place', press('т', ctrlAlt, 'KeyN'), 'Ctrl+Alt+N'],
    ['a letter of a French layout, by its name', press('a', ctrlAlt, 'KeyQ'), 'Ctrl+Alt+A'],
    ['the Super key alone', press(' ', { metaKey: true }), 'Super+Space'],
    ['an F key', press('F12', ctrlAlt), 'Ctrl+Alt+F12'],
    ['an arrow', press('ArrowUp', ctrlAlt), 'Ctrl+Alt+Up'],
  ])('name a shortcut: %s', (_, pressed, shortcut) => {
    expect(pressed).toEqual({ kind: 'shortcut', shortcut });
    expect(isShortcut(shortcut)).toBe(true);
  });

  it('are incomplete while modifiers alone are held', () => {
    expect(press('Alt', ctrlAlt)).toEqual({ kind: 'incomplete', modifiers: ['Ctrl', 'Alt'] });
  });

  it.each(['c', 'F5', ' '])('are too few with one modifier: Ctrl and %j', (key) => {
    expect(press(key, { ctrlKey: true })).toEqual({ kind: 'tooFew' });
    expect(press(key)).toEqual({ kind: 'tooFew' });
  });

  it.each(['Enter', 'Tab', 'F25', '+', 'Dead', 'Unidentified'])('are unusable: %s', (key) => {
    expect(press(key, ctrlAlt)).toEqual({ kind: 'unusable' });
  });
});

it.each([
  '',
  'N',
  'Ctrl+C',
  'Alt+Ctrl+N',
  'Ctrl+Ctrl+N',
  'Ctrl+Alt+',
  'Ctrl+Alt+n',
  'Ctrl+Alt+Plus',
  'Ctrl+Alt+N+M',
  ' Ctrl+Alt+N',
])('a stored shortcut is refused: %j', (text) => expect(isShortcut(text)).toBe(false));

it('keys are written as the platform writes them', () => {
  const shortcut = 'Ctrl+Alt+Shift+Super+Space';
  expect(keyNames(shortcut, 'darwin')).toEqual(['⌃', '⌥', '⇧', '⌘', 'Space']);
  expect(keyNames(shortcut, 'win32')).toEqual(['Ctrl', 'Alt', 'Shift', 'Win', 'Space']);
  expect(keyNames(shortcut, 'linux')).toEqual(['Ctrl', 'Alt', 'Shift', 'Super', 'Space']);
});
