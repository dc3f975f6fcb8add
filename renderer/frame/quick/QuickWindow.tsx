import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useDocumentLook } from '#renderer/hooks/useDocumentLook.ts';
import { useListbox } from '#renderer/hooks/useListbox.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import type { HelpWords } from '#shared/domain/helpfulAction.ts';
import { keyMeaning } from '#shared/domain/keyPress.ts';
import type { QuickRow, QuickView } from '#shared/domain/quickView.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { FailureWords } from './failureWords.ts';
import { QuickPage } from './QuickPage.tsx';

/** The small window beside the tray icon: the orders that need attention, each with what helps it first. */
export function QuickWindow() {
  const [search, setSearch] = useState('');
  const { view, isCurrent, failure, read } = useQuickView(search);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [wanted, setWanted] = useState<'help' | 'open' | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const [said, setSaid] = useState<HelpWords | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useDocumentLook(view?.locale, view?.theme);
  const rows = view?.rows ?? [];
  const listbox = useListbox({
    items: rows,
    keyOf: ({ id }) => id,
    activeKey: activeId,
    startsAtFirst: true,
    onActivate: ({ id }) => setActiveId(id),
    onEnter: () => setWanted('help'),
  });
  const { active } = listbox;
  // A key acts on what is typed, as soon as main has found it.
  useEffect(() => {
    if (wanted === null || !(isCurrent || failure !== null)) return;
    setWanted(null);
    if (failure !== null || active === undefined) return;
    if (wanted === 'open' || active.help === null) open(active);
    else void help(active.id, active.help.action);
  });
  if (view === null && failure !== null) return <Unread failure={failure} onRetry={read} />;
  if (view === null)
    return (
      <main
        aria-busy
        tabIndex={-1}
        ref={takeFocus}
        onKeyDown={closeByEscape}
        className="h-full outline-none"
      />
    );
  const { texts } = view;

  async function help(orderId: string, action: HelpfulAction): Promise<void> {
    if (busyId !== null) return;
    setBusyId(orderId);
    setSaid(null);
    try {
      const words = await bridge().calls['quick:help']({ orderId, action });
      setSaid({ ...words, text: words.text ?? texts.started });
    } catch {
      setSaid({ ...(await failureWords('unexpected')), isFailure: true });
    } finally {
      setBusyId(null);
    }
  }

  function open(row: QuickRow): void {
    void bridge().calls['quick:open']({ orderId: row.id });
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event;
    const isField = event.target === field.current;
    const isAtEnd = field.current?.selectionStart === search.length;
    if (key === 'Escape') void bridge().calls['quick:close'](null);
    else if (keyMeaning(event) === 'o' && (event.ctrlKey || event.metaKey))
      void bridge().calls['quick:open'](null);
    else if (key === 'ArrowRight' && isField && isAtEnd) setWanted('open');
    else return;
    event.preventDefault();
  };

  const outcome = said === null ? null : { ...said, text: `${said.title}: ${said.text ?? ''}` };
  return (
    <QuickPage
      view={view}
      search={search}
      listbox={listbox}
      busyId={busyId}
      said={failure === null ? outcome : { text: failure.title, isFailure: true }}
      retry={failure === null ? null : { label: failure.tryAgain, onClick: read }}
      field={field}
      onSearch={(typed) => {
        setSearch(typed);
        setActiveId(null);
        setWanted(null);
      }}
      onKeyDown={onKeyDown}
      onHelp={help}
      onOpen={open}
      onPlace={(place) => void bridge().calls['quick:open'](place)}
    />
  );
}

const failureWords = async (kind: 'loadFailed' | 'unexpected') =>
  (await import('./failureWords.ts')).loadFailureWords(kind);

const takeFocus = (element: HTMLElement | null) => element?.focus();

function closeByEscape({ key }: KeyboardEvent): void {
  if (key === 'Escape') void bridge().calls['quick:close'](null);
}

/** In place of the orders, which main did not give. */
function Unread({ failure, onRetry }: { readonly failure: FailureWords; readonly onRetry: () => void }) {
  return (
    <main
      className="flex h-full flex-col items-center justify-center gap-3 border border-line-strong bg-surface px-8 text-center"
      onKeyDown={closeByEscape}
    >
      <div role="alert">
        <h1 className="text-sm font-semibold">{failure.title}</h1>
        <p className="mt-1 text-xs text-muted">{failure.text}</p>
      </div>
      <button
        ref={takeFocus}
        type="button"
        onClick={onRetry}
        className="h-8 rounded-md border border-line-strong px-3 text-sm font-medium hover:bg-hover"
      >
        {failure.tryAgain}
      </button>
    </main>
  );
}

/**
 * What main shows for a search, read again when something changed and each minute; `view` is `null` before the first
 * answer. `isCurrent`: it is for this search, not for the one before.
 */
function useQuickView(search: string) {
  const [answer, setAnswer] = useState<{ readonly view: QuickView; readonly search: string } | null>(null);
  const [failure, setFailure] = useState<FailureWords | null>(null);
  const newest = useRef(0);
  const read = useCallback(async () => {
    newest.current += 1;
    const own = newest.current;
    const [next, failed] = await bridge()
      .calls['quick:view']({ search })
      .then(
        (view) => [view, null] as const,
        async () => [null, await failureWords('loadFailed')] as const,
      );
    if (own !== newest.current) return;
    setFailure(failed);
    if (next !== null) setAnswer({ view: next, search });
  }, [search]);
  useEffect(() => {
    void read();
    const stop = bridge().on['quick:changed'](() => void read());
    const timer = setInterval(() => void read(), MINUTE_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [read]);
  return {
    view: answer?.view ?? null,
    isCurrent: answer?.search === search,
    failure,
    read: () => void read(),
  };
}
