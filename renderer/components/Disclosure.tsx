import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

interface DisclosureProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A part that is folded away below its title until it is wanted. Forms in it keep what was typed. */
export function Disclosure({ title, isOpen, onOpenChange, children }: DisclosureProps) {
  const id = useId();
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-3">
      <Button
        variant="ghost"
        aria-expanded={isOpen}
        aria-controls={id}
        className="-ml-2 self-start px-2!"
        onClick={() => onOpenChange(!isOpen)}
      >
        <ChevronRight size={15} aria-hidden className={cx('transition-transform', isOpen && 'rotate-90')} />
        {title}
      </Button>
      <div id={id} hidden={!isOpen} className={cx('flex-col gap-4', isOpen && 'flex')}>
        {children}
      </div>
    </section>
  );
}
