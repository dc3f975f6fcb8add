import { type FormEvent, useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { serviceKey, sourceId } from '#shared/domain/order.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { ConnectionState } from './ConnectionState.tsx';
import { ConnectionTest, type TestSubject } from './ConnectionTest.tsx';
import {
  draftOf,
  type ConnectionFields as Fields,
  fieldErrorsOf,
  hostOf,
  isChanged,
  movesTo,
} from './connectionDraft.ts';
import { RemoveConnection } from './RemoveConnection.tsx';
import { type TokenMode, TokenSection } from './TokenSection.tsx';
import { useConnectionForm } from './useConnectionForm.ts';

interface ConnectionPaneProps {
  readonly connection: ConnectionView;
  /** Opens with the field for a new token. */
  readonly entersToken: boolean;
  readonly onUnsavedChange: (isUnsaved: boolean) => void;
  readonly onRemoved: () => void;
}

/** Everything about one connection: its state, its fields, its token, a test, its removal. */
export function ConnectionPane(props: ConnectionPaneProps) {
  const { connection, entersToken, onUnsavedChange, onRemoved } = props;
  const t = useT();
  const { id } = connection;
  const form = useConnectionForm(draftOf(connection));
  const [suggestedRid] = useState(() => anyRidOf(id));
  const [tokenMode, setTokenMode] = useState<TokenMode>(entersToken ? 'replacing' : 'shown');
  const [hasToken, setHasToken] = useState(false);
  const update = useAction((fields: Fields) => bridge().calls['connections:update']({ id, ...fields }));

  const newHost = movesTo(form.draft, connection);
  const changed = isChanged(form.draft, connection);
  const isUnsaved = changed || hasToken;
  useEffect(() => onUnsavedChange(isUnsaved), [onUnsavedChange, isUnsaved]);

  const save = async () => {
    const fields = form.check();
    if (fields === null || update.busy) return;
    const result = await update.run(fields);
    if (!result.ok) {
      form.fail(fieldErrorsOf(result.error));
      return;
    }
    form.replace(draftOf(result.value));
    if (newHost !== null) setTokenMode('replacing');
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    void save().then(() => focusFirstInvalid(element));
  };
  const subject = (): TestSubject | null => {
    const fields = form.check();
    return fields === null ? null : { ...fields, id, token: null };
  };
  return (
    <div className="flex flex-col gap-5">
      <ConnectionState connection={connection} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ConnectionFields draft={form.draft} errors={form.errors} onChange={form.change} />
        {update.error !== null && update.error.kind !== 'invalidInput' && (
          <ErrorBanner reveal error={update.error} />
        )}
        {newHost !== null && connection.token.kind !== 'absent' && (
          <Banner tone="warning" title={t('connections.moves.title')}>
            {t('connections.moves.text', { from: hostOf(connection.baseUrl), to: newHost })}
          </Banner>
        )}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" disabled={!changed} onClick={() => form.replace(draftOf(connection))}>
            {t('connections.discard')}
          </Button>
          <Button type="submit" variant="primary" busy={update.busy} disabled={!changed}>
            {t('connections.save')}
          </Button>
        </div>
      </form>
      <TokenSection
        connection={connection}
        mode={tokenMode}
        onModeChange={setTokenMode}
        onFilledChange={setHasToken}
      />
      <section className="flex flex-col gap-3 border-t border-line pt-4">
        <SectionTitle>{t('connections.test.title')}</SectionTitle>
        <ConnectionTest
          subject={subject}
          hint={t('connections.test.hint')}
          suggestedRid={suggestedRid}
          tokenFor={newHost}
        />
      </section>
      <RemoveConnection connection={connection} onRemoved={onRemoved} />
    </div>
  );
}

/** A rid of the connection to test with, or nothing. */
function anyRidOf(connectionId: string): string {
  for (const order of currentApp()?.orders.values() ?? [])
    if (sourceId(order) === connectionId) return serviceKey(order);
  return '';
}
