/** What can have a name on the page: fields by their labels, groups of fields, headings of what belongs together, and what is folded. */
const NAMED = 'label, fieldset, h3, [role="group"]';

const CONTROLS = 'input, select, textarea, button';

/** The control that a page shows below a name, or the first one of the group with this name; `null`: there is none. */
export function controlOf(page: HTMLElement, name: string): HTMLElement | null {
  const all = [...page.querySelectorAll<HTMLElement>(NAMED)];
  const named = all.find((element) => nameOf(element) === name);
  if (named instanceof HTMLLabelElement) return named.control;
  return named?.closest('section, fieldset, [role="group"]')?.querySelector<HTMLElement>(CONTROLS) ?? null;
}

/** The name without the hint below it. */
function nameOf(element: HTMLElement): string | null {
  const first = element.querySelector(':scope > span:last-child > span:first-child');
  return element.ariaLabel ?? (first ?? element).textContent;
}

/** The button that unfolds a control or is one itself; `null`: the control is not folded. */
export function foldOf(page: HTMLElement, control: HTMLElement): HTMLElement | null {
  if (control.getAttribute('aria-expanded') === 'false') return control;
  const folded = control.closest('[hidden]');
  const buttons = [...page.querySelectorAll<HTMLElement>('[aria-controls]')];
  return folded === null
    ? null
    : (buttons.find((b) => b.getAttribute('aria-controls') === folded.id) ?? null);
}
