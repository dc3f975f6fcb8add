import {
  BadgeCheck,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  FileArchive,
  FileCheck2,
  FolderOpen,
  TriangleAlert,
} from 'lucide-react';
import { Badge } from '#renderer/components/Badge.tsx';
import { cx } from '#renderer/components/cx.ts';
import { VirtualList } from '#renderer/components/VirtualList.tsx';
import { currentTime } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { proofText } from '#shared/i18n/exportText.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { formatDateTime } from '#shared/i18n/format.ts';

const marks = {
  pending: { icon: CircleDashed, ink: 'text-faint' },
  ready: { icon: FileCheck2, ink: 'text-accent-ink' },
  written: { icon: CircleCheck, ink: 'text-green' },
  current: { icon: CircleCheck, ink: 'text-green' },
  kept: { icon: CircleMinus, ink: 'text-amber' },
  failed: { icon: CircleX, ink: 'text-danger' },
  cancelled: { icon: CircleMinus, ink: 'text-faint' },
} as const;

interface ExportItemsProps {
  readonly items: readonly ExportItemView[];
  /** The error of the whole export, which is not repeated for each order. */
  readonly shownError?: AppError | null;
}

/** How high a list of orders is: as its rows; many of them scroll in the height that is left. */
export function orderListHeight(count: number): string {
  return count <= 2 ? 'shrink-0' : 'min-h-40 short:max-h-80';
}

/** The orders of an export, each with its certificate, its files or its error. Several scroll in the space that is left. */
export function ExportItems(props: ExportItemsProps) {
  const { items, shownError = null } = props;
  const t = useT();
  const shown = JSON.stringify(shownError);
  return (
    <VirtualList
      items={items}
      keyOf={({ orderId }) => orderId}
      estimatedHeight={62}
      label={t('exporting.items')}
      className={orderListHeight(items.length)}
    >
      {(item) => <Item item={item} isErrorShown={JSON.stringify(item.error) === shown} />}
    </VirtualList>
  );
}

function Item({ item, isErrorShown }: { readonly item: ExportItemView; readonly isErrorShown: boolean }) {
  const t = useT();
  const { icon: Icon, ink } = marks[item.state];
  return (
    <div className="flex items-start gap-2.5 px-3 py-2">
      <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate text-sm font-medium">{item.title}</span>
          {item.leaf?.renewed === true && <Badge tone="info">{t('exporting.renewed')}</Badge>}
          <span className="ml-auto shrink-0 text-xs text-muted">{t(`exporting.state.${item.state}`)}</span>
        </p>
        <Leaf item={item} />
        <Cautions item={item} />
        <Files item={item} />
        <Proof proof={item.proof} />
        {!isErrorShown && <Failure item={item} />}
      </div>
    </div>
  );
}

function Leaf({ item: { leaf, chain } }: { readonly item: ExportItemView }) {
  const t = useT();
  const locale = useLocale();
  if (leaf === null) return null;
  const now = currentTime();
  const isPast = leaf.notAfter < now;
  const notAfter = formatDateTime(leaf.notAfter, locale, 'local');
  const notBefore = formatDateTime(leaf.notBefore, locale, 'local');
  return (
    <p className="text-xs text-muted">
      {leaf.commonName !== null && `${leaf.commonName} · `}
      <span className={cx(isPast && 'text-danger')}>
        {isPast ? t('exporting.expiredOn', { notAfter }) : t('exporting.validUntil', { notAfter })}
      </span>
      {leaf.notBefore > now && (
        <span className="text-amber"> · {t('exporting.validFrom', { notBefore })}</span>
      )}
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

/** The findings to review before the certificate is written, and whether its chain is incomplete. */
function Cautions({ item: { review, leaf, chain } }: { readonly item: ExportItemView }) {
  const t = useT();
  const locale = useLocale();
  const cautions: { readonly title: string; readonly why?: string }[] = review.map((finding) =>
    faultText(finding, t, locale),
  );
  if (leaf !== null && !chain.complete) {
    const { missingIssuer: issuer } = chain;
    const title =
      issuer === null ? t('exporting.chain.stopsUnnamed') : t('exporting.chain.stops', { issuer });
    cautions.push({ title });
  }
  return cautions.map(({ title, why }) => (
    <p key={title} title={why} className="flex items-start gap-1.5 text-xs break-words text-amber">
      <TriangleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
      {title}
    </p>
  ));
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

/** The files of an order: those to write, split by whether they exist, or those that were written. */
function Files({ item }: { readonly item: ExportItemView }) {
  const t = useT();
  const { state, folder, files } = item;
  if (state === 'ready') {
    const inTarget = (name: string) => (folder === '' ? name : `${folder}/${name}`);
    const planned = item.planned.map(inTarget);
    const conflicts = item.isUpdate ? [] : item.conflicts.map(inTarget);
    const added = planned.filter((path) => !conflicts.includes(path));
    const separator = t('common.listSeparator');
    return (
      <>
        {conflicts.length > 0 && (
          <p className="text-xs break-words text-amber">
            {t('exporting.conflicts', { files: conflicts.join(separator) })}
          </p>
        )}
        {conflicts.length > 0 && added.length > 0 && (
          <p className="text-xs break-words text-muted">
            {t('exporting.newFiles', { files: added.join(separator) })}
          </p>
        )}
        {conflicts.length === 0 && <FileNames names={planned} />}
      </>
    );
  }
  return <FileNames names={files} />;
}

function FileNames({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul data-selectable className="flex flex-wrap gap-x-3 font-mono text-xs break-all text-muted">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

const proofMarks = {
  proven: { icon: BadgeCheck, ink: 'text-green' },
  notProven: { icon: TriangleAlert, ink: 'text-amber' },
  notTried: { icon: CircleDashed, ink: 'text-muted' },
} as const;

/** Whether a TLS server and client could use the files of an order, and what to do if not. */
function Proof({ proof }: Pick<ExportItemView, 'proof'>) {
  const t = useT();
  if (proof === null) return null;
  const { icon: Icon, ink } = proofMarks[proof.kind];
  return (
    <p className={cx('flex items-start gap-1.5 text-xs break-words', ink)}>
      <Icon size={13} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">{proofText(proof, t)}</span>
    </p>
  );
}

export function ExportTarget({ job }: { readonly job: ExportJobView }) {
  const t = useT();
  const Icon = job.container === 'zip' ? FileArchive : FolderOpen;
  return (
    <p className="flex items-start gap-2 text-xs text-muted">
      <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span data-selectable className="min-w-0 wrap-anywhere">
        {t('exporting.target', { target: job.target })}
      </span>
    </p>
  );
}
