import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { TextArea } from '#renderer/components/TextArea.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { RidsPreview } from './RidsPreview.tsx';
import type { AddOrdersForm } from './useAddOrders.ts';

/** The text area for rids with what it holds, and why the last submission failed. */
export function RidsField({ form }: { readonly form: AddOrdersForm }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2">
      <FormField
        label={t('addOrders.rids')}
        hint={t('addOrders.ridsHint')}
        error={form.isTooLong ? t('addOrders.preview.tooLong', { limit: textLimits.rids }) : null}
      >
        {(field) => (
          <TextArea
            {...field}
            rows={9}
            data-autofocus
            value={form.text}
            onValueChange={form.setText}
            placeholder={t('addOrders.ridsPlaceholder')}
            monospace
          />
        )}
      </FormField>
      <RidsPreview parsed={form.parsed} />
      {form.error !== null && <ErrorBanner reveal error={form.error} />}
    </div>
  );
}
