import { CircleCheck, CircleDashed, CircleMinus, CircleX, FileCheck2, TriangleAlert } from 'lucide-react';
import { Badge } from '#renderer/components/Badge.tsx';
import { cx } from '#renderer/components/cx.ts';
import { VirtualList } from '#renderer/components/VirtualList.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ExportItemView } from '#shared/domain/export.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { faultWords } from '#shared/i18n/faultWords.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { ExportItemFiles } from './ExportItemFiles.tsx';
import { ExportProof } from './ExportProof.tsx';

const marks = {
  pending: { icon: CircleDashed, look: 'text-faint' },
  ready: { icon: FileCheck2, look: 'text-accent-ink' },
  written: { icon: CircleCheck, look: 'text-green' },
  kept: { icon: CircleMinus, look: 'text-amber' },
  failed: { icon: CircleX, look: 'text-danger' },
  cancelled: { icon: CircleMinus, look: 'text-faint' },
} as const;

interface ExportItemsProps {
  readonly items: readonly ExportItemView[];
  /** An error that is told for the export as a whole, and so not again for each order. */
  readonly toldError?: AppError | null;
}

/**
 * The orders of an export, each with its fresh leaf, its files or its failure: as high as they are, and scrolling in what
 * is left of a column when they are higher.
 */
export function ExportItems(props: ExportItemsProps) {
  const { items, toldError = null } = props;
  const t = useT();
  const told = JSON.stringify(toldError);
  return (
    <VirtualList
      items={items}
      keyOf={({ orderId }) => orderId}
      estimatedHeight={62}
      label={t('exporting.items')}
      className={items.length === 1 ? 'shrink-0' : 'max-h-max min-h-40 flex-1 basis-0'}
    >
      {(item) => <Item item={item} isErrorTold={JSON.stringify(item.error) === told} />}
    </VirtualList>
  );
}

function Item({ item, isErrorTold }: { readonly item: ExportItemView; readonly isErrorTold: boolean }) {
  const t = useT();
  const { icon: Icon, look } = marks[item.state];
  return (
    <div className="flex items-start gap-2.5 px-3 py-2">
      <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', look)} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate text-sm font-medium">{item.title}</span>
          {item.leaf?.renewed === true && <Badge tone="info">{t('exporting.renewed')}</Badge>}
          <span className="ml-auto shrink-0 text-xs text-muted">{t(`exporting.state.${item.state}`)}</span>
        </p>
        <Leaf item={item} />
        <Reviewed item={item} />
        <MissingIssuer item={item} />
        <ExportItemFiles item={item} />
        <ExportProof proof={item.proof} />
        {!isErrorTold && <Failure item={item} />}
      </div>
    </div>
  );
}

function Leaf({ item: { leaf, chain } }: { readonly item: ExportItemView }) {
  const t = useT();
  const locale = useLocale();
  if (leaf === null) return null;
  const isPast = leaf.notAfter < Date.now();
  const notAfter = formatDateTime(leaf.notAfter, locale, 'local');
  return (
    <p className="text-xs text-muted">
      {leaf.commonName !== null && `${leaf.commonName} · `}
      <span className={cx(isPast && 'text-danger')}>
        {isPast ? t('exporting.expiredOn', { notAfter }) : t('exporting.validUntil', { notAfter })}
      </span>
      {' · '}
      <span title={leaf.fingerprint256} className="font-mono">
        {t('exporting.fingerprint', {
          start: leaf.fingerprint256.slice(0, 8),
          end: leaf.fingerprint256.slice(-8),
        })}
      </span>
      {chain.complete && ` · ${t('exporting.chain.complete')}`}
    </p>
  );
}

/** What is to be reviewed of the certificate before it is written. */
function Reviewed({ item: { review } }: { readonly item: ExportItemView }) {
  const t = useT();
  const locale = useLocale();
  return review.map((finding) => {
    const { title, why } = faultWords(finding, t, locale);
    return (
      <p key={title} title={why} className="flex items-start gap-1.5 text-xs break-words text-amber">
        <TriangleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
        {title}
      </p>
    );
  });
}

function MissingIssuer({ item: { leaf, chain } }: { readonly item: ExportItemView }) {
  const t = useT();
  if (leaf === null || chain.complete) return null;
  const { missingIssuer } = chain;
  return (
    <p className="flex items-start gap-1.5 text-xs break-words text-amber">
      <TriangleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
      {missingIssuer === null
        ? t('exporting.chain.stopsUnnamed')
        : t('exporting.chain.stops', { issuer: missingIssuer })}
    </p>
  );
}

function Failure({ item }: { readonly item: ExportItemView }) {
  const t = useT();
  const platform = useApp((projection) => projection.app.platform);
  if (item.error === null) return null;
  const { title, why, next } = describeError(item.error, t, { platform });
  return (
    <div className="text-xs break-words">
      <p className="text-danger">{title}</p>
      <p className="text-muted">{t('common.sentences', { first: why, second: next })}</p>
    </div>
  );
}
