import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';

interface FilterMenuProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** How many are chosen; none filters nothing. */
  readonly chosen: number;
  /** From how many on their number is shown. */
  readonly countsFrom: number;
  readonly allLabel: string;
  readonly onAll: () => void;
  /** One `MenuCheckItem` for each that can be chosen. */
  readonly children: ReactNode;
}

/** A menu of the toolbar that narrows the list to what is chosen in it. */
export function FilterMenu(props: FilterMenuProps) {
  const { icon, label, chosen, countsFrom, allLabel, onAll, children } = props;
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="ghost" icon={icon} className={chosen > 0 ? 'bg-accent-soft text-accent-ink' : ''}>
          {label}
          {chosen >= countsFrom && <span className="tabular">{chosen}</span>}
        </Button>
      }
    >
      <MenuItem disabled={chosen === 0} onSelect={onAll}>
        {allLabel}
      </MenuItem>
      <MenuSeparator />
      {children}
    </Menu>
  );
}
