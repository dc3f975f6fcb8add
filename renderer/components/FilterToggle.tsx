import type { LucideIcon } from 'lucide-react';
import { Button } from './Button.tsx';

interface FilterToggleProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly hint: string;
  /** How many orders it shows. */
  readonly count: number;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Narrows the list in one way, and says to how many; its word is left out where the toolbar is narrow. */
export function FilterToggle({ icon, label, hint, count, isOn, onToggle }: FilterToggleProps) {
  return (
    <Button
      variant="ghost"
      icon={icon}
      aria-pressed={isOn}
      title={hint}
      className={isOn ? 'bg-accent-soft text-accent-ink' : ''}
      onClick={onToggle}
    >
      <span className="sr-only @min-[840px]:not-sr-only">{label}</span>
      <span className="tabular">{count}</span>
    </Button>
  );
}
