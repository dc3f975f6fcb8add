import { X } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Progress } from '#renderer/components/Progress.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog, useViewStore } from '#renderer/stores/viewStore.ts';

/** Shows an export whose dialog is closed, and opens the dialog again. */
export function ExportIndicator() {
  const t = useT();
  const job = useApp((projection) => projection.exportJob);
  const hasSelection = useViewStore((view) => view.selection.ids.size > 0);
  if (job === null) return null;
  const isRunning = job.phase !== 'review' && job.phase !== 'done';
  return (
    <section
      aria-label={t('exporting.title')}
      className={cx(
        'fixed left-4 z-30 flex w-72 animate-rise items-center gap-3 rounded-lg bg-raised px-3 py-2 shadow-pop',
        // Above the selection bar.
        hasSelection ? 'bottom-17' : 'bottom-4',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p role="status" className="truncate text-xs font-medium">
          {t(`exporting.indicator.${job.phase}`)}
        </p>
        {isRunning && (
          <Progress
            value={job.completed}
            max={job.items.length}
            label={t(`exporting.indicator.${job.phase}`)}
          />
        )}
      </div>
      <Button size="sm" onClick={() => openDialog({ kind: 'export', orderIds: [] })}>
        {t('exporting.indicator.show')}
      </Button>
      {job.phase === 'done' && (
        <IconButton
          icon={X}
          size="sm"
          label={t('common.close')}
          tooltip={false}
          onClick={() => void bridge().calls['export:dismiss'](job.id)}
        />
      )}
    </section>
  );
}
