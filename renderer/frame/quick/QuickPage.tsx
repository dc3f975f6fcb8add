import type { KeyboardEvent, Ref } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { QuickRows, type QuickRowsProps } from './QuickRows.tsx';

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
