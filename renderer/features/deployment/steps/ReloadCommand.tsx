import { Play } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { commandParts } from '#renderer/components/commandText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { reloadCommand } from '#shared/domain/presetServer.ts';
import { CommandLine } from '../files/CommandLine.tsx';
import { runCommand } from '../files/copyActions.ts';

/** How to reload a server: the commands of its exported files, or else the usual command of their server to copy. */
export function ReloadCommand({ copies }: { readonly copies: readonly CopyBundleView[] }) {
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
