import { Pencil } from 'lucide-react';
import { useEffect } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { TextArea, TextField } from '#renderer/components/TextField.tsx';
import { UnsavedQuestion } from '#renderer/components/UnsavedQuestion.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { inputProblems, type Problems, useForm } from '#renderer/hooks/useForm.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useUnsavedGuard } from '#renderer/hooks/useUnsaved.ts';
import { type AnnotationDraft, annotateOrder, showOrders, useViewStore } from '#renderer/stores/viewStore.ts';
import { type Annotation, parseNote, parseTags } from '#shared/domain/annotation.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { err, ok, type Result } from '#shared/result.ts';

interface AnnotationSectionProps extends Pick<Annotation, 'tags' | 'note'> {
  readonly orderId: string;
}

/**
 * The tags and the note of an order with a form to change them, once it has any or they are being written. A click on a tag
 * shows the orders that have it.
 */
export function AnnotationSection(props: AnnotationSectionProps) {
  const { orderId, tags, note } = props;
  const t = useT();
  const isEditing = useViewStore((view) => view.annotations.has(orderId));
  const shown = useShownOnMount<HTMLDivElement>(isEditing);
  useEffect(() => () => leaveAnnotation(orderId), [orderId]);
  if (isEditing)
    return (
      <PanelSection title={t('orders.panel.annotation')}>
        <div ref={shown}>
          <AnnotationForm key={orderId} {...props} onDone={() => endAnnotation(orderId)} />
        </div>
      </PanelSection>
    );
  if (tags.length === 0 && note === '') return null;
  return (
    <PanelSection title={t('orders.panel.annotation')}>
      {tags.length > 0 && (
        <ul aria-label={t('orders.panel.tags')} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="flex max-w-full">
              <button
                type="button"
                title={t('orders.panel.showTagged', { tag })}
                onClick={() => showOrders({ search: `tag:"${tag}"` })}
                className="h-6 truncate rounded bg-sunken px-2 text-xs text-ink hover:bg-hover"
              >
                {tag}
              </button>
            </li>
          ))}
        </ul>
      )}
      {note !== '' && (
        <p data-selectable className="text-xs whitespace-pre-wrap wrap-anywhere">
          {note}
        </p>
      )}
      <Button
        variant="ghost"
        size="sm"
        icon={Pencil}
        className="-ml-2 self-start"
        onClick={() => annotateOrder(orderId)}
      >
        {t('orders.panel.editAnnotation')}
      </Button>
    </PanelSection>
  );
}

function checkDraft(draft: AnnotationDraft): Result<AnnotationDraft, Problems<'tags' | 'note'>> {
  const [tags, note] = [parseTags(draft.tags), parseNote(draft.note)];
  if (tags.ok && note.ok) return ok(draft);
  return err({ ...(tags.ok ? {} : { tags: tags.error }), ...(note.ok ? {} : { note: note.error }) });
}

interface AnnotationFormProps extends AnnotationSectionProps {
  readonly onDone: () => void;
}

function AnnotationForm({ orderId, tags, note, onDone }: AnnotationFormProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const typed = useViewStore((view) => view.annotations.get(orderId));
  const form = useForm({
    initial: { tags: tags.join(t('common.listSeparator')), note },
    typed,
    check: checkDraft,
    send: (draft) => bridge().calls['orders:annotate']({ id: orderId, ...draft }),
    problemsOf: inputProblems('tags', 'note'),
    onStored: onDone,
  });
  const guard = useUnsavedGuard(form.isDirty);
  const { values, isDirty } = form;
  useEffect(() => keepAnnotation(orderId, isDirty ? values : null), [orderId, values, isDirty]);
  return (
    <form
      {...form.props}
      onKeyDown={(event) => {
        const isSaved = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (!isSaved && event.key !== 'Escape') return;
        event.preventDefault();
        if (isSaved) event.currentTarget.requestSubmit();
        else guard.scope.attempt(onDone);
      }}
      className="flex flex-col gap-3"
    >
      <TextField
        autoFocus
        label={t('orders.panel.tags')}
        hint={t('orders.panel.tagsHint')}
        error={errorText(form.problems.tags)}
        value={form.values.tags}
        maxLength={textLimits.tags}
        onValueChange={(next) => form.change({ tags: next })}
      />
      <TextArea
        label={t('orders.panel.note')}
        hint={t('orders.panel.noteHint')}
        error={errorText(form.problems.note)}
        value={form.values.note}
        maxLength={textLimits.note}
        spellCheck
        onValueChange={(next) => form.change({ note: next })}
      />
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {guard.isAsking ? (
          <UnsavedQuestion guard={guard} />
        ) : (
          <>
            <Button variant="ghost" onClick={onDone}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" variant="primary" busy={form.busy}>
              {t('common.save')}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

/** Keeps what is typed about an order until it is saved or dropped: it is there again when its details are. */
function keepAnnotation(id: string, draft: AnnotationDraft | null): void {
  useViewStore.setState(({ annotations }) => ({ annotations: new Map(annotations).set(id, draft) }));
}

/** Ends the form for the tags and the note of an order. */
function endAnnotation(id: string): void {
  useViewStore.setState(({ annotations }) => ({
    annotations: new Map([...annotations].filter(([each]) => each !== id)),
  }));
}

/** The details of an order are left: a form in which nothing was typed ends. */
function leaveAnnotation(id: string): void {
  if (useViewStore.getState().annotations.get(id) === null) endAnnotation(id);
}
