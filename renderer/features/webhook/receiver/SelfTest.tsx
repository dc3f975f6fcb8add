import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { emptyField, inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { isDeclined } from '#shared/errors.ts';
import { err, ok } from '#shared/result.ts';
import { publicAddress } from './hookAddress.ts';
import { keepPublicUrl, usePublicUrl } from './publicUrls.ts';
import { SelfTestReport, type SelfTestReportProps } from './SelfTestReport.tsx';

/** Sends a signed test delivery to the public address and shows what happened to it. */
export function SelfTest({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const lastUrl = usePublicUrl(hook.id);
  const [asked, setAsked] = useState('');
  const [answer, setAnswer] = useState<SelfTestReportProps | null>(null);
  const form = useForm({
    initial: { url: lastUrl },
    compared: () => null,
    check: ({ url }) => (url.trim() === '' ? err({ publicUrl: emptyField('publicUrl') }) : ok(url.trim())),
    send: async (url) => {
      const host = hostOf(publicAddress(url) ?? url);
      setAnswer(null);
      setAsked(host);
      const report = await bridge().calls['receiver:test']({ hookId: hook.id, url });
      const error = report.error?.kind === 'app' ? report.error.error : null;
      if (error !== null && (error.kind === 'invalidInput' || isDeclined(error))) return err(error);
      keepPublicUrl(hook.id, url);
      return ok({ report, host });
    },
    problemsOf: inputProblems('publicUrl'),
    onStored: setAnswer,
  });
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <SectionTitle>{t('receiver.test.title')}</SectionTitle>
      <form {...form.props} className="flex flex-col gap-3">
        <FormField
          label={t('receiver.test.publicUrl')}
          hint={t('receiver.test.publicUrlHint')}
          error={errorText(form.problems.publicUrl)}
        >
          {(field) => (
            <span className="flex gap-2">
              <TextField
                {...field}
                value={form.values.url}
                onValueChange={(url) => form.change({ url })}
                placeholder={t('receiver.steps.addressPattern', { path: hook.path })}
                inputMode="url"
                maxLength={textLimits.url}
                monospace
              />
              <Button type="submit" busy={form.busy}>
                {t('receiver.test.run')}
              </Button>
            </span>
          )}
        </FormField>
        <div aria-live="polite">
          {form.busy && <p className="text-xs text-muted">{t('receiver.test.running', { host: asked })}</p>}
          {answer !== null && <SelfTestReport {...answer} />}
        </div>
      </form>
    </section>
  );
}
