import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  type LucideIcon,
  TriangleAlert,
  X,
} from 'lucide-react';
import { cx } from '#renderer/components/cx.ts';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Spinner } from '#renderer/components/Spinner.tsx';
import { currentTime } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { focusNeighbour } from './RidChips.tsx';

/** What the service said about a rid. `doubtful`: not asked yet, and it may be none. `known`: its certificate ends at `end` (Unix ms). */
export type RidAnswer =
  | { readonly kind: 'removed' | 'waiting' | 'asking' | 'doubtful' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'known'; readonly end: number };

interface RidAnswerRowProps {
  readonly rid: string;
  /** The name of its order, or the rid where that is unknown. */
  readonly title: string;
  readonly answer: RidAnswer;
  /** The host that was asked. */
  readonly host: string;
  /** Whether it says what to do about a failure. */
  readonly explains: boolean;
  /** More about the rid. */
  readonly note?: string | undefined;
  readonly onLeaveOut?: () => void;
}

/** A rid with the answer of the service as it arrives. */
export function RidAnswerRow(props: RidAnswerRowProps) {
  const { rid, title, answer, host, explains, note, onLeaveOut } = props;
  const t = useT();
  const locale = useLocale();
  const isFailed = answer.kind === 'failed';
  return (
    <div className="flex items-start gap-2.5 px-3 py-1.5">
      <span className="mt-1 flex size-4 shrink-0 items-center justify-center">
        <AnswerMark answer={answer} />
      </span>
      <div className="min-w-0 flex-1 py-0.5 text-xs break-words text-muted">
        <p className={cx('truncate text-ink', title === rid ? 'font-mono leading-5' : 'text-sm')}>{title}</p>
        <p>
          <span className={cx(isFailed && 'text-danger')}>{answerText(answer, host, t, locale)}</span>
          {title !== rid && <span className="font-mono"> · {rid}</span>}
        </p>
        {isFailed && explains && <p>{describeError(answer.error, t, { host }).next}</p>}
        {note !== undefined && <p>{note}</p>}
      </div>
      {onLeaveOut !== undefined && (
        <IconButton
          icon={X}
          size="sm"
          label={t('addOrders.leaveOut', { rid })}
          onClick={(event) => {
            focusNeighbour(event.currentTarget);
            onLeaveOut();
          }}
        />
      )}
    </div>
  );
}

const marks: Readonly<Record<Exclude<RidAnswer['kind'], 'asking'> | 'expired', [LucideIcon, string]>> = {
  removed: [CircleDashed, 'text-faint'],
  waiting: [CircleDashed, 'text-faint'],
  doubtful: [TriangleAlert, 'text-amber'],
  failed: [CircleX, 'text-danger'],
  expired: [CircleAlert, 'text-danger'],
  known: [CircleCheck, 'text-green'],
};

function AnswerMark({ answer }: { readonly answer: RidAnswer }) {
  if (answer.kind === 'asking') return <Spinner />;
  const [Icon, look] = marks[isExpired(answer) ? 'expired' : answer.kind];
  return <Icon size={15} aria-hidden className={look} />;
}

function isExpired(answer: RidAnswer): boolean {
  return answer.kind === 'known' && answer.end < currentTime();
}

function answerText(answer: RidAnswer, host: string, t: Translate, locale: Locale): string {
  switch (answer.kind) {
    case 'doubtful':
      return t('addOrders.doubtful', { count: 1 });
    case 'failed':
      return describeError(answer.error, t, { host }).title;
    case 'known':
      return t(`addOrders.result.${isExpired(answer) ? 'expired' : 'validUntil'}`, {
        notAfter: formatDate(answer.end, locale, 'local'),
      });
    default:
      return t(`addOrders.result.${answer.kind}`);
  }
}
