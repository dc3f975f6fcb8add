import { Plus } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { MasterDetail } from '#renderer/components/MasterDetail.tsx';
import { PageHeading } from '#renderer/components/PageHeading.tsx';
import { StoreFailure } from '#renderer/components/StoreFailure.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useSecretSource } from '#renderer/hooks/useSecretSource.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { SettingsPlace } from '#renderer/stores/settingsStore.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { ConnectionPane } from './ConnectionPane.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { checkNewDraft, emptyDraft, hostOf, newConnectionProblems, shownPolling } from './connectionDraft.ts';
import { KeychainBanner } from './KeychainBanner.tsx';

const dots = {
  active: 'bg-green',
  rejected: 'bg-danger',
  probing: 'bg-amber',
  waitingForToken: 'bg-gray',
} as const satisfies Record<PollingState['kind'], string>;

/** All connections beside the chosen one. */
export function ConnectionsSection({ place }: { readonly place: SettingsPlace }) {
  const t = useT();
  const connections = useApp((projection) => projection.connections);
  const [wantedId, setWantedId] = useState(place.itemId ?? connections[0]?.id ?? 'new');
  const chosen = connections.find(({ id }) => id === wantedId);
  return (
    <>
      <PageHeading title={t('connections.title')}>{t('connections.about')}</PageHeading>
      <KeychainBanner />
      <MasterDetail
        label={t('connections.list')}
        groups={[
          {
            items: connections.map((connection) => {
              const { kind } = shownPolling(connection);
              const { id, name: title, baseUrl } = connection;
              const state = t(`connections.polling.${kind}`);
              return { id, title, detail: { text: hostOf(baseUrl), dot: dots[kind], state } };
            }),
          },
        ]}
        pages={[{ id: 'new', icon: Plus, text: t('connections.addConnection') }]}
        chosenId={chosen?.id ?? 'new'}
        onChoose={setWantedId}
      >
        {chosen === undefined ? (
          <NewConnection onAdded={setWantedId} />
        ) : (
          <ConnectionPane
            connection={chosen}
            onRemoved={() => setWantedId(connections.find(({ id }) => id !== chosen.id)?.id ?? 'new')}
          />
        )}
      </MasterDetail>
    </>
  );
}

/** The form for a new connection: fields, token, and a test before anything is stored. */
function NewConnection({ onAdded }: { readonly onAdded: (id: string) => void }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const token = useSecretSource();
  const form = useForm({
    initial: { ...emptyDraft, hasToken: false },
    check: checkNewDraft,
    send: (fields) => bridge().calls['connections:add']({ ...fields, token: token.read() }),
    problemsOf: newConnectionProblems,
    onStored: ({ id }) => {
      token.clear();
      onAdded(id);
    },
  });
  const subject = () => {
    const fields = form.read();
    return fields === null ? null : { ...fields, id: null, token: token.read() };
  };
  return (
    <div className="flex flex-col gap-5">
      <form {...form.props} className="flex flex-col gap-4">
        <ConnectionFields form={form} focusesFirst />
        <TokenInput
          label={t('connections.token')}
          hint={t('connections.tokenHint')}
          error={errorText(form.problems.token)}
          source={token}
          onFilledChange={(hasToken) => form.change({ hasToken })}
        />
      </form>
      <ConnectionTest subject={subject} />
      <StoreFailure
        error={form.failure}
        host={hostOf(form.values.baseUrl)}
        onRepeat={() => void form.submit()}
      />
      <div className="flex justify-end">
        <Button type="submit" form={form.props.id} variant="primary" busy={form.busy}>
          {t('connections.addAndSave')}
        </Button>
      </div>
    </div>
  );
}
