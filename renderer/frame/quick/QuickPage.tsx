import { CornerDownLeft } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { SpinnerInPlaceOf } from '#renderer/components/Spinner.tsx';
import { statusAppearances } from '#renderer/components/statusAppearances.ts';
import type { useListbox } from '#renderer/hooks/useListbox.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import type { QuickRow, QuickView } from '#shared/domain/quickView.ts';

interface QuickPageProps extends QuickRowsProps {
  readonly search: string;
  /** What the window says below the orders, in place of their state. */
  readonly said: { readonly text: string; readonly isFailure: boolean } | null;
  /** The button that reads the orders again; `null`: they were read. */
  readonly retry: { readonly label: string; readonly onClick: () => void } | null;
  readonly field?: Ref<HTMLInputElement>;
  readonly onSearch: (search: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Opens the window, or its inbox. */
  readonly onPlace: (place: 'inbox' | null) => void;
}

/** What the quick window shows of a view. */
export function QuickPage(props: QuickPageProps) {
  const { view, search, said, retry, field, onSearch, onKeyDown, onPlace, ...rows } = props;
  const { texts } = view;
  return (
    <main className="flex h-full flex-col border border-line-strong bg-surface" onKeyDown={onKeyDown}>
      <h1 className="sr-only">NotAfter</h1>
      <div className="border-b border-line p-2.5">
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the window is opened by a key or a click, to type
          autoFocus
          type="search"
          {...rows.listbox.field}
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={({ target }) => onSearch(target.value)}
          className="h-9 w-full rounded-md border border-field bg-surface px-3 text-sm text-ink placeholder:text-faint focus-visible:-outline-offset-1"
        />
      </div>
      {/* In a low window, such as at 400 %, all of it scrolls: what is below the orders would leave them no room. */}
      <div className="flex min-h-0 flex-1 flex-col low:block low:overflow-y-auto">
        <QuickRows view={view} {...rows} />
        {texts.waiting !== null && (
          <button
            type="button"
            onClick={() => onPlace('inbox')}
            className="border-t border-line px-3 py-2 text-left text-sm hover:bg-hover"
          >
            {texts.waiting}
          </button>
        )}
        <footer
          className={cx(
            'flex min-h-9 items-center gap-2 border-t border-line bg-surface px-3 py-1.5 text-xs text-muted',
            said !== null && 'low:sticky low:bottom-0',
          )}
        >
          <p
            role="status"
            className={`min-w-0 flex-1 wrap-anywhere ${said?.isFailure === true ? 'text-danger' : ''}`}
          >
            {said?.text ?? texts.state}
          </p>
          {retry !== null && (
            <button
              type="button"
              onClick={retry.onClick}
              className="rounded-md border border-line-strong px-2 py-0.5 whitespace-nowrap text-ink hover:bg-hover"
            >
              {retry.label}
            </button>
          )}
          <span aria-hidden className="whitespace-nowrap">
            <Key>→</Key> {texts.details}
          </span>
          <button
            type="button"
            onClick={() => onPlace(null)}
            className="rounded px-1 py-0.5 whitespace-nowrap hover:bg-hover"
          >
            <Key>{texts.windowKey}</Key> {texts.window}
          </button>
        </footer>
      </div>
    </main>
  );
}

function Key({ children }: { readonly children: string }) {
  return <kbd className="rounded border border-line-strong px-1 font-sans text-2xs">{children}</kbd>;
}

interface QuickRowsProps {
  readonly view: QuickView;
  readonly listbox: ReturnType<typeof useListbox<QuickRow>>;
  readonly busyId: string | null;
  readonly onHelp: (orderId: string, action: HelpfulAction) => void;
  readonly onOpen: (row: QuickRow) => void;
}

/** The orders in their two groups. The search field has the focus; its keys choose and act. */
function QuickRows({ view, ...row }: QuickRowsProps) {
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
