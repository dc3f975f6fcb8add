import { Play, Plus, ScanSearch } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { commandParts } from '#renderer/components/commandText.ts';
import { MiddleText } from '#renderer/components/MiddleText.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { DeploymentSummary, PlaceStatus } from '#shared/domain/conditions/places.ts';
import { type CopyBundleView, needsAttention } from '#shared/domain/copy.ts';
import type { ServersStep as Facts, StepState } from '#shared/domain/deploymentSteps.ts';
import { type EndpointView, hostAndPort } from '#shared/domain/endpoint.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { reloadCommand } from '#shared/domain/presetServer.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import { placeStatusText } from '#shared/i18n/placeStatusText.ts';
import { checkNow } from '../endpoints/checkNow.ts';
import { serversText } from '../endpoints/deploymentText.ts';
import { EndpointCard } from '../endpoints/EndpointCard.tsx';
import { addSuggestion } from '../endpoints/endpointActions.ts';
import { SuggestionChips } from '../endpoints/SuggestionChips.tsx';
import { openSuggestions, suggestedText } from '../endpoints/suggestions.ts';
import { CommandLine } from '../files/CommandLine.tsx';
import { runCommand } from '../files/copyActions.ts';
import { Step, useExpansion } from './Step.tsx';

/** What to do is said at each server. */
const opensByItself: ReadonlySet<PlaceStatus> = new Set(['foreign', 'misconfigured', 'unreachable']);

interface ServersStepProps {
  readonly row: OrderRow;
  readonly copies: readonly CopyBundleView[];
  readonly endpoints: readonly EndpointView[];
  readonly facts: Facts;
  readonly state: StepState;
}

/** The step of the servers: what they serve, and each server with its actions. */
export function ServersStep({ row, copies, endpoints, facts, state }: ServersStepProps) {
  const t = useT();
  const now = useTimeOfData();
  const { status, checkedAt, action } = facts;
  const expansion = useExpansion(status !== null && opensByItself.has(status.status));
  const isChecking = endpoints.some(({ probing }) => probing);
  if (status === null)
    return (
      <Step name="servers" state={state}>
        <Invitation row={row} />
      </Step>
    );
  const files = { copies: copies.length, copiesAffected: copies.filter(needsAttention).length };
  const { what, next } = serversText(status, files, row, now, t);
  const [only] = endpoints.length === 1 && !expansion.isOpen ? endpoints : [];
  return (
    <Step
      name="servers"
      state={state}
      when={
        checkedAt === null
          ? undefined
          : {
              text: t('places.endpoint.checked', { ago: formatRelativePast(now - checkedAt, t) }),
              at: checkedAt,
            }
      }
      expansion={expansion}
      action={
        action === null ? undefined : (
          <Button
            size="sm"
            icon={ScanSearch}
            busy={endpoints.every(({ probing }) => probing)}
            onClick={() => void checkNow({ orderIds: [row.id] })}
          >
            {t('places.check')}
          </Button>
        )
      }
      details={<ServerList row={row} endpoints={endpoints} now={now} />}
    >
      <Announcement isChecking={isChecking} status={status} />
      <p className="text-sm wrap-anywhere">{what}</p>
      {only !== undefined && <MiddleText text={hostAndPort(only)} label={t('places.form.address')} />}
      {next !== null && <p className="text-muted">{next}</p>}
      {action === 'reload' && <ReloadCommand copies={copies} />}
    </Step>
  );
}

interface AnnouncementProps {
  readonly isChecking: boolean;
  readonly status: DeploymentSummary;
}

/** Announces the result of a check to screen readers. The visible text changes every minute, so it is not announced. */
function Announcement({ isChecking, status: { status, uncheckedSince } }: AnnouncementProps) {
  const t = useT();
  const locale = useLocale();
  return (
    <p role="status" className="sr-only">
      {isChecking
        ? t('places.endpoint.checking')
        : placeStatusText(status, uncheckedSince, t, locale, 'local')}
    </p>
  );
}

interface ServerListProps {
  readonly row: OrderRow;
  readonly endpoints: readonly EndpointView[];
  /** Unix ms. */
  readonly now: number;
}

function ServerList({ row, endpoints, now }: ServerListProps) {
  const t = useT();
  return (
    <>
      <ul data-focus-next className="flex flex-col gap-2">
        {endpoints.map((endpoint) => (
          <EndpointCard key={endpoint.id} endpoint={endpoint} order={row} now={now} />
        ))}
      </ul>
      <div>
        <Button size="sm" icon={Plus} onClick={() => openForm(row.id)}>
          {t('places.add')}
        </Button>
      </div>
    </>
  );
}

/** Suggestions shown in the panel; the form has all of them. */
const CHIPS_MAX = 6;

/** Explains why to add servers, and offers those that the names of the certificate suggest. */
function Invitation({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const suggestions = useMemo(() => openSuggestions(row, []), [row]);
  const more = suggestions.length - CHIPS_MAX;
  const choose = (suggestion: EndpointSuggestion) => {
    if (suggestion.wildcard) openForm(row.id, suggestedText(suggestion));
    else void addSuggestion(row.id, suggestion);
  };
  return (
    <div data-focus-next className="flex flex-col gap-2">
      <p className="text-muted">{t('places.empty.why')}</p>
      {suggestions.length > 0 && (
        <SuggestionChips suggestions={suggestions.slice(0, CHIPS_MAX)} onChoose={choose} />
      )}
      <div>
        <Button size="sm" variant="ghost" className="-ml-2 text-accent-ink" onClick={() => openForm(row.id)}>
          {more > 0 ? t('places.suggestion.more', { count: more }) : t('places.empty.other')}
        </Button>
      </div>
    </div>
  );
}

function openForm(orderId: string, text = ''): void {
  openDialog({ kind: 'endpoint', orderId, endpointId: null, text });
}

/** How to reload a server: the commands of its exported files, or else the usual command of their server to copy. */
function ReloadCommand({ copies }: { readonly copies: readonly CopyBundleView[] }) {
  const t = useT();
  const presets = useApp((app) => app.presets);
  const platform = useApp(({ app }) => app.platform);
  const configured = copies.filter(({ command }) => command !== null);
  if (configured.length > 0)
    return (
      <ul className="flex flex-col gap-2">
        {configured.map((copy) => (
          <li key={copy.id} className="flex flex-col items-start gap-2">
            <CommandLine command={copy.command ?? []} />
            <Button
              size="sm"
              icon={Play}
              busy={copy.lastRun?.kind === 'running'}
              onClick={() => void runCommand(copy)}
            >
              {t('copies.command.runNow')}
            </Button>
          </li>
        ))}
      </ul>
    );
  const [found] = copies.flatMap((copy) => {
    const server = presets.find(({ id }) => id === copy.presetId)?.server ?? null;
    const command = reloadCommand(server, platform);
    return command === null ? [] : [{ copy, command }];
  });
  if (found === undefined) return null;
  const { copy, command } = found;
  const text = commandParts(command)
    .map((part) => part.text)
    .join(' ');
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="group/copied flex w-full items-center gap-1">
        <div className="min-w-0 flex-1">
          <CommandLine command={command} />
        </div>
        <CopyButton text={text} label={t('copies.command.copied')} />
      </div>
      <Button size="sm" onClick={() => openDialog({ kind: 'copyCommand', copyIds: [copy.id] })}>
        {t('copies.command.open')}
      </Button>
    </div>
  );
}
