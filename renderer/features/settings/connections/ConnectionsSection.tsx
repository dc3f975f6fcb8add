import { Plus } from 'lucide-react';
import { useState } from 'react';
import { MasterDetail } from '#renderer/components/MasterDetail.tsx';
import { PageHeading } from '#renderer/components/PageHeading.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { SettingsPlace } from '#renderer/stores/settingsStore.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import { ConnectionPane } from './ConnectionPane.tsx';
import { hostOf, shownPolling } from './connectionDraft.ts';
import { KeychainBanner } from './KeychainBanner.tsx';
import { NewConnection } from './NewConnection.tsx';

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
