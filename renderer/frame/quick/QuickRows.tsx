import { CornerDownLeft } from 'lucide-react';
import { cx } from '#renderer/components/cx.ts';
import { SpinnerInPlaceOf } from '#renderer/components/Spinner.tsx';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import type { useListbox } from '#renderer/hooks/useListbox.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import type { QuickRow, QuickView } from '#shared/domain/quickView.ts';

export interface QuickRowsProps {
  readonly view: QuickView;
  readonly listbox: ReturnType<typeof useListbox<QuickRow>>;
  readonly busyId: string | null;
  readonly onHelp: (orderId: string, action: HelpfulAction) => void;
  readonly onOpen: (row: QuickRow) => void;
}

/** The orders in their two groups. The search field has the focus; its keys choose and act. */
export function QuickRows({ view, ...row }: QuickRowsProps) {
  const { rows, texts } = view;
  const groups = [
    { title: texts.attention, rows: rows.filter(({ needsAttention }) => needsAttention) },
    { title: texts.next, rows: rows.filter(({ needsAttention }) => !needsAttention) },
  ].filter((group) => group.rows.length > 0);
  return (
    <div
      id={row.listbox.listId}
      role="listbox"
      aria-label={texts.search}
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto low:overflow-visible"
    >
      {groups.length === 0 && <p className="px-6 py-16 text-center text-sm text-muted">{texts.empty}</p>}
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: options have no other element for a group
        <div key={group.title} role="group" aria-label={group.title}>
          <p aria-hidden className="px-3 pt-3 pb-1.5 text-xs font-semibold text-muted">
            {group.title}
          </p>
          {group.rows.map((one) => (
            <Row key={one.id} one={one} {...row} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Row({
  one,
  listbox,
  busyId,
  onHelp,
  onOpen,
}: { readonly one: QuickRow } & Omit<QuickRowsProps, 'view'>) {
  const { id, isActive } = listbox.option(one);
  const isBusy = one.id === busyId;
  const { icon: Icon, ink } = statusAppearances[one.status];
  const { help } = one;
  const label = (
    <>
      {help?.label}
      {isActive && <CornerDownLeft size={12} />}
    </>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus, and its keys act on the active row
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-busy={isBusy || undefined}
      data-quick-order={one.id}
      onClick={() => onOpen(one)}
      className={cx(
        'flex min-h-13 items-center gap-2.5 border-t border-line px-3 py-1.5',
        isActive
          ? 'bg-accent-soft forced-colors:outline-2 forced-colors:-outline-offset-2'
          : 'hover:bg-hover',
      )}
    >
      <Icon size={18} className={cx('shrink-0', ink)} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{one.title}</span>
        <span className="sr-only">, {one.statusName}, </span>
        <span className="block truncate text-xs text-muted">{one.words}</span>
        <span className="sr-only">. </span>
      </span>
      {help !== null && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the search field does the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the search field does the same
        <span
          onClick={(event) => {
            event.stopPropagation();
            onHelp(one.id, help.action);
          }}
          className={cx(
            'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md border px-2.5 text-xs font-medium whitespace-nowrap',
            isActive
              ? 'border-transparent bg-accent text-on-accent hover:bg-accent-strong'
              : 'border-line-strong bg-surface hover:bg-hover',
          )}
        >
          {isBusy ? <SpinnerInPlaceOf>{label}</SpinnerInPlaceOf> : label}
        </span>
      )}
    </div>
  );
}
