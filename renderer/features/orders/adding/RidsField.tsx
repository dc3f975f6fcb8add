import { ClipboardPaste } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { OddParts } from './OddParts.tsx';
import { PasteBox } from './PasteBox.tsx';
import { RidChips } from './RidChips.tsx';
import type { AddOrdersForm } from './useAddOrders.ts';

/** The box for rids, the recognised ones, and why the last submission failed. */
export function RidsField({ form }: { readonly form: AddOrdersForm }) {
  const t = useT();
  const { rids, duplicates, odd, copied } = form;
  // Main decides whether the hidden one is added.
  const certain = rids.length - (form.secret === null ? 0 : 1);
  const facts = [
    certain > 0 && t('addOrders.preview.found', { count: certain }),
    duplicates > 0 && t('addOrders.preview.duplicates', { count: duplicates }),
    odd.length > 0 && t('addOrders.preview.refused', { count: odd.length }),
  ].filter((fact) => fact !== false);
  return (
    <div className="flex flex-col gap-3">
      <PasteBox
        label={t('addOrders.rids')}
        hint={t('addOrders.ridsHint')}
        placeholder={t('addOrders.ridsPlaceholder')}
        error={form.isTooLong ? t('addOrders.preview.tooLong', { limit: textLimits.rids }) : null}
        onText={form.take}
        onDraft={form.setDraft}
      />
      <Button
        size="sm"
        icon={ClipboardPaste}
        className="self-start"
        busy={form.isReading}
        onClick={() => void form.takeCopied()}
      >
        {t('addOrders.copied.paste')}
      </Button>
      <p role="status" className="text-xs text-muted empty:hidden">
        {copied !== null &&
          (copied.withheld > 0
            ? t('addOrders.copied.withheld', { count: copied.withheld })
            : copied.rids.length === 0 && t('addOrders.copied.none'))}
      </p>
      <p aria-live="polite" className="tabular text-xs font-medium">
        {facts.length === 0 ? (
          <span className="font-normal text-muted">{t('addOrders.preview.none')}</span>
        ) : (
          facts.join(' · ')
        )}
      </p>
      <RidChips rids={rids} secret={form.secret} onRemove={form.leaveOut} />
      <OddParts parts={odd} />
      {form.error !== null && <ErrorBanner reveal error={form.error} />}
    </div>
  );
}

interface SubmitRidsProps {
  readonly form: AddOrdersForm;
  readonly formId: string;
  readonly disabled?: boolean;
}

/** The button that adds the recognised rids. */
export function SubmitRids({ form, formId, disabled = false }: SubmitRidsProps) {
  const t = useT();
  const count = form.rids.length;
  return (
    <Button type="submit" form={formId} variant="primary" busy={form.busy} disabled={disabled || count === 0}>
      {count === 0 || form.secret !== null ? t('addOrders.submit') : t('addOrders.submitCount', { count })}
    </Button>
  );
}
