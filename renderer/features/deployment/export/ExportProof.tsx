import { BadgeCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportItemView } from '#shared/domain/export.ts';
import { proofText } from './proofText.ts';

const marks = {
  proven: { icon: BadgeCheck, look: 'text-green' },
  notProven: { icon: TriangleAlert, look: 'text-amber' },
  notTried: { icon: CircleDashed, look: 'text-muted' },
} as const;

/** What a server and a client made of the files of one order, and what to do about it. */
export function ExportProof({ proof }: Pick<ExportItemView, 'proof'>) {
  const t = useT();
  if (proof === null) return null;
  const { icon: Icon, look } = marks[proof.kind];
  return (
    <p className={cx('flex items-start gap-1.5 text-xs break-words', look)}>
      <Icon size={13} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">{proofText(proof, t)}</span>
    </p>
  );
}
