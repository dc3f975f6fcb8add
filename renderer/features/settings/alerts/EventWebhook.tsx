import { CircleCheck, Copy, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { cx } from '#renderer/components/cx.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { InlineQuestion } from '#renderer/components/InlineQuestion.tsx';
import { RemoveSection } from '#renderer/components/RemoveSection.tsx';
import { SecretForm } from '#renderer/components/SecretForm.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import {
  type AlertEventName,
  alertEventNames,
  type EventTry,
  type EventWebhookView,
  isEventSent,
  isOfCondition,
  usualEventNames,
} from '#shared/domain/eventWebhook.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatMoment, formatRelativePast } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { ok } from '#shared/result.ts';
import { SettingGroup } from '../preferences/SettingRow.tsx';
import { WaitingEvents } from './WaitingEvents.tsx';

/** The address that alerts are posted to, signed by Standard Webhooks. Main asks the user to confirm it in a native box. */
export function EventWebhook() {
  const t = useT();
  const stored = useApp((app) => app.eventWebhook);
  return (
    <SettingGroup title={t('alertChannels.webhook.title')}>
      <div className="flex flex-col gap-3 px-4 py-3">
        <p className="text-sm text-muted">{t('alertChannels.webhook.about')}</p>
        {stored?.isGone === true && <GoneBanner stored={stored} />}
        <WebhookForm key={stored?.url} stored={stored} />
        {stored !== null && <SecretPart stored={stored} />}
        {stored !== null && <SendingPart stored={stored} />}
        {stored !== null && (
          <RemoveSection
            texts="alertChannels.webhook.remove"
            question={t('alertChannels.webhook.remove.question')}
            remove={() => bridge().calls['alerts:removeWebhook'](null)}
          />
        )}
      </div>
    </SettingGroup>
  );
}

function GoneBanner({ stored: { url, events } }: { readonly stored: EventWebhookView }) {
  const t = useT();
  const turnOn = useAction(() => bridge().calls['alerts:setWebhook']({ url, events: [...events] }));
  return (
    <>
      <Banner
        tone="warning"
        title={t('alertChannels.webhook.gone')}
        actions={
          <Button size="sm" busy={turnOn.busy} onClick={() => void turnOn.run()}>
            {t('alertChannels.webhook.turnOn')}
          </Button>
        }
      >
        {t('alertChannels.webhook.goneText')}
      </Banner>
      {turnOn.error !== null && <ErrorBanner reveal error={turnOn.error} />}
    </>
  );
}

function WebhookForm({ stored }: { readonly stored: EventWebhookView | null }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const form = useForm({
    initial: { url: stored?.url ?? '', events: stored?.events ?? usualEventNames },
    check: (values) => ok(values),
    send: ({ url, events }) => bridge().calls['alerts:setWebhook']({ url, events: [...events] }),
    problemsOf: inputProblems('webhookUrl'),
  });
  const { url, events } = form.values;
  const choose = (name: AlertEventName, isOn: boolean) =>
    form.change({ events: alertEventNames.filter((each) => (each === name ? isOn : events.includes(each))) });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <TextField
        label={t('alertChannels.webhook.url')}
        hint={t('alertChannels.webhook.urlHint')}
        error={errorText(form.problems.webhookUrl)}
        value={url}
        onValueChange={(text) => form.change({ url: text })}
        monospace
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 text-sm font-medium">{t('alertChannels.which')}</legend>
        <div className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-2">
          {alertEventNames.map((name) => (
            <Checkbox
              key={name}
              label={nameOf(name, t)}
              checked={events.includes(name)}
              onCheckedChange={(isOn) => choose(name, isOn)}
            />
          ))}
        </div>
      </fieldset>
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
      <Button type="submit" disabled={!form.isDirty} busy={form.busy} className="self-start">
        {t('alertChannels.webhook.save')}
      </Button>
    </form>
  );
}

function nameOf(name: AlertEventName, t: Translate): string {
  return isOfCondition(name) ? t(`conditions.event.${name}`) : t(`alertChannels.event.${name}`);
}

/** Where the secret is, and how to replace it. The secret itself is never shown. */
function SecretPart({ stored: { secret, canCopySecret } }: { readonly stored: EventWebhookView }) {
  const t = useT();
  const [isEntering, setEntering] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copy = useAction(() => bridge().calls['alerts:copyWebhookSecret'](null));
  const replace = () => bridge().calls['alerts:replaceWebhookSecret'](null);
  const make = useAction(replace);
  const failure = copy.error ?? make.error;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h4 className="text-sm font-medium">{t('alertChannels.webhook.secret.title')}</h4>
          <p className="text-xs text-muted">{t(`receiver.secret.state.${secret.kind}`)}</p>
        </div>
        {!isEntering && !isAsking && (
          <span className="flex flex-wrap gap-2">
            <Button variant="ghost" onClick={() => setEntering(true)}>
              {t('alertChannels.webhook.secret.enter')}
            </Button>
            <Button
              busy={make.busy}
              onClick={() => (secret.kind === 'absent' ? void make.run() : setAsking(true))}
            >
              {t('alertChannels.webhook.secret.make')}
            </Button>
          </span>
        )}
      </div>
      {isAsking && (
        <InlineQuestion
          texts="alertChannels.webhook.secret.replace"
          question={t('alertChannels.webhook.secret.replace.question')}
          act={replace}
          onDone={() => setAsking(false)}
          onKeep={() => setAsking(false)}
        />
      )}
      {secret.kind === 'unreadable' && <ErrorBanner error={secret.error} />}
      {canCopySecret && (
        <div className="flex flex-wrap items-center gap-2 rounded-lg bg-amber-soft px-3 py-2">
          <p role="status" className="min-w-50 flex-1 text-xs">
            {t('alertChannels.webhook.secret.made')}
          </p>
          <Button size="sm" icon={Copy} busy={copy.busy} onClick={() => void copy.run()}>
            {t('alertChannels.webhook.secret.copy')}
          </Button>
        </div>
      )}
      {isEntering && (
        <SecretForm
          label={t('alertChannels.webhook.secret.label')}
          hint={t('alertChannels.webhook.secret.hint')}
          saveLabel={t('alertChannels.webhook.secret.save')}
          store={(text) => bridge().calls['alerts:replaceWebhookSecret'](text)}
          onEnd={() => setEntering(false)}
        >
          {(input) => <TokenInput {...input} />}
        </SecretForm>
      )}
      {failure !== null && <ErrorBanner reveal error={failure} />}
    </section>
  );
}

/** What became of the last events, and a button for a test. */
function SendingPart({ stored }: { readonly stored: EventWebhookView }) {
  const t = useT();
  const { url, isGone, waiting, lastTry, lastFailure } = stored;
  const test = useAction(() => bridge().calls['alerts:testWebhook'](null));
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-3">
      <TryLine tried={lastTry} url={url} />
      {lastFailure !== null && lastFailure.at !== lastTry?.at && (
        <>
          <h4 className="text-xs font-medium">{t('alertChannels.lastFailure')}</h4>
          <TryLine tried={lastFailure} url={url} />
        </>
      )}
      <WaitingEvents waiting={waiting} />
      <Button icon={Send} disabled={isGone} busy={test.busy} onClick={() => void test.run()}>
        {t('alertChannels.test')}
      </Button>
      {test.error !== null && <ErrorBanner reveal error={test.error} />}
    </div>
  );
}

interface TryLineProps {
  /** `null` if nothing was sent yet. */
  readonly tried: EventTry | null;
  readonly url: string;
}

function TryLine({ tried, url }: TryLineProps) {
  const t = useT();
  const locale = useLocale();
  const now = useNow('minute');
  if (tried === null) return <p className="text-xs text-muted">{t('alertChannels.result.none')}</p>;
  const isSent = isEventSent(tried);
  const Icon = isSent ? CircleCheck : TriangleAlert;
  const next =
    tried.nextAt === null
      ? t(`alertChannels.result.${tried.isTest ? 'onlyOnce' : 'givenUp'}`)
      : t('alertChannels.result.nextTry', { time: formatMoment(tried.nextAt, locale, 'local') });
  return (
    <p className={cx('flex items-start gap-1.5 text-xs', isSent ? 'text-muted' : 'font-medium text-amber')}>
      <Icon size={13} aria-hidden className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere">
        <span role="status">{isSent ? resultOf(tried, url, t) : `${resultOf(tried, url, t)} ${next}`}</span>
        <span className="font-normal text-muted">{` · ${formatRelativePast(now - tried.at, t)}`}</span>
      </span>
    </p>
  );
}

function resultOf({ status, error, isTest }: EventTry, url: string, t: Translate): string {
  if (status === null)
    return error === null
      ? t('alertChannels.result.none')
      : describeError(error, t, { host: new URL(url).host }).why;
  if (isEventSent({ status })) return t(`alertChannels.result.${isTest ? 'testSent' : 'sent'}`, { status });
  return t(`alertChannels.result.${status >= 300 && status < 400 ? 'redirected' : 'refused'}`, { status });
}
