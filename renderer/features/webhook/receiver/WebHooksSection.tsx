import { Antenna, Plus } from 'lucide-react';
import { useState } from 'react';
import { MasterDetail } from '#renderer/components/MasterDetail.tsx';
import { PageHeading } from '#renderer/components/PageHeading.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { SettingsPlace } from '#renderer/stores/settingsStore.ts';
import type { ReceiverState } from '#shared/domain/receiver.ts';
import { HookPane } from './HookPane.tsx';
import { ListeningPane } from './ListeningPane.tsx';
import { NewHook } from './NewHook.tsx';

const dots = {
  off: 'bg-gray',
  starting: 'bg-amber',
  listening: 'bg-green',
  failed: 'bg-danger',
} as const satisfies Record<ReceiverState['kind'], string>;

/** Receiving deliveries: the hooks beside the chosen one, and how NotAfter listens. */
export function WebHooksSection({ place }: { readonly place: SettingsPlace }) {
  const t = useT();
  const hooks = useApp((app) => app.receiver.hooks);
  const state = useApp((app) => app.receiver.state.kind);
  /** The id of a hook, `new` or `listening`. */
  const [wanted, setWanted] = useState(place.itemId ?? hooks[0]?.id ?? 'new');
  const isPage = wanted === 'new' || wanted === 'listening';
  // A hook that was removed, or that main's state does not have yet, gives way to the first one.
  const hook = isPage ? undefined : (hooks.find(({ id }) => id === wanted) ?? hooks[0]);
  const chosenId = hook?.id ?? (isPage ? wanted : 'new');
  return (
    <>
      <PageHeading title={t('settings.sections.webHooks')}>{t('receiver.about')}</PageHeading>
      <MasterDetail
        label={t('receiver.nav.label')}
        groups={[
          {
            label: t('receiver.hook.list'),
            items: hooks.map(({ id, name, enabled }) => ({
              id,
              title: name,
              detail: {
                text: t(enabled ? `receiver.nav.state.${state}` : 'receiver.nav.state.off'),
                dot: enabled ? dots[state] : dots.off,
              },
            })),
          },
        ]}
        pages={[
          { id: 'new', icon: Plus, text: t('receiver.hook.add') },
          { id: 'listening', icon: Antenna, text: t('receiver.nav.listening'), isLast: true },
        ]}
        chosenId={chosenId}
        onChoose={setWanted}
      >
        {chosenId === 'listening' && <ListeningPane />}
        {chosenId === 'new' && <NewHook onAdded={setWanted} />}
        {hook !== undefined && (
          <HookPane
            hook={hook}
            onShowListening={() => setWanted('listening')}
            onRemoved={() => setWanted(hooks.find(({ id }) => id !== hook.id)?.id ?? 'new')}
          />
        )}
      </MasterDetail>
    </>
  );
}
