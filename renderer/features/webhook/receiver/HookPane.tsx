import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { CopyLine } from '#renderer/components/CopyButton.tsx';
import { Disclosure } from '#renderer/components/Disclosure.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RemoveSection } from '#renderer/components/InlineQuestion.tsx';
import { SaveButtons } from '#renderer/components/SaveButtons.tsx';
import { Step, Steps } from '#renderer/components/Steps.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useLeave } from '#renderer/hooks/useUnsaved.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { revealInbox } from '#renderer/stores/viewStore.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import { forgetHookTest, useHookTest } from './hookAddress.ts';
import { checkHook } from './hookDraft.ts';
import { ReachableStep } from './ReachableStep.tsx';
import { ReceiverStateBanner } from './ReceiverStateBanner.tsx';
import { SecretsSection } from './SecretsSection.tsx';
import { SelfTest } from './SelfTest.tsx';

interface HookPaneProps {
  readonly hook: HookView;
  readonly onShowListening: () => void;
  readonly onRemoved: () => void;
}

/** Everything about one hook: its set-up in steps that end with a delivery, its name and path, its removal. */
export function HookPane({ hook, onShowListening, onRemoved }: HookPaneProps) {
  const t = useT();
  const leave = useLeave();
  const [showsAdvanced, setShowsAdvanced] = useState(false);
  const { isPassed } = useHookTest(hook.id);
  const hasArrived = useLastDelivery(hook) !== null;
  const isReached = isPassed || hasArrived;
  const hasSecret = hook.secrets.every(({ state }) => state.kind !== 'absent' && state.kind !== 'unreadable');
  return (
    <div data-hook={hook.path} className="flex flex-col gap-5">
      {hook.enabled ? (
        <ReceiverStateBanner
          actions={
            <Button size="sm" onClick={() => leave(onShowListening)}>
              {t('receiver.state.settings')}
            </Button>
          }
        />
      ) : (
        <Banner tone="neutral" title={t('receiver.state.hookOff')} />
      )}
      <HookEnabled hook={hook} />
      <Steps>
        <Step number={1} title={t('receiver.steps.secret')} state={hasSecret ? 'done' : 'open'}>
          <SecretsSection hook={hook} />
        </Step>
        <Step number={2} title={t('receiver.steps.reachable')} state={isReached ? 'done' : 'open'}>
          <ReachableStep hook={hook} onShowListening={() => leave(onShowListening)} />
        </Step>
        <Step number={3} title={t('receiver.steps.test')} state={isReached ? 'done' : 'open'}>
          <SelfTest hook={hook} />
        </Step>
        <Step
          number={4}
          title={t('receiver.steps.deliver')}
          state={hasArrived ? 'done' : isReached ? 'open' : 'later'}
        >
          <DeliveryStep hook={hook} />
        </Step>
      </Steps>
      <ProtectionNote />
      <Disclosure title={t('receiver.hook.advanced')} isOpen={showsAdvanced} onOpenChange={setShowsAdvanced}>
        <HookForm hook={hook} />
      </Disclosure>
      <RemoveSection
        texts="receiver.remove"
        question={t('receiver.remove.question', { name: hook.name })}
        remove={() => bridge().calls['hooks:remove'](hook.id)}
        onRemoved={onRemoved}
      />
    </div>
  );
}

/** Turns a hook on and off at once. */
function HookEnabled({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const { id, name, path } = hook;
  const update = useAction((enabled: boolean) => bridge().calls['hooks:update']({ id, name, path, enabled }));
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={t('receiver.hook.enabled')}
        hint={t('receiver.hook.enabledHint')}
        checked={hook.enabled}
        disabled={update.busy}
        onCheckedChange={(enabled) => void update.run(enabled)}
      />
      {update.error !== null && <ErrorBanner reveal error={update.error} />}
    </div>
  );
}

/** When the newest delivery to a hook that is still listed arrived, Unix ms; `null` if none did. */
function useLastDelivery({ id, lastDeliveryAt }: HookView): number | null {
  return useApp(({ inbox }) =>
    inbox.reduce<number | null>(
      (last, { hookId, receivedAt }) => (hookId === id ? Math.max(receivedAt, last ?? 0) : last),
      lastDeliveryAt,
    ),
  );
}

/** What to enter at the service, and whether a delivery came since. */
function DeliveryStep({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const now = useTimeOfData();
  const leave = useLeave();
  const lastAt = useLastDelivery(hook);
  const { url, isPassed } = useHookTest(hook.id);
  const isReachable = isPassed && !isLoopbackHost(new URL(url).hostname);
  return (
    <>
      {isReachable && (
        <>
          <p className="text-xs text-muted">{t('receiver.deliver.address')}</p>
          <CopyLine text={url} label={t('receiver.steps.copyAddress')} />
        </>
      )}
      {isPassed && !isReachable && <Banner tone="warning" title={t('receiver.deliver.localOnly')} />}
      {lastAt !== null ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm">
            {t('receiver.deliver.arrived', { when: formatRelativePast(now - lastAt, t) })}
          </p>
          <Button size="sm" onClick={() => leave(() => revealInbox(null))}>
            {t('receiver.deliver.show')}
          </Button>
        </div>
      ) : (
        <p role="status" className="text-xs text-muted">
          {t(isReachable ? 'receiver.deliver.waiting' : 'receiver.deliver.testFirst')}
        </p>
      )}
    </>
  );
}

/** The name and the path of a hook. */
function HookForm({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const { id, name, path, enabled } = hook;
  const form = useForm({
    initial: { name, path },
    check: checkHook,
    send: (fields) => bridge().calls['hooks:update']({ id, enabled, ...fields }),
    problemsOf: inputProblems('name', 'path'),
    storedValues: (stored) => ({ name: stored.name, path: stored.path }),
    onStored: (stored) => {
      // The tested address led to the previous path.
      if (stored.path !== path) forgetHookTest(id);
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <TextField
        label={t('receiver.hook.name')}
        hint={t('receiver.hook.nameHint')}
        error={errorText(form.problems.name)}
        value={form.values.name}
        onValueChange={(next) => form.change({ name: next })}
        maxLength={textLimits.name}
        required
      />
      <TextField
        label={t('receiver.hook.path')}
        hint={t(form.values.path === path ? 'receiver.hook.pathHint' : 'receiver.hook.pathMoves')}
        error={errorText(form.problems.path)}
        value={form.values.path}
        onValueChange={(next) => form.change({ path: next })}
        maxLength={textLimits.path}
        required
        monospace
      />
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
      <SaveButtons form={form} texts="receiver.hook" />
    </form>
  );
}

/** Answers what is protected in a delivery and what is not. */
export function ProtectionNote() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure title={t('receiver.protection.title')} isOpen={isOpen} onOpenChange={setIsOpen}>
      <div className="flex flex-col gap-2 text-sm">
        <p>{t('receiver.protection.text')}</p>
        <p>{t('receiver.protection.way')}</p>
      </div>
    </Disclosure>
  );
}
