import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { useFocusKept } from '#renderer/hooks/focusTrail.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { detailsEntered, useViewStore } from '#renderer/stores/viewStore.ts';

interface DetailsPanelProps {
  readonly titleId: string;
  readonly title: ReactNode;
  /** Takes the focus when the details open. */
  readonly heading: RefObject<HTMLElement | null>;
  readonly row: OpenRow;
  /** Beside the title. */
  readonly menu?: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The details of one row: beside the list, or instead of it in a narrow window. */
export function DetailsPanel(props: DetailsPanelProps) {
  const { titleId, title, heading, row, menu, closeLabel, onClose, children } = props;
  const t = useT();
  const panel = useRef<HTMLElement>(null);
  useFocusKept(panel);
  useDetailsFocus(row, heading);
  return (
    <aside
      ref={panel}
      aria-labelledby={titleId}
      className="absolute inset-0 z-30 flex animate-slide flex-col bg-surface beside:static beside:animate-none beside:w-100 beside:shrink-0 beside:border-l beside:border-line"
    >
      <header className="relative z-10 mx-auto flex w-full max-w-160 items-start gap-2 px-5 pt-3 after:pointer-events-none after:absolute after:inset-x-0 after:top-full after:h-2 after:bg-linear-to-b after:from-surface after:to-transparent">
        <span className="-ml-1.5 beside:hidden">
          <IconButton icon={ArrowLeft} size="sm" label={t('orders.panel.back')} onClick={onClose} />
        </span>
        <div className="min-w-0 flex-1">{title}</div>
        {menu}
        <span className="hidden beside:inline">
          <IconButton icon={X} size="sm" label={closeLabel} onClick={onClose} />
        </span>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
        <div className="mx-auto w-full max-w-160 pt-2">{children}</div>
      </div>
    </aside>
  );
}

/** The row of the list that the details are about. */
interface OpenRow {
  /** The attribute in which rows carry their id. */
  readonly attribute: 'data-order-id' | 'data-delivery-id';
  readonly id: string;
}

/**
 * Moves the focus to the heading when the user opens the details, or when they cover what has the focus. When they close
 * with the focus in them, it goes back to where it was, or else to their row, or else to the row that the Tab key reaches.
 */
function useDetailsFocus({ attribute, id }: OpenRow, heading: RefObject<HTMLElement | null>): void {
  const enters = useViewStore((view) => view.entersDetails);
  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (!enters && activeElement?.checkVisibility({ visibilityProperty: true }) === true) return;
    detailsEntered();
    const panel = heading.current?.closest('aside');
    // A part of the details that was asked for has taken the focus.
    if (panel?.contains(activeElement) === true) return;
    cameFrom.current = activeElement === document.body ? null : activeElement;
    heading.current?.focus({ preventScroll: true });
  }, [enters, heading]);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const rows = [`[${attribute}="${CSS.escape(id)}"]`, `[${attribute}][tabindex="0"]`];
      for (const place of [cameFrom.current, ...rows.map((row) => document.querySelector(row))]) {
        if (!(place instanceof HTMLElement)) continue;
        place.focus();
        if (document.activeElement === place) return;
      }
    },
    [attribute, id],
  );
}
