import { type EarlyInput, earlyAttributes } from '#shared/ipc/drawnPages.ts';

/** What types nothing into the field that has the focus. */
const keys: ReadonlySet<string> = new Set(['Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'ArrowRight']);

/**
 * Records clicks and keys in a page that main has drawn, before its program can answer them.
 * @returns ends the recording and gives what was recorded, oldest first
 */
export function recordEarlyInput(): () => readonly EarlyInput[] {
  const inputs: EarlyInput[] = [];
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  window.addEventListener(
    'click',
    ({ target }) => {
      const marked =
        target instanceof Element ? target.closest(earlyAttributes.map((name) => `[${name}]`).join()) : null;
      const attribute = earlyAttributes.find((name) => marked?.hasAttribute(name) === true);
      if (attribute !== undefined)
        inputs.push({ kind: 'click', attribute, value: marked?.getAttribute(attribute) ?? '' });
    },
    options,
  );
  window.addEventListener(
    'keydown',
    ({ key, code, ctrlKey, metaKey, isComposing }) => {
      if ((keys.has(key) || ctrlKey || metaKey) && !isComposing)
        inputs.push({ kind: 'key', key, code, ctrlKey, metaKey });
    },
    options,
  );
  return () => {
    end.abort();
    return inputs.splice(0);
  };
}
