import { useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { commandParts } from '#renderer/components/commandText.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { reloadCommand } from '#shared/domain/presetServer.ts';
import { addSuggestion, removeEndpoint } from '../endpoints/endpointActions.ts';
import { openSuggestions, suggestedText } from '../endpoints/suggestions.ts';
import { removeCommand, setAutoRefresh, setCommand } from '../files/copyActions.ts';

/** What can happen by itself after the first export of an order into a folder: update, command, check of the server. */
export function NextSteps({ copyId }: { readonly copyId: string }) {
  const t = useT();
  const copy = useApp(({ copies }) => copies.find(({ id }) => id === copyId));
  if (copy === undefined) return null;
  return (
    <section aria-label={t('exporting.next.title')} className="flex flex-col gap-2">
      <SectionTitle>{t('exporting.next.title')}</SectionTitle>
      <div className="flex flex-col gap-2.5 rounded-lg border border-line p-3">
        {!copy.needsPassphrase && (
          <Checkbox
            checked={copy.autoRefresh}
            onCheckedChange={(isOn) => void setAutoRefresh(copy, isOn)}
            label={t('copies.keepUpToDate')}
            hint={t('copies.keepUpToDateHint')}
          />
        )}
        <RunAfterUpdate copy={copy} />
        <CheckServer orderId={copy.orderId} />
      </div>
    </section>
  );
}

/** The usual command of the server that the files are for. Main asks the user to confirm it in a native box. */
function RunAfterUpdate({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const platform = useApp(({ app }) => app.platform);
  const server = useApp(({ presets }) => presets.find(({ id }) => id === copy.presetId)?.server ?? null);
  const set = useAction((command: readonly string[]) => setCommand(copy, command));
  const command = copy.command ?? reloadCommand(server, platform);
  if (command === null)
    return (
      <Button
        size="sm"
        className="self-start"
        onClick={() => openDialog({ kind: 'copyCommand', copyId: copy.id })}
      >
        {t('copies.command.open')}
      </Button>
    );
  const text = commandParts(command)
    .map((part) => part.text)
    .join(' ');
  return (
    <>
      <Checkbox
        checked={copy.command !== null}
        onCheckedChange={(isOn) => void (isOn ? set.run(command) : removeCommand(copy))}
        label={
          <>
            {t('exporting.next.run')} <code className="font-mono text-xs wrap-anywhere">{text}</code>
          </>
        }
        hint={t('exporting.next.runHint')}
      />
      {set.error !== null && <ErrorBanner reveal error={set.error} />}
    </>
  );
}

/** The server that the certificate's first name suggests. */
function CheckServer({ orderId }: { readonly orderId: string }) {
  const t = useT();
  const order = useApp(({ orders }) => orders.get(orderId));
  const endpoints = useApp((app) => app.endpoints);
  const own = endpoints.filter((endpoint) => endpoint.orderId === orderId);
  const [suggestion] = useState(() =>
    order === undefined ? undefined : openSuggestions(order, own).find(({ wildcard }) => !wildcard),
  );
  if (suggestion === undefined) return null;
  const added = own.find(({ host, port }) => host === suggestion.host && port === suggestion.port);
  return (
    <Checkbox
      checked={added !== undefined}
      onCheckedChange={(isOn) => {
        if (isOn) void addSuggestion(orderId, suggestion);
        else if (added !== undefined) void removeEndpoint(added);
      }}
      label={t('exporting.next.check', { place: suggestedText(suggestion) })}
      hint={t('exporting.next.checkHint')}
    />
  );
}
