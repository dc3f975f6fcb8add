import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { ReviewCopyState } from '#renderer/stores/dialog.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { faultWords } from '#shared/i18n/faultWords.ts';
import { refreshCopy } from './copyActions.ts';
import { useCopyWork } from './useCopyWork.ts';

interface ReviewCopyDialogProps {
  readonly copy: CopyBundleView;
  readonly review: ReviewCopyState;
}

/** Says what is to be reviewed of a certificate before it is written into the files of a copy. */
export function ReviewCopyDialog({ copy, review }: ReviewCopyDialogProps) {
  const t = useT();
  const locale = useLocale();
  const { agreed, begin } = useCopyWork(copy);
  const { fingerprint256, findings, overwriteChanged } = review;
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="sm"
      title={t('copies.review.title')}
      footer={
        <>
          <Button data-autofocus onClick={closeDialog}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="danger"
            busy={agreed !== null}
            onClick={() => void begin((known) => refreshCopy(known, overwriteChanged, fingerprint256))}
          >
            {t('copies.review.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm wrap-anywhere">
        <p>{t('copies.review.text', { folder: copy.folder })}</p>
        <ul className="flex flex-col gap-2">
          {findings.map((finding) => {
            const { title, why } = faultWords(finding, t, locale);
            return (
              <li key={title} className="rounded-lg bg-amber-soft p-3 text-xs">
                <p className="text-sm font-medium">{title}</p>
                <p>{why}</p>
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}
