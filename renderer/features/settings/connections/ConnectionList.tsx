import { Plus } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ConnectionView, PollingState } from '#shared/domain/connection.ts';
import { hostOf } from './connectionDraft.ts';

const dots = {
  active: 'bg-green',
  rejected: 'bg-danger',
  probing: 'bg-amber',
  waitingForToken: 'bg-gray',
} as const satisfies Record<PollingState['kind'], string>;

interface ConnectionListProps {
  readonly connections: readonly ConnectionView[];
  /** The connection that is shown, or `null` while a new one is being made. */
  readonly chosenId: string | null;
  /** `null` asks for a new one. */
  readonly onChoose: (id: string | null) => void;
}

/** All connections with their state, and the way to a new one. */
export function ConnectionList({ connections, chosenId, onChoose }: ConnectionListProps) {
  const t = useT();
  return (
    <nav aria-label={t('connections.list')} className="flex min-h-0 flex-col gap-2">
      <ul className="flex min-h-0 flex-col gap-0.5 overflow-y-auto p-0.5">
        {connections.map(({ id, name, baseUrl, polling }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosenId}
              data-autofocus={id === chosenId || undefined}
              onClick={() => onChoose(id)}
              className={cx(
                'flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left',
                id === chosenId ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', dots[polling.kind])} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium">{name}</span>
                <span className="block truncate text-xs text-muted">{hostOf(baseUrl)}</span>
                <span className="sr-only">{t(`connections.polling.${polling.kind}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button
        icon={Plus}
        variant="ghost"
        aria-current={chosenId === null}
        className={cx('justify-start!', chosenId === null && 'bg-accent-soft text-ink!')}
        onClick={() => onChoose(null)}
      >
        {t('connections.addConnection')}
      </Button>
    </nav>
  );
}
