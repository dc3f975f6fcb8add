import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { type FocusTrail, focusNear, trailOf } from '#renderer/hooks/focusTrail.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';

interface DialogProps {
  readonly open: boolean;
  /** Called for Escape, the close button and a click beside the dialog. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly size?: 'sm' | 'md' | 'lg';
  /** The row of buttons at the foot, main action last. */
  readonly footer?: ReactNode | undefined;
  /** `false` where a click beside it would throw work away; Escape and the close button stay. */
  readonly closeOnOutsideClick?: boolean;
  readonly children: ReactNode;
}

const widths = { sm: 'max-w-105', md: 'max-w-140', lg: 'max-w-200' } as const;

/** How many dialogs are open: two while one takes the place of another, which closes a moment later. */
let openCount = 0;
/** Where a dialog came from. */
interface Opener {
  readonly element: HTMLElement;
  /** Where it was: it may vanish while the dialog is open. */
  readonly trail: FocusTrail;
}

/** What had the focus before the first of dialogs that follow each other. */
let opener: Opener | null = null;

/** Takes note of what had the focus; a dialog in the place of another gives it back to where that one came from. */
function noteOpened(): Opener | null {
  const { activeElement } = document;
  if (openCount === 0 || activeElement !== document.body) opener = openerOf(activeElement);
  openCount += 1;
  return opener;
}

function openerOf(element: Element | null): Opener | null {
  return element instanceof HTMLElement ? { element, trail: trailOf(element) } : null;
}

/** Gives the focus back, to what is near when the opener is gone, unless another dialog has it now. */
function giveBack(cameFrom: Opener | null): void {
  openCount -= 1;
  if (openCount > 0 || cameFrom === null) return;
  const { element, trail } = cameFrom;
  if (element.isConnected) element.focus();
  else focusNear(trail);
}

/** Puts the focus on what the person came for rather than on the close button, which is first in the page. */
function focusInside(event: Event): void {
  const inside = event.currentTarget;
  if (!(inside instanceof HTMLElement)) return;
  const wanted =
    inside.querySelector<HTMLElement>('[data-autofocus]') ??
    inside.querySelector<HTMLElement>('header ~ * :is(input, select, textarea, button:not(:disabled))');
  if (wanted === null) return;
  event.preventDefault();
  wanted.focus();
}

/**
 * A modal dialog: keeps the focus inside, gives it back when closed. The scrim is an element of our own,
 * because Radix' overlay locks scrolling through a style element that the content security policy refuses.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'md', footer, closeOnOutsideClick = true } = props;
  const t = useT();
  const cameFrom = useRef<Opener | null>(null);
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <div className="fixed inset-0 z-40 flex animate-fade items-center justify-center bg-scrim p-6">
          <RadixDialog.Content
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={(event) => {
              cameFrom.current = noteOpened();
              focusInside(event);
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              giveBack(cameFrom.current);
            }}
            onInteractOutside={(event) => {
              if (!closeOnOutsideClick) event.preventDefault();
            }}
            className={cx(
              'flex max-h-full w-full animate-rise flex-col overflow-hidden rounded-xl bg-surface shadow-dialog outline-none',
              widths[size],
            )}
          >
            <header className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
                {description !== undefined && (
                  <RadixDialog.Description className="text-sm text-muted">
                    {description}
                  </RadixDialog.Description>
                )}
              </div>
              <IconButton icon={X} label={t('common.close')} size="sm" tooltip={false} onClick={onClose} />
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{props.children}</div>
            {footer !== undefined && (
              <footer className="flex items-center justify-end gap-2 border-t border-line px-5 py-3">
                {footer}
              </footer>
            )}
          </RadixDialog.Content>
        </div>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
