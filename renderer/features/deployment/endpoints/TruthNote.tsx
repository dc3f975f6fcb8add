import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { DeploymentStatus } from '#shared/domain/deploymentStatus.ts';
import { type TruthOrder, truthWords } from './truthWords.ts';
import { verdictLooks } from './verdictLook.ts';

interface TruthNoteProps {
  readonly truth: DeploymentStatus;
  readonly order: TruthOrder;
  /** Unix ms. */
  readonly now: number;
}

/** The status over all places, as a person would say it, with what to do. */
export function TruthNote({ truth, order, now }: TruthNoteProps) {
  const t = useT();
  const { what, next } = truthWords(truth, order, now, t);
  const { icon: Icon, ink, soft } = verdictLooks[truth.status];
  return (
    <div data-selectable className={cx('flex gap-2.5 rounded-lg p-3 text-xs', soft)}>
      <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', ink)} />
      <div className="flex min-w-0 flex-col gap-1 break-words">
        <p className="text-sm font-medium">{what}</p>
        {next !== null && <p>{next}</p>}
      </div>
    </div>
  );
}
