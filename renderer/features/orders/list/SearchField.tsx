import { Search, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { showOrders, useViewStore, wantFirstOrder } from '#renderer/stores/viewStore.ts';

const SearchHint = lazyPart(
  async () => (await import('./laterList.ts')).SearchHint,
  () => undefined,
);

/** The search of the list. Arrow down goes to the first order found, Enter opens it, Ctrl+Enter exports it. */
export function SearchField() {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const search = useViewStore((view) => view.filter.search);
  const isList = useViewStore((view) => view.view === 'orders');
  const [isFocused, setFocused] = useState(false);
  const hasHint = isFocused && search === '';

  function onKeyDown(event: KeyboardEvent): void {
    if (!isList || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return;
    event.preventDefault();
    if (event.key === 'ArrowDown') wantFirstOrder('focus');
    else wantFirstOrder(event.ctrlKey || event.metaKey ? 'export' : 'open');
  }

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: follows the focus of the field
    <div className="relative min-w-0 flex-1" onFocus={() => setFocused(true)} onBlur={onBlur}>
      <TextField
        ref={field}
        type="search"
        icon={Search}
        aria-label={t('orders.toolbar.search')}
        aria-describedby={hasHint ? hintId : undefined}
        placeholder={t('orders.toolbar.searchHint')}
        value={search}
        onValueChange={(typed) => showOrders({ search: typed })}
        onKeyDown={onKeyDown}
        className="pr-7 [&::-webkit-search-cancel-button]:hidden"
      />
      {search !== '' && (
        <IconButton
          icon={X}
          size="sm"
          label={t('orders.toolbar.clearSearch')}
          onClick={() => {
            showOrders({ search: '' });
            field.current?.focus();
          }}
          className="absolute top-1 right-1"
        />
      )}
      {hasHint && <SearchHint id={hintId} />}
    </div>
  );
}
