// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { leaveKeysToInputMethods } from '#renderer/hooks/inputMethod.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A page with a field whose keys are heard everywhere. */
function page() {
  const heard = vi.fn();
  ends.push(leaveKeysToInputMethods());
  const field = document.createElement('input');
  document.body.append(field);
  field.addEventListener('keydown', heard);
  document.addEventListener('keydown', heard, true);
  window.addEventListener('keydown', heard);
  ends.push(() => {
    field.remove();
    document.removeEventListener('keydown', heard, true);
    window.removeEventListener('keydown', heard);
  });
  const press = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    field.dispatchEvent(event);
    return event;
  };
  return { press, heard };
}

it.each([
  ['Enter', { key: 'Enter', isComposing: true }],
  ['Escape', { key: 'Escape', isComposing: true }],
  ['the key that begins it', { key: 'Process', code: 'KeyK' }],
])('while an input method composes, the page does not hear %s, which still reaches it', (_name, init) => {
  const { press, heard } = page();
  expect(press(init).defaultPrevented).toBe(false);
  expect(heard).not.toHaveBeenCalled();
});

it('the page hears all other keys', () => {
  const { press, heard } = page();
  press({ key: 'Enter' });
  expect(heard).toHaveBeenCalledTimes(3);
});
