import { ConfirmDialog } from '#renderer/components/ConfirmDialog.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { ReviewCopyState } from '#renderer/stores/dialog.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { refreshCopy } from './copyActions.ts';
import { useCopyWork } from './useCopyWork.ts';

interface ReviewCopyDialogProps {
  readonly copy: CopyBundleView;
  readonly review: ReviewCopyState;
}

/** Shows the findings of a certificate and asks before it is written to the files of a copy. */
export function ReviewCopyDialog({ copy, review }: ReviewCopyDialogProps) {
  const t = useT();
  const locale = useLocale();
  const { agreed, begin } = useCopyWork(copy);
  const { fingerprint256, findings, overwriteChanged } = review;
  return (
    <ConfirmDialog
      title={t('copies.review.title')}
      confirmLabel={t('copies.review.confirm')}
      variant="danger"
      busy={agreed !== null}
      onConfirm={() => void begin((known) => refreshCopy(known, overwriteChanged, fingerprint256))}
      onClose={closeDialog}
    >
      <p>{t('copies.review.text', { folder: copy.folder })}</p>
      <ul className="flex flex-col gap-2">
        {findings.map((finding) => {
          const { title, why } = faultText(finding, t, locale);
          return (
            <li key={title} className="rounded-lg bg-amber-soft p-3 text-xs">
              <p className="text-sm font-medium">{title}</p>
              <p>{why}</p>
            </li>
          );
        })}
      </ul>
    </ConfirmDialog>
  );
}
