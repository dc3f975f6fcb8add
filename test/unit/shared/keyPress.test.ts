import { describe, expect, it } from 'vitest';
import { type KeyPress, keyMeaning } from '#shared/domain/keyPress.ts';

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const ctrl = { ctrlKey: true };
const meaning = (key: string, code: string, held: Partial<KeyPress> = {}) =>
  keyMeaning({ ...none, key, code, ...held });

describe('what a key means', () => {
  it.each([
    ['US', 'k', 'KeyK', 'k'],
    ['US with Caps Lock', 'K', 'KeyK', 'k'],
    ['AZERTY, where A is at the place of Q', 'a', 'KeyQ', 'a'],
    ['AZERTY, where the comma is at the place of M', ',', 'KeyM', ','],
    ['Dvorak, where K is at the place of V', 'k', 'KeyV', 'k'],
    ['Dvorak, where the comma is at the place of W', ',', 'KeyW', ','],
  ])('is what it writes in Latin letters: %s', (_layout, key, code, meant) => {
    expect(meaning(key, code, ctrl)).toBe(meant);
  });

  it.each([
    ['Russian', 'л', 'KeyK', 'k'],
    ['Russian', 'б', 'Comma', ','],
    ['Greek', 'κ', 'KeyK', 'k'],
    ['Hebrew', 'ל', 'KeyK', 'k'],
    ['Hebrew', 'ת', 'Comma', ','],
    ['Arabic, whose key writes two letters', 'لا', 'KeyB', 'b'],
    ['Thai, whose vowels are marks', 'ี', 'KeyU', 'u'],
  ])('is that of its place where it writes another script: %s %s', (_layout, key, code, meant) => {
    expect(meaning(key, code, ctrl)).toBe(meant);
    expect(meaning(key, code)).toBe(meant);
  });

  it.each([
    ['AZERTY', '&', 'Digit1', '1'],
    ['AZERTY', 'é', 'Digit2', '2'],
    ['Czech', 'ě', 'Digit2', '2'],
    ['US', '3', 'Digit3', '3'],
  ])('is a digit with Ctrl in the row of digits: %s %s', (_layout, key, code, meant) => {
    expect(meaning(key, code, ctrl)).toBe(meant);
    expect(meaning(key, code, { metaKey: true })).toBe(meant);
    expect(meaning(key, code)).toBe(key);
  });

  it('is the sign that Shift writes there', () => {
    expect(meaning('/', 'Digit7', { shiftKey: true })).toBe('/');
    expect(meaning('?', 'Minus', { shiftKey: true })).toBe('?');
  });

  it('is its own for a Latin letter with a mark, and for a sign of another kind', () => {
    expect(meaning('ğ', 'KeyE')).toBe('ğ');
    expect(meaning('€', 'KeyE')).toBe('€');
  });

  it.each([['Enter'], ['F5'], ['ArrowDown'], ['Dead'], ['Unidentified'], [' ']])(
    'is its name for a key that writes nothing: %s',
    (key) => {
      expect(meaning(key, 'KeyE', ctrl)).toBe(key);
    },
  );
});
