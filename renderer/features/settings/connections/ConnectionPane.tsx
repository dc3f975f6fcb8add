import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RemoveSection } from '#renderer/components/InlineQuestion.tsx';
import { SectionTitle } from '#renderer/components/PageHeading.tsx';
import { SaveButtons } from '#renderer/components/SaveButtons.tsx';
import { SecretSlot } from '#renderer/components/SecretSlot.tsx';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { currentApp, useAllOrders } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { serviceKey, sourceId } from '#shared/domain/order.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { checkDraft, connectionProblems, draftOf, hostOf, movesTo, shownPolling } from './connectionDraft.ts';
import { UnconfirmedCa } from './UnconfirmedCa.tsx';

interface ConnectionPaneProps {
  readonly connection: ConnectionView;
  readonly onRemoved: () => void;
}

/** Everything about one connection: its state, its fields, its token, a test, its removal. */
export function ConnectionPane({ connection, onRemoved }: ConnectionPaneProps) {
  const t = useT();
  const { id } = connection;
  const [rid] = useState(() => anyRidOf(id));
  const form = useForm({
    initial: draftOf(connection),
    check: checkDraft,
    send: (fields) => bridge().calls['connections:update']({ id, ...fields }),
    problemsOf: connectionProblems,
    storedValues: draftOf,
    onStored: ({ token }) => {
      if (move !== null && token.kind === 'absent') openDialog({ kind: 'token', connectionId: id });
    },
  });
  const move = movesTo(form.values, connection);
  return (
    <div className="flex flex-col gap-5">
      <ConnectionState connection={connection} />
      <UnconfirmedCa connection={connection} />
      <form {...form.props} className="flex flex-col gap-4">
        <ConnectionFields form={form} />
        {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
        {move !== null && connection.token.kind !== 'absent' && (
          <Banner tone="warning" title={t('connections.moves.title')}>
            {t(`connections.moves.${move.changed}`, { from: hostOf(connection.baseUrl), to: move.host })}
          </Banner>
        )}
        <SaveButtons form={form} texts="connections" />
      </form>
      <TokenSection connection={connection} />
      <ConnectionTest
        subject={() => {
          const fields = form.read();
          return fields === null ? null : { ...fields, id, token: null };
        }}
        rid={rid}
        tokenFor={move?.host ?? null}
      />
      <RemoveConnection connection={connection} onRemoved={onRemoved} />
    </div>
  );
}

/** Where a connection's token is, and the ways to replace and to remove it. */
function TokenSection({ connection: { id, token } }: Pick<ConnectionPaneProps, 'connection'>) {
  const t = useT();
  const isThere = token.kind !== 'absent';
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <SecretSlot
        title={<SectionTitle>{t('connections.token')}</SectionTitle>}
        where={t(`connections.tokenState.${token.kind}`)}
        state={token}
        actions={({ ask }) => (
          <>
            {isThere && (
              <Button variant="ghost" onClick={ask}>
                {t('connections.tokenState.remove')}
              </Button>
            )}
            <Button onClick={() => openDialog({ kind: 'token', connectionId: id })}>
              {t(isThere ? 'connections.tokenState.replace' : 'connections.tokenState.enter')}
            </Button>
          </>
        )}
        question={{
          question: t('connections.tokenState.removeQuestion'),
          confirm: t('connections.tokenState.remove'),
          act: () => bridge().calls['connections:removeToken'](id),
        }}
      />
    </section>
  );
}

/** A rid of the connection to test with, of an order that the service knew if there is one; empty: it has none. */
function anyRidOf(connectionId: string): string {
  const own = [...(currentApp()?.orders.values() ?? [])].filter((order) => sourceId(order) === connectionId);
  const order = own.find(({ lastConfirmedAt }) => lastConfirmedAt !== null) ?? own[0];
  return order === undefined ? '' : serviceKey(order);
}

/** Whether the connection's orders are checked, and if not, why. */
function ConnectionState({ connection }: { readonly connection: ConnectionView }) {
  const t = useT();
  const now = useTimeOfData();
  const { baseUrl } = connection;
  const polling = shownPolling(connection);
  switch (polling.kind) {
    case 'active':
      return <Banner tone="success" title={t('connections.polling.active')} />;
    case 'waitingForToken':
      return <Banner tone="neutral" title={t('connections.polling.waitingForToken')} />;
    case 'rejected':
      return (
        <Banner tone="danger" title={t('connections.polling.rejected')}>
          {t('connections.polling.rejectedText', {
            status: polling.status,
            when: formatRelativePast(now - polling.since, t),
          })}
        </Banner>
      );
    case 'probing': {
      const { title, why, next } = describeError(polling.error, t, { host: hostOf(baseUrl) });
      return (
        <Banner tone="warning" title={title}>
          <p>{why}</p>
          <p>{next}</p>
          <p className="mt-1">
            {t('connections.polling.probingText', { when: formatRelativePast(now - polling.since, t) })}
          </p>
        </Banner>
      );
    }
  }
}

function RemoveConnection({
  connection: { id, name },
  onRemoved,
}: Pick<ConnectionPaneProps, 'connection' | 'onRemoved'>) {
  const t = useT();
  const orders = useAllOrders();
  if (orders === null) return null;
  const count = [...orders.values()].filter((order) => sourceId(order) === id).length;
  const question =
    count === 0
      ? t('connections.remove.questionNoOrders', { name })
      : t('connections.remove.question', { name, count });
  const remove = () => bridge().calls['connections:remove'](id);
  return (
    <RemoveSection texts="connections.remove" question={question} remove={remove} onRemoved={onRemoved} />
  );
}
