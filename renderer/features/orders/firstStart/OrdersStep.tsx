import { useId, useRef } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { AddedOrders } from '../adding/AddedOrders.tsx';
import { RidsField, SubmitRids } from '../adding/RidsField.tsx';
import { useAddOrders } from '../adding/useAddOrders.ts';
import { StepFrame } from './StepFrame.tsx';
import { endFirstStart } from './useFirstStart.ts';

/** The third step: rids, and the service's answer for each as it arrives. */
export function OrdersStep({ connection }: { readonly connection: ConnectionView }) {
  const t = useT();
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  const form = useAddOrders();
  return (
    <StepFrame
      title={t('firstStart.orders.title')}
      text={t('firstStart.orders.text', { name: connection.name })}
      formProps={{
        id,
        ref,
        noValidate: true,
        onSubmit: (event) => {
          event.preventDefault();
          void form.submit(connection.id);
        },
      }}
      buttons={
        form.report === null ? (
          <>
            <Button variant="ghost" onClick={endFirstStart}>
              {t('firstStart.orders.later')}
            </Button>
            <SubmitRids form={form} formId={id} />
          </>
        ) : (
          <>
            <Button onClick={form.again}>{t('addOrders.addMore')}</Button>
            <Button variant="primary" onClick={endFirstStart}>
              {t('firstStart.orders.finish')}
            </Button>
          </>
        )
      }
    >
      {form.report === null ? (
        <RidsField form={form} />
      ) : (
        <AddedOrders report={form.report} host={hostOf(connection.baseUrl)} />
      )}
    </StepFrame>
  );
}
