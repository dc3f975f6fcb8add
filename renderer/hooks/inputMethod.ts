/**
 * Leaves the keys that an input method takes while it composes a text to it alone: no other listener of the page hears
 * them. To be called before any other listener is added. @returns what ends it
 */
export function leaveKeysToInputMethods(): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.isComposing || event.key === 'Process') event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', hear, true);
  return () => window.removeEventListener('keydown', hear, true);
}
