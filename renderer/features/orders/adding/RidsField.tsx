import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { TextArea } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ParsedRids } from '#shared/domain/rids.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { RefusedRids } from './RefusedRids.tsx';
import type { AddOrdersForm } from './useAddOrders.ts';

/** The text area for rids with their count, and why the last submission failed. */
export function RidsField({ form }: { readonly form: AddOrdersForm }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={t('addOrders.rids')}
        hint={t('addOrders.ridsHint')}
        error={form.isTooLong ? t('addOrders.preview.tooLong', { limit: textLimits.rids }) : null}
        rows={9}
        data-autofocus
        value={form.text}
        onValueChange={form.setText}
        placeholder={t('addOrders.ridsPlaceholder')}
        monospace
      />
      <RidsPreview parsed={form.parsed} />
      {form.error !== null && <ErrorBanner reveal error={form.error} />}
    </div>
  );
}

/** Counts the rids in the text while it is typed. */
function RidsPreview({ parsed }: { readonly parsed: ParsedRids }) {
  const t = useT();
  const { rids, duplicates, refused } = parsed;
  const facts = [
    rids.length > 0 && t('addOrders.preview.found', { count: rids.length }),
    duplicates.length > 0 && t('addOrders.preview.duplicates', { count: duplicates.length }),
    refused.length > 0 && t('addOrders.preview.refused', { count: refused.length }),
  ].filter((fact) => fact !== false);
  return (
    <div className="flex flex-col gap-2">
      <p aria-live="polite" className="tabular text-xs font-medium">
        {facts.length === 0 ? (
          <span className="font-normal text-muted">{t('addOrders.preview.none')}</span>
        ) : (
          facts.join(' · ')
        )}
      </p>
      {refused.length > 0 && <RefusedRids refused={refused} />}
    </div>
  );
}

interface SubmitRidsProps {
  readonly form: AddOrdersForm;
  readonly formId: string;
  readonly disabled?: boolean;
}

/** The button that adds the rids in the text. */
export function SubmitRids({ form, formId, disabled = false }: SubmitRidsProps) {
  const t = useT();
  const count = form.parsed.rids.length;
  return (
    <Button
      type="submit"
      form={formId}
      variant="primary"
      busy={form.busy}
      disabled={disabled || count === 0 || form.isTooLong}
    >
      {count === 0 ? t('addOrders.submit') : t('addOrders.submitCount', { count })}
    </Button>
  );
}
