import { CircleStop, FolderOpen, SkipForward } from 'lucide-react';
import { useId, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { countItems } from './exportCounts.ts';
import type { Confirmation } from './useConfirmation.ts';

interface ExportButtonsProps {
  readonly job: ExportJobView;
  readonly confirmation: Confirmation;
  /** Whether another export starts when this one is dismissed. */
  readonly hasNext: boolean;
}

export function ExportButtons({ job, confirmation, hasNext }: ExportButtonsProps) {
  const t = useT();
  const [stoppingId, setStoppingId] = useState<string | null>(null);
  const { calls } = bridge();
  const { states } = countItems(job.items);
  if (job.phase === 'done') {
    const failed = states.failed + (states.written > 0 ? states.cancelled : 0);
    const dismiss = () => void calls['export:dismiss'](job.id);
    const close = () => {
      dismiss();
      closeDialog();
    };
    return (
      <>
        {failed > 0 && (
          <Button onClick={() => void calls['export:retry'](job.id)}>
            {t('exporting.retry', { count: failed })}
          </Button>
        )}
        {states.written > 0 && (
          <Button icon={FolderOpen} onClick={() => void calls['export:reveal'](job.id)}>
            {t('exporting.showInFolder')}
          </Button>
        )}
        <Button variant="primary" onClick={hasNext ? dismiss : close}>
          {t(hasNext ? 'exporting.another' : 'common.done')}
        </Button>
      </>
    );
  }
  const isStopping = stoppingId === job.id;
  return (
    <>
      <Button
        // A spinner in the place of the label would hide that it stops.
        icon={job.phase === 'proving' ? SkipForward : CircleStop}
        busy={isStopping}
        onClick={() => {
          setStoppingId(job.id);
          void calls['export:cancel'](job.id);
          if (job.phase === 'review') closeDialog();
        }}
      >
        {job.phase === 'proving'
          ? t(isStopping ? 'exporting.skippingProof' : 'exporting.skipProof')
          : t(isStopping ? 'exporting.stopping' : 'exporting.stop')}
      </Button>
      {job.phase === 'review' ? (
        <WriteButton job={job} confirmation={confirmation} />
      ) : (
        <Button onClick={closeDialog}>{t('exporting.hide')}</Button>
      )}
    </>
  );
}

/** Confirms the review. An invalid passphrase gets the focus. */
function WriteButton({ job, confirmation }: Omit<ExportButtonsProps, 'hasNext'>) {
  const t = useT();
  const { conflicts, busy, send, isPassphraseMissing } = confirmation;
  const missingId = useId();
  const { states, conflicted } = countItems(job.items);
  const count = states.ready - (conflicts === 'keepOthers' ? conflicted : 0);
  const isLocked = count > 0 && isPassphraseMissing;
  return (
    <>
      {isLocked && (
        <p id={missingId} className="order-first mr-auto text-xs text-muted">
          {t('exporting.passphrase.missing')}
        </p>
      )}
      <Button
        variant="primary"
        busy={busy}
        disabled={count === 0 || isLocked}
        aria-describedby={isLocked ? missingId : undefined}
        onClick={(event) => {
          const dialog = event.currentTarget.closest<HTMLElement>('[role="dialog"]');
          void send().then((isSent) => {
            if (!isSent) focusFirstInvalid(dialog);
          });
        }}
      >
        {count === 0 ? t('exporting.writeNothing') : t('exporting.write', { count })}
      </Button>
    </>
  );
}

/** Puts the focus on the first field of a form that was refused, once the page shows it so. */
function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
