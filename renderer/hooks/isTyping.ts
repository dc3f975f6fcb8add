const ticked: readonly string[] = ['checkbox', 'radio'];

/** Whether a key event goes into a field, and so is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    (target instanceof HTMLInputElement && !ticked.includes(target.type)) ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
