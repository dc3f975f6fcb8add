/** What can have a name on the page: fields by their labels, groups of fields, and headings of what belongs together. */
const NAMED = 'label, fieldset, h3';

const CONTROLS = 'input, select, textarea, button';

/** The control that a page shows below a name, or the first one of the group with this name; `null`: there is none. */
export function controlOf(page: HTMLElement, name: string): HTMLElement | null {
  const all = [...page.querySelectorAll<HTMLElement>(NAMED)];
  const named = all.find((element) => nameOf(element) === name);
  if (named instanceof HTMLLabelElement) return named.control;
  return named?.closest('section, fieldset')?.querySelector<HTMLElement>(CONTROLS) ?? null;
}

/** The name without the hint below it. */
function nameOf(element: HTMLElement): string | null {
  const first = element.querySelector(':scope > span:last-child > span:first-child');
  return element.ariaLabel ?? (first ?? element).textContent;
}
