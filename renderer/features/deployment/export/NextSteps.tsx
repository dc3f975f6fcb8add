import { useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { commandParts } from '#renderer/components/commandText.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/PageHeading.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { reloadCommand } from '#shared/domain/presetServer.ts';
import { isEqual } from '#shared/isEqual.ts';
import { addSuggestions, removeEndpoints } from '../endpoints/endpointActions.ts';
import { openSuggestions, suggestedText } from '../endpoints/suggestions.ts';
import { removeCommand, setAutoRefresh, setCommand } from '../files/copyActions.ts';

/** What can happen automatically after a first export: update, command, check of the servers, of all its copies at once. */
export function NextSteps({ copyIds }: { readonly copyIds: readonly string[] }) {
  const t = useT();
  const all = useApp((app) => app.copies);
  const copies = all.filter(({ id }) => copyIds.includes(id));
  if (copies.length === 0) return null;
  return (
    <section aria-label={t('exporting.next.title')} className="flex shrink-0 flex-col gap-2">
      <SectionTitle>{t('exporting.next.title')}</SectionTitle>
      <div className="flex flex-col gap-2.5 rounded-lg border border-line p-3">
        <KeepUpToDate copies={copies} />
        <RunAfterUpdate copies={copies} />
        <CheckServers key={copyIds.join(' ')} orderIds={copies.map(({ orderId }) => orderId)} />
      </div>
    </section>
  );
}

interface CopiesProps {
  /** At least one. */
  readonly copies: readonly CopyBundleView[];
}

/** The state of a checkbox for something that is on for `on` of `all`. */
function boxOf(on: number, all: number): boolean | 'mixed' {
  if (on === 0) return false;
  return on === all || 'mixed';
}

function KeepUpToDate({ copies }: CopiesProps) {
  const t = useT();
  const updatable = copies.filter(({ needsPassphrase }) => !needsPassphrase);
  if (updatable.length === 0) return null;
  const on = updatable.filter(({ autoRefresh }) => autoRefresh).length;
  return (
    <Checkbox
      checked={boxOf(on, updatable.length)}
      onCheckedChange={(isOn) => void setAutoRefresh(updatable, isOn)}
      label={t('copies.keepUpToDate')}
      hint={t('copies.keepUpToDateHint')}
    />
  );
}

/**
 * The usual command of the server that the files are for, or that which all of them have. Main asks the user to confirm
 * it in a native box, once for all.
 */
function RunAfterUpdate({ copies }: CopiesProps) {
  const t = useT();
  const platform = useApp(({ app }) => app.platform);
  const presets = useApp((app) => app.presets);
  const set = useAction(setCommand);
  const usualOf = ({ presetId }: CopyBundleView) =>
    reloadCommand(presets.find(({ id }) => id === presetId)?.server ?? null, platform);
  const without = copies.filter(({ command }) => command === null);
  const withOne = copies.filter(({ command }) => command !== null);
  const candidates = without.length > 0 ? without.map(usualOf) : withOne.map(({ command }) => command);
  const [command = null] = candidates;
  if (command === null || candidates.some((each) => !isEqual(each, command)))
    return (
      <Button
        size="sm"
        className="self-start"
        onClick={() => openDialog({ kind: 'copyCommand', copyIds: copies.map(({ id }) => id) })}
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
        checked={boxOf(withOne.length, copies.length)}
        onCheckedChange={(isOn) => void (isOn ? set.run(without, command) : removeCommand(withOne))}
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

/** The server that the first name of each certificate suggests. */
function CheckServers({ orderIds }: { readonly orderIds: readonly string[] }) {
  const t = useT();
  const orders = useApp((app) => app.orders);
  const endpoints = useApp((app) => app.endpoints);
  const [suggested] = useState(() => orderIds.flatMap((id) => suggestionFor(orders.get(id), endpoints)));
  const added = suggested.map(({ orderId, suggestion: { host, port } }) =>
    endpoints.find((each) => each.orderId === orderId && each.host === host && each.port === port),
  );
  const [only] = suggested;
  if (only === undefined) return null;
  const existing = added.filter((endpoint) => endpoint !== undefined);
  return (
    <Checkbox
      checked={boxOf(existing.length, suggested.length)}
      onCheckedChange={(isOn) =>
        void (isOn
          ? addSuggestions(suggested.filter((_, index) => added[index] === undefined))
          : removeEndpoints(existing))
      }
      label={
        suggested.length === 1
          ? t('exporting.next.check', { place: suggestedText(only.suggestion) })
          : t('exporting.next.checkMany', { count: suggested.length })
      }
      hint={t('exporting.next.checkHint')}
    />
  );
}

function suggestionFor(order: OrderRow | undefined, endpoints: readonly EndpointView[]) {
  if (order === undefined) return [];
  const own = endpoints.filter(({ orderId }) => orderId === order.id);
  const suggestion = openSuggestions(order, own).find(({ wildcard }) => !wildcard);
  return suggestion === undefined ? [] : [{ orderId: order.id, suggestion }];
}
