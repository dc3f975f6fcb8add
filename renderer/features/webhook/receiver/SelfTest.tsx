import { type FormEvent, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useFieldErrorText } from '#renderer/features/settings/connections/useFieldErrorText.ts';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { HookView, SelfTestReport as Report } from '#shared/domain/receiver.ts';
import { type AppError, isDeclined } from '#shared/errors.ts';
import { publicAddress } from './hookAddress.ts';
import { keepPublicUrl, usePublicUrl } from './publicUrls.ts';
import { SelfTestReport } from './SelfTestReport.tsx';

/** Sends a signed test delivery to the public address and shows what it met. */
export function SelfTest({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const lastUrl = usePublicUrl(hook.id);
  const [url, setUrl] = useState(lastUrl);
  const [refused, setRefused] = useState<AppError>();
  const [asked, setAsked] = useState<string | null>(null);
  const [answer, setAnswer] = useState<{ readonly report: Report; readonly host: string } | null>(null);

  const run = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (asked !== null) return;
    const form = event.currentTarget;
    const given = url.trim();
    if (given === '') {
      setRefused({ kind: 'invalidInput', field: 'publicUrl', reason: 'empty' });
      focusFirstInvalid(form);
      return;
    }
    const host = hostOf(publicAddress(given) ?? given);
    setRefused(undefined);
    setAnswer(null);
    setAsked(host);
    try {
      const report = await bridge().calls['receiver:test']({ hookId: hook.id, url: given });
      if (report.error?.kind === 'app' && isDeclined(report.error.error)) return;
      if (report.error?.kind === 'app' && report.error.error.kind === 'invalidInput') {
        setRefused(report.error.error);
        focusFirstInvalid(form);
        return;
      }
      keepPublicUrl(hook.id, given);
      setAnswer({ report, host });
    } finally {
      setAsked(null);
    }
  };

  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <SectionTitle>{t('receiver.test.title')}</SectionTitle>
      <form noValidate onSubmit={(event) => void run(event)} className="flex flex-col gap-3">
        <FormField
          label={t('receiver.test.publicUrl')}
          hint={t('receiver.test.publicUrlHint')}
          error={errorText(refused)}
        >
          {(field) => (
            <span className="flex gap-2">
              <TextField
                {...field}
                value={url}
                onValueChange={(next) => {
                  setUrl(next);
                  setRefused(undefined);
                }}
                placeholder={t('receiver.steps.addressPattern', { path: hook.path })}
                inputMode="url"
                maxLength={4000}
                monospace
              />
              <Button type="submit" busy={asked !== null}>
                {t('receiver.test.run')}
              </Button>
            </span>
          )}
        </FormField>
        <div aria-live="polite">
          {asked !== null && (
            <p className="text-xs text-muted">{t('receiver.test.running', { host: asked })}</p>
          )}
          {answer !== null && <SelfTestReport report={answer.report} host={answer.host} />}
        </div>
      </form>
    </section>
  );
}
