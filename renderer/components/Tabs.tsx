import { createContext, type ReactNode, useContext, useId } from 'react';
import { moveFocusInRow } from '#renderer/hooks/rowFocus.ts';

interface TabsState {
  readonly id: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}

const TabsContext = createContext<TabsState>({ id: '', value: '', onValueChange: () => undefined });

interface TabsProps<Value extends string> {
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly className: string;
  /** Contains one `TabList` and the `TabPanel` of the chosen tab. */
  readonly children: ReactNode;
}

/** Connects a row of tabs with the panel of the chosen one. */
export function Tabs<Value extends string>({ value, onValueChange, className, children }: TabsProps<Value>) {
  const id = useId();
  return (
    <TabsContext value={{ id, value, onValueChange: (chosen) => onValueChange(chosen as Value) }}>
      <div className={className}>{children}</div>
    </TabsContext>
  );
}

interface TabListProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly mark?: ReactNode }[];
}

/** A row of tabs: one stop for Tab, arrows choose. */
export function TabList<Value extends string>({ label, tabs }: TabListProps<Value>) {
  const { id, value, onValueChange } = useContext(TabsContext);
  return (
    <div
      role="tablist"
      aria-label={label}
      aria-orientation="horizontal"
      onKeyDown={(event) => moveFocusInRow(event, '[role="tab"]')}
      className="inline-flex shrink-0 gap-0.5 rounded-lg bg-sunken p-0.5"
    >
      {tabs.map((tab) => {
        const isChosen = tab.value === value;
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={isChosen}
            aria-controls={isChosen ? `${id}-panel` : undefined}
            tabIndex={isChosen ? 0 : -1}
            data-state={isChosen ? 'active' : 'inactive'}
            onClick={() => onValueChange(tab.value)}
            onFocus={() => onValueChange(tab.value)}
            className="inline-flex h-6 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium whitespace-nowrap text-muted hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:ring-1 data-[state=active]:ring-line"
          >
            {tab.label}
            {tab.mark}
          </button>
        );
      })}
    </div>
  );
}

/** The panel of the chosen tab. It is no stop for Tab, as everything in it that scrolls is one. */
export function TabPanel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  const { id } = useContext(TabsContext);
  return (
    <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`} className="min-h-0 flex-1">
      {children}
    </div>
  );
}
