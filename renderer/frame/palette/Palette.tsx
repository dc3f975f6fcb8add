import { Search } from 'lucide-react';
import { useCallback, useState } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { Key } from '#renderer/components/Key.tsx';
import { useListbox, useTypedSearch } from '#renderer/hooks/useListbox.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { usePlatform, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { type PaletteGroup, paletteGroups } from './paletteEntries.ts';
import type { PaletteEntry } from './paletteEntry.ts';

/** The command palette: finds an order, an action or a setting by some of its letters, and does it with Enter. */
export function Palette() {
  const isOpen = useViewStore(({ dialog }) => dialog.kind === 'palette');
  return isOpen ? <OpenPalette /> : null;
}

function OpenPalette() {
  const t = useT();
  const [query, setQuery] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { shown: groups, foundBy } = useTypedSearch(query, useGroups());
  const entries = entriesOf(groups);
  const activate = ({ id }: PaletteEntry) => setActiveKey(id);
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    closeDialog();
    entry.run();
  };
  const listbox = useListbox({
    items: entries,
    find: (text) => entriesOf(foundBy(text)),
    keyOf: ({ id }) => id,
    activeKey,
    startsAtFirst: true,
    onActivate: activate,
    onEnter: run,
  });

  return (
    <Dialog isBare title={t('palette.title')} onClose={closeDialog}>
      <div className="sticky top-0 flex items-center gap-2.5 border-b border-line bg-surface px-4">
        <Search size={16} aria-hidden className="shrink-0 text-muted" />
        <input
          data-autofocus
          {...listbox.field}
          aria-label={t('palette.hint')}
          placeholder={t('palette.hint')}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setActiveKey(null);
          }}
          className="h-12 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-faint"
        />
      </div>
      <p role="status" className="sr-only">
        {query !== '' && t('palette.results', { count: entries.length })}
      </p>
      {entries.length === 0 && (
        <p className="px-4 py-6 text-center text-sm text-muted">{t('palette.none')}</p>
      )}
      <div id={listbox.listId} role="listbox" aria-label={t('palette.title')} className="p-2 empty:hidden">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group.id} role="group" aria-label={group.title} className="pb-1">
            <p aria-hidden className="truncate px-2 pt-2 pb-1 text-2xs font-medium text-faint">
              {group.title}
            </p>
            {group.entries.map((entry) => (
              <Option
                key={entry.id}
                {...listbox.option(entry)}
                entry={entry}
                onPoint={() => activate(entry)}
                onChoose={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

const entriesOf = (groups: readonly PaletteGroup[]) => groups.flatMap((group) => group.entries);

/** What a query finds now. */
function useGroups(): (query: string) => readonly PaletteGroup[] {
  const t = useT();
  const isMac = usePlatform() === 'darwin';
  const app = useApp((projection) => projection);
  const view = useViewStore();
  const now = useNow('minute');
  return useCallback(
    (query) => {
      const withCommand = (key: string) => (isMac ? `⌘${key}` : `Ctrl+${key}`);
      return paletteGroups(query, { app, view, t, now, withCommand });
    },
    [app, view, t, now, isMac],
  );
}

interface OptionProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly entry: PaletteEntry;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, entry, isActive, onPoint, onChoose }: OptionProps) {
  const { icon: Icon, text, about, shortcut } = entry;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-keyshortcuts={shortcut?.key}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      className={cx('flex h-9 items-center gap-2.5 rounded-md px-2 text-sm', isActive && 'bg-accent-soft')}
    >
      <Icon size={15} aria-hidden className="shrink-0 text-muted" />
      <span className={cx('truncate', about === undefined ? 'min-w-0' : 'max-w-3/5 shrink-0')}>{text}</span>{' '}
      {about !== undefined && <span className="min-w-0 flex-1 truncate text-xs text-muted">{about}</span>}
      {shortcut !== undefined && (
        <span aria-hidden className="ml-auto shrink-0 text-muted">
          <Key label={shortcut.label} />
        </span>
      )}
    </div>
  );
}
