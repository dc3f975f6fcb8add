import { controlAttributes, type EarlyControl, type EarlyInput } from '#shared/ipc/drawnPages.ts';

/** What types nothing into a field that has the focus. */
const actingKeys: ReadonlySet<string> = new Set([
  'Enter',
  'Escape',
  'ArrowDown',
  'ArrowUp',
  'ArrowRight',
  'F1',
  'F5',
]);

const anyControl = controlAttributes.map((name) => `[${name}]`).join();

function controlAt(target: EventTarget | null): EarlyControl | null {
  const marked = target instanceof Element ? target.closest(anyControl) : null;
  const attribute = controlAttributes.find((name) => marked?.hasAttribute(name) === true);
  return attribute === undefined ? null : { attribute, value: marked?.getAttribute(attribute) ?? '' };
}

/** What makes an event with the same keys held. */
function eventLike({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent | KeyboardEvent) {
  return { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey } as const;
}

/** Whether a key does something, rather than that it types a character, moves the focus or is held for another one. */
function acts({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (actingKeys.has(key) || ctrlKey || metaKey) return true;
  return key.length === 1 && !(target instanceof HTMLInputElement && target.type === 'search');
}

/**
 * Records clicks and keys in a page that main has drawn, before its program can answer them.
 * @returns ends the recording and gives what was recorded, oldest first, after what has the focus by now
 */
export function recordEarlyInput(): () => readonly EarlyInput[] {
  const inputs: EarlyInput[] = [];
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  window.addEventListener(
    'click',
    (event) => {
      const on = controlAt(event.target);
      const { detail } = event;
      if (on !== null) inputs.push({ kind: 'click', on, event: { ...eventLike(event), detail } });
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, code } = event;
      if (acts(event) && !event.isComposing)
        inputs.push({ kind: 'key', event: { ...eventLike(event), key, code } });
    },
    options,
  );
  return () => {
    end.abort();
    const on = controlAt(document.activeElement);
    const focus: readonly EarlyInput[] = on === null ? [] : [{ kind: 'focus', on }];
    return [...focus, ...inputs.splice(0)];
  };
}
