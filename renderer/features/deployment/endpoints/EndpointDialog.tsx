import { type FormEvent, useId, useMemo, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormFooter } from '#renderer/components/FormFooter.tsx';
import { UnsavedQuestion } from '#renderer/components/UnsavedQuestion.tsx';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useUnsavedGuard } from '#renderer/hooks/useUnsavedGuard.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, closeThis, useViewStore } from '#renderer/stores/viewStore.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';
import { EndpointFields } from './EndpointFields.tsx';
import {
  draftOf,
  type EndpointDraft,
  type EndpointProblem,
  fieldsOf,
  newDraft,
  problemOf,
  refusalOf,
  saysTheSame,
} from './endpointDraft.ts';
import { openSuggestions } from './suggestions.ts';

interface EndpointDialogProps {
  readonly order: OrderRow;
  /** The one to change; `null`: a new one. */
  readonly endpoint: EndpointView | null;
  /** What stands in the address of a new one. */
  readonly text: string;
}

/** The form for an endpoint of an order. */
export function EndpointDialog({ order, endpoint, text }: EndpointDialogProps) {
  const t = useT();
  const formId = useId();
  const [before] = useState(() => (endpoint === null ? newDraft(text) : draftOf(endpoint)));
  const [draft, setDraft] = useState(before);
  const [found, setFound] = useState<EndpointProblem | null>(null);
  const endpoints = useApp((app) => app.endpoints);
  const suggestions = useMemo(() => {
    const own = endpoints.filter(({ orderId }) => orderId === order.id);
    return endpoint === null ? openSuggestions(order, own) : [];
  }, [endpoints, endpoint, order]);
  const save = useAction(async (chosen: EndpointDraft): Promise<Result<unknown>> => {
    const { calls } = bridge();
    const fields = fieldsOf(chosen);
    return endpoint === null
      ? await calls['endpoints:add']({ orderId: order.id, ...fields })
      : await calls['endpoints:update']({ id: endpoint.id, ...fields });
  });
  const isChanged = !saysTheSame(draft, before);
  const guard = useUnsavedGuard(isChanged);
  const refused = refusalOf(save.error);

  const change = (next: Partial<EndpointDraft>) => {
    setDraft({ ...draft, ...next });
    setFound(null);
    if (save.error !== null) save.reset();
  };
  const send = async () => {
    const problem = problemOf(draft);
    setFound(problem);
    if (save.busy || problem !== null) return;
    const { dialog } = useViewStore.getState();
    const result = await save.run(draft);
    if (result.ok) closeThis(dialog);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void send().then(() => focusFirstInvalid(form));
  };
  const footer = (
    <FormFooter
      formId={formId}
      busy={save.busy}
      disabled={endpoint !== null && !isChanged}
      label={t(endpoint === null ? 'places.form.add' : 'common.save')}
    />
  );
  return (
    <Dialog
      open
      onClose={() => guard.attempt(closeDialog)}
      title={t(endpoint === null ? 'places.form.addTitle' : 'places.form.changeTitle')}
      closeOnOutsideClick={false}
      footer={guard.isAsking ? <UnsavedQuestion guard={guard} /> : footer}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <EndpointFields
          draft={draft}
          problem={found ?? refused}
          suggestions={suggestions}
          onChange={change}
        />
        {save.error !== null && refused === null && <ErrorBanner reveal error={save.error} />}
      </form>
    </Dialog>
  );
}
