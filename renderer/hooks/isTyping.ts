const ticked: readonly string[] = ['checkbox', 'radio'];

/** Whether a key event goes into a field, and so is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    (target instanceof HTMLInputElement && !ticked.includes(target.type)) ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** Whether a key is meant for no control: the page has the focus, or the content as a whole. */
export function isNowhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('body, main');
}
