import { bridge } from '#renderer/bridge.ts';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, useClosedWhen, useViewStore } from '#renderer/stores/viewStore.ts';
import { parseTags } from '#shared/domain/annotation.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { err, ok } from '#shared/result.ts';
import { tagsOf } from './commonTags.ts';

/** Changes the tags of several orders at once. */
export function TagsDialog() {
  const dialog = useViewStore((view) => view.dialog);
  return dialog.kind === 'tags' ? <TagsOf orderIds={dialog.orderIds} /> : null;
}

function TagsOf({ orderIds }: { readonly orderIds: readonly string[] }) {
  const orders = useApp((app) => app.orders);
  const rows = orderIds.flatMap((id) => orders.get(id) ?? []);
  useClosedWhen(rows.length === 0);
  return rows.length === 0 ? null : <TagsForm rows={rows} />;
}

/** The tags that all orders have, or only some, with a box for each, and a field for others. */
function TagsForm({ rows }: { readonly rows: readonly OrderRow[] }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const tags = tagsOf(rows);
  const form = useForm({
    // Only what was chosen is sent: tags that are left alone stay as each order has them.
    initial: { text: '', chosen: {} as Readonly<Record<string, boolean>> },
    check: ({ text, chosen }) => {
      const typed = parseTags(text);
      if (!typed.ok) return err({ tags: typed.error });
      const names = (wanted: boolean) =>
        Object.entries(chosen).flatMap(([tag, isOn]) => (isOn === wanted ? [tag] : []));
      return ok({
        ids: rows.map(({ id }) => id),
        added: [...names(true), ...typed.value],
        removed: names(false),
      });
    },
    send: (change) => bridge().calls['orders:tag'](change),
    problemsOf: inputProblems('tags'),
    onStored: closeDialog,
  });
  const choose = (tag: string, isOn: boolean) =>
    form.change({ chosen: { ...form.values.chosen, [tag]: isOn } });
  return (
    <FormDialog
      form={form}
      title={t('orders.tags.title', { count: rows.length })}
      saveLabel={t('common.save')}
      onClose={closeDialog}
    >
      {tags.length > 0 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">{t('orders.panel.tags')}</legend>
          <div className="flex max-h-56 flex-col gap-1 overflow-y-auto">
            {tags.map(({ tag, count }) => (
              <Checkbox
                key={tag}
                label={<span className="wrap-anywhere">{tag}</span>}
                hint={
                  form.values.chosen[tag] === undefined && count < rows.length
                    ? t('orders.tags.some', { count, all: rows.length })
                    : undefined
                }
                checked={form.values.chosen[tag] ?? (count === rows.length ? true : 'mixed')}
                onCheckedChange={(isOn) => choose(tag, isOn)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextField
        data-autofocus
        label={t('orders.tags.add')}
        hint={t('orders.panel.tagsHint')}
        error={errorText(form.problems.tags)}
        value={form.values.text}
        maxLength={textLimits.tags}
        onValueChange={(text) => form.change({ text })}
      />
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
    </FormDialog>
  );
}
