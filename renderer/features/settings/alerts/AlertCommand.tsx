import { Send } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { CommandField } from '#renderer/components/CommandField.tsx';
import { CommandRunLine } from '#renderer/components/CommandRunLine.tsx';
import { checkCommandDraft, commandProblems } from '#renderer/components/commandDraft.ts';
import { outputOf } from '#renderer/components/commandText.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showFailure } from '#renderer/stores/toastStore.ts';
import type { AlertCommandView } from '#shared/domain/alertCommand.ts';
import { joinCommand } from '#shared/domain/commandWords.ts';
import { SettingGroup } from '../preferences/SettingRow.tsx';
import { WaitingEvents } from './WaitingEvents.tsx';

/** The command that gets each alert as JSON. Main asks the user to confirm it in a native box. */
export function AlertCommand() {
  const t = useT();
  const stored = useApp((app) => app.alertCommand);
  return (
    <SettingGroup title={t('alertChannels.command.title')}>
      <div className="flex flex-col gap-3 px-4 py-3">
        <p className="text-sm text-muted">{t('alertChannels.command.about')}</p>
        {/* A new form for another command: main resolves the program's name. */}
        <CommandForm key={JSON.stringify(stored?.command)} command={stored?.command ?? null} />
        {stored !== null && <LastRun stored={stored} />}
      </div>
    </SettingGroup>
  );
}

function CommandForm({ command }: { readonly command: readonly string[] | null }) {
  const t = useT();
  const platform = useApp(({ app }) => app.platform);
  const form = useForm({
    initial: { line: joinCommand(command ?? [], platform) },
    check: (draft) => checkCommandDraft(draft, platform),
    send: (words) => bridge().calls['alerts:setCommand']([...words]),
    problemsOf: commandProblems,
  });
  return (
    <form {...form.props} className="flex flex-col gap-2">
      <CommandField form={form} platform={platform} hint={t('alertChannels.command.commandHint')} />
      <p className="text-xs text-muted">{t('copies.command.rules')}</p>
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
      <div className="flex gap-2">
        <Button type="submit" disabled={!form.isDirty} busy={form.busy}>
          {t('copies.command.save')}
        </Button>
        {command !== null && (
          <Button
            variant="ghost"
            onClick={() => void send('alerts:setCommand', t('copies.failed.removeCommand'))}
          >
            {t('copies.command.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What became of the last event, and a button for a test. */
function LastRun({ stored: { lastRun, waiting } }: { readonly stored: AlertCommandView }) {
  const t = useT();
  const now = useNow('minute');
  const output = outputOf(lastRun);
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-3">
      <CommandRunLine run={lastRun} now={now} />
      <WaitingEvents waiting={waiting} />
      {output !== '' && <PlainText label={t('copies.command.output')} text={output} />}
      <Button
        icon={Send}
        busy={lastRun?.kind === 'running'}
        onClick={() => void send('alerts:testCommand', t('copies.failed.runCommand'))}
      >
        {t('alertChannels.test')}
      </Button>
    </div>
  );
}

/** Removes the command, or runs it with a test event. A toast says why that failed. */
async function send(call: 'alerts:setCommand' | 'alerts:testCommand', failed: string): Promise<void> {
  const result = await bridge().calls[call](null);
  if (!result.ok) showFailure(failed, result.error);
}
