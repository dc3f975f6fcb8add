import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { focusOpener, type Opener, openerOf } from '#renderer/hooks/opener.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { UnsavedContext, useUnsavedGuard } from '#renderer/hooks/useUnsaved.ts';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import { UnsavedQuestion } from './UnsavedQuestion.tsx';

interface DialogProps {
  /** Called for Escape, the close button and a click beside the dialog, after the question about unsaved values. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly size?: 'sm' | 'md' | 'lg';
  /** Only the content is shown, at the top of the window; the title is for screen readers. */
  readonly isBare?: boolean;
  readonly footer?: ReactNode | undefined;
  /** `false` where a click beside it may not close it; Escape and the close button stay. */
  readonly closeOnOutsideClick?: boolean;
  /** Whether the dialog's owner holds unsaved values. Forms inside it report theirs by `useUnsaved`. */
  readonly isUnsaved?: boolean;
  readonly children: ReactNode;
}

const widths = { sm: 'max-w-105', md: 'max-w-140', lg: 'max-w-200' } as const;

/** How many dialogs are open: two while one replaces another, which closes a moment later. */
let openCount = 0;

/** The opener of the first of dialogs that replace each other. */
let opener: Opener | null = null;

/** Radix returns the focus to the previous dialog's content, which is gone when this dialog replaced it. */
function noteOpened(): Opener | null {
  const { activeElement } = document;
  if (openCount === 0 || activeElement !== document.body) opener = openerOf(activeElement);
  openCount += 1;
  return opener;
}

/** Returns the focus to the opener, unless another dialog is open or has opened something that took the focus. */
function giveBack(cameFrom: Opener | null): void {
  openCount -= 1;
  const isNowhere = document.activeElement === null || document.activeElement === document.body;
  if (openCount === 0 && isNowhere && cameFrom !== null) focusOpener(cameFrom);
}

/** Focuses the marked element, or the first control below the header, rather than the close button. */
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
 * Enter presses the primary button at the foot of a dialog, where it has no other effect: on its own in a field of one
 * line or on the dialog itself, with Ctrl or ⌘ everywhere.
 */
function pressPrimary(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== 'Enter' || event.defaultPrevented || event.shiftKey || event.altKey) return;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  const isField = target instanceof HTMLInputElement && target.form === null;
  if (!(event.ctrlKey || event.metaKey || isField || target === currentTarget)) return;
  const primary = currentTarget.querySelector<HTMLButtonElement>(
    ':scope > footer [data-variant=primary]:enabled',
  );
  if (primary === null) return;
  event.preventDefault();
  primary.click();
}

/**
 * A modal dialog. It asks before it closes while values inside it are unsaved. The scrim is our own element, because
 * Radix' overlay locks scrolling through a style element, which the content security policy refuses.
 */
export function Dialog(props: DialogProps) {
  const {
    onClose,
    title,
    description,
    size = 'md',
    isBare = false,
    footer,
    closeOnOutsideClick = true,
  } = props;
  const t = useT();
  const guard = useUnsavedGuard(props.isUnsaved ?? false);
  const close = () => guard.scope.attempt(onClose);
  const cameFrom = useRef<Opener | null>(null);
  return (
    <RadixDialog.Root open onOpenChange={(next) => !next && close()}>
      <RadixDialog.Portal>
        <div
          className={cx(
            'fixed inset-0 z-40 flex animate-fade justify-center bg-scrim p-2 sm:p-6',
            isBare ? 'items-start sm:pt-[12vh]' : 'items-center',
          )}
        >
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
            onKeyDown={pressPrimary}
            onInteractOutside={(event) => {
              if (!closeOnOutsideClick || guard.isUnsaved) event.preventDefault();
            }}
            className={cx(
              'flex max-h-full w-full animate-rise flex-col overflow-hidden rounded-xl bg-surface shadow-dialog outline-none short:block short:overflow-y-auto',
              widths[size],
            )}
          >
            <header className={isBare ? 'sr-only' : 'flex items-start gap-3 px-5 pt-4 pb-3'}>
              <div className="min-w-0 flex-1">
                <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
                {description !== undefined && (
                  <RadixDialog.Description className="text-sm text-muted">
                    {description}
                  </RadixDialog.Description>
                )}
              </div>
              {!isBare && (
                <IconButton icon={X} label={t('common.close')} size="sm" tooltip={false} onClick={close} />
              )}
            </header>
            <div
              className={cx(
                'min-h-0 flex-1 overflow-y-auto short:overflow-visible',
                !isBare && 'px-5 pt-1 pb-5',
              )}
            >
              <UnsavedContext value={guard.scope}>{props.children}</UnsavedContext>
            </div>
            {(guard.isAsking || footer !== undefined) && (
              <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
                {guard.isAsking ? <UnsavedQuestion guard={guard} /> : footer}
              </footer>
            )}
          </RadixDialog.Content>
        </div>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
