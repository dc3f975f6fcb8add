import { Antenna, Plus } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Tooltip } from '#renderer/components/Tooltip.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { HookView, ReceiverState } from '#shared/domain/receiver.ts';

/** What the dialog shows beside the list. */
export type ReceiverPage =
  | { readonly kind: 'hook'; readonly id: string }
  | { readonly kind: 'new' }
  | { readonly kind: 'listening' };

const dots = {
  off: 'bg-gray',
  starting: 'bg-amber',
  listening: 'bg-green',
  failed: 'bg-danger',
} as const satisfies Record<ReceiverState['kind'], string>;

interface ReceiverNavProps {
  readonly hooks: readonly HookView[];
  readonly page: ReceiverPage;
  readonly onChoose: (page: ReceiverPage) => void;
}

/** All hooks, the way to a new one, and the way to how the receiver listens. */
export function ReceiverNav({ hooks, page, onChoose }: ReceiverNavProps) {
  const t = useT();
  const state = useApp((app) => app.receiver.state.kind);
  const chosenId = page.kind === 'hook' ? page.id : null;
  return (
    <nav aria-label={t('receiver.nav.label')} className="flex min-h-0 flex-col gap-2">
      <ul
        aria-label={t('receiver.hook.list')}
        className="flex min-h-0 flex-col gap-0.5 overflow-y-auto p-0.5"
      >
        {hooks.map((hook) => (
          <li key={hook.id}>
            <HookButton
              hook={hook}
              isCurrent={hook.id === chosenId}
              look={hook.enabled ? dots[state] : dots.off}
              onClick={() => onChoose({ kind: 'hook', id: hook.id })}
            />
          </li>
        ))}
      </ul>
      <NavButton
        icon={Plus}
        isCurrent={page.kind === 'new'}
        text={t('receiver.hook.add')}
        onClick={() => onChoose({ kind: 'new' })}
      />
      <div className="mt-auto border-t border-line pt-2">
        <NavButton
          icon={Antenna}
          isCurrent={page.kind === 'listening'}
          text={t('receiver.nav.listening')}
          onClick={() => onChoose({ kind: 'listening' })}
        />
      </div>
    </nav>
  );
}

interface HookButtonProps {
  readonly hook: HookView;
  readonly isCurrent: boolean;
  readonly look: string;
  readonly onClick: () => void;
}

/** Longer names may be cut off: those are told whole. */
const NAME_THAT_FITS = 14;

function HookButton({ hook, isCurrent, look, onClick }: HookButtonProps) {
  const t = useT();
  const { name, path, enabled } = hook;
  const button = (
    <button
      type="button"
      aria-current={isCurrent}
      data-autofocus={isCurrent || undefined}
      onClick={onClick}
      className={cx(
        'flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left',
        isCurrent ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', look)} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block truncate text-xs text-muted">{path}</span>
        <span className="sr-only">{t(enabled ? 'receiver.nav.on' : 'receiver.nav.off')}</span>
      </span>
    </button>
  );
  return name.length <= NAME_THAT_FITS ? button : <Tooltip text={name}>{button}</Tooltip>;
}

interface NavButtonProps {
  readonly icon: typeof Plus;
  readonly isCurrent: boolean;
  readonly text: string;
  readonly onClick: () => void;
}

function NavButton({ icon, isCurrent, text, onClick }: NavButtonProps) {
  return (
    <Button
      icon={icon}
      variant="ghost"
      aria-current={isCurrent}
      className={cx('w-full justify-start!', isCurrent && 'bg-accent-soft text-ink!')}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
