import { ClipboardPaste, TriangleAlert } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { OddPart } from '#shared/domain/pastedSetup.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
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
}

/** The button that adds the recognised rids. */
export function SubmitRids({ form, formId }: SubmitRidsProps) {
  const t = useT();
  const count = form.rids.length;
  return (
    <Button
      type="submit"
      form={formId}
      variant="primary"
      busy={form.busy}
      disabled={form.connection === undefined || count === 0}
    >
      {count === 0 || form.secret !== null ? t('addOrders.submit') : t('addOrders.submitCount', { count })}
    </Button>
  );
}

/** The connection that orders are added to. Nothing while there is none. */
export function ConnectionChoice({
  form: { connection, chooseConnection },
}: {
  readonly form: AddOrdersForm;
}) {
  const t = useT();
  const connections = useApp((projection) => projection.connections);
  if (connection === undefined) return null;
  return (
    <Select
      label={t('addOrders.connection')}
      value={connection.id}
      options={connections.map(({ id, name }) => ({ value: id, label: name }))}
      onValueChange={chooseConnection}
    />
  );
}

const MOST_SHOWN = 4;

/** The first few parts of a pasted text that are not used, each with its reason. */
export function OddParts({ parts }: { readonly parts: readonly OddPart[] }) {
  const t = useT();
  const unique = [...new Map(parts.map((part) => [`${part.reason} ${part.text}`, part])).values()];
  if (unique.length === 0) return null;
  const more = unique.length - MOST_SHOWN;
  return (
    <ul
      aria-label={t('addOrders.odd.label')}
      className="flex flex-col gap-1 rounded-lg bg-amber-soft px-3 py-2 text-xs"
    >
      {unique.slice(0, MOST_SHOWN).map(({ text, reason }) => (
        <li key={`${reason} ${text}`} className="flex min-w-0 items-start gap-2">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-amber" />
          <span className="min-w-0 break-words">
            <code className="font-mono break-all text-amber">{text}</code> {t(`addOrders.odd.${reason}`)}
          </span>
        </li>
      ))}
      {more > 0 && <li className="pl-5.5">{t('common.showMore', { count: more })}</li>}
    </ul>
  );
}
