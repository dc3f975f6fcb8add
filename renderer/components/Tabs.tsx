import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

interface TabsProps<Value extends string> {
  /** The name of the row of tabs for screen readers. */
  readonly label: string;
  /** The beginning of the ids of tabs and panels: one of each per value. */
  readonly idPrefix: string;
  readonly value: Value;
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly mark?: ReactNode }[];
  readonly onValueChange: (value: Value) => void;
}

/** A row of tabs (WAI-ARIA tabs pattern): one stop for Tab, arrows choose. Its panel takes `tabPanelProps`. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, idPrefix, value, tabs, onValueChange } = props;

  function onKeyDown(event: KeyboardEvent): void {
    const to = targetOf(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    );
    const tab = to === null ? undefined : tabs[to];
    if (tab === undefined) return;
    event.preventDefault();
    onValueChange(tab.value);
    document.getElementById(`${idPrefix}-tab-${tab.value}`)?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="inline-flex shrink-0 gap-0.5 rounded-lg bg-sunken p-0.5"
    >
      {tabs.map((tab) => {
        const isChosen = tab.value === value;
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${idPrefix}-tab-${tab.value}`}
            aria-selected={isChosen}
            aria-controls={isChosen ? `${idPrefix}-panel-${tab.value}` : undefined}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => onValueChange(tab.value)}
            className={cx(
              'inline-flex h-6 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium whitespace-nowrap',
              isChosen ? 'bg-raised text-ink ring-1 ring-line' : 'text-muted hover:text-ink',
            )}
          >
            {tab.label}
            {tab.mark}
          </button>
        );
      })}
    </div>
  );
}

/** What makes an element the panel of a tab. */
export function tabPanelProps(idPrefix: string, value: string) {
  return {
    role: 'tabpanel',
    id: `${idPrefix}-panel-${value}`,
    'aria-labelledby': `${idPrefix}-tab-${value}`,
  } as const;
}

/** The place that a key leads to from place `at` of `count`, around the ends; `null` for other keys. */
function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
