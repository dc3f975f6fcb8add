import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<Value extends string> {
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly className: string;
  /** Contains one `TabList` and the `TabPanel` of the chosen tab. */
  readonly children: ReactNode;
}

/** Connects a row of tabs with the panel of the chosen one. */
export function Tabs<Value extends string>({ onValueChange, ...props }: TabsProps<Value>) {
  return <RadixTabs.Root {...props} onValueChange={(value) => onValueChange(value as Value)} />;
}

interface TabListProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly mark?: ReactNode }[];
}

/** A row of tabs: one stop for Tab, arrows choose. */
export function TabList<Value extends string>({ label, tabs }: TabListProps<Value>) {
  return (
    <RadixTabs.List aria-label={label} className="inline-flex shrink-0 gap-0.5 rounded-lg bg-sunken p-0.5">
      {tabs.map((tab) => (
        <RadixTabs.Trigger
          key={tab.value}
          value={tab.value}
          className="inline-flex h-6 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium whitespace-nowrap text-muted hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:ring-1 data-[state=active]:ring-line"
        >
          {tab.label}
          {tab.mark}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  );
}

/** The panel of the chosen tab. It is no stop for Tab, as everything in it that scrolls is one. */
export function TabPanel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <RadixTabs.Content value={value} tabIndex={undefined} className="min-h-0 flex-1">
      {children}
    </RadixTabs.Content>
  );
}
