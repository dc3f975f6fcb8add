import { useRef, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { countAnswers } from './TrialResults.tsx';
import type { FirstStartForm } from './useFirstStartForm.ts';

/**
 * The buttons at the lower edge, always visible. Where nothing works, the primary one tries again, and storing it all the
 * same is the other.
 */
export function FirstStartButtons({ setup }: { readonly setup: FirstStartForm }) {
  const t = useT();
  const primary = useRef<HTMLButtonElement>(null);
  const [isWaiting, setWaiting] = useState(false);
  const { form, rids, trial } = setup;
  const { found, notFound } = countAnswers(trial, rids);
  const isBroken = trial.phase === 'done' && (trial.failed !== null || (rids.length > 0 && found === 0));
  const unknown = () =>
    new Set(
      rids.filter((rid) => {
        const answer = trial.answers.get(rid);
        return answer?.ok === false && answer.error.kind === 'unknownRid';
      }),
    );
  const submit = async () => {
    setWaiting(true);
    await setup.submit();
    setWaiting(false);
  };
  const label =
    rids.length === 0 ? t('firstStart.continue') : t('addOrders.submitCount', { count: rids.length });
  return (
    <footer className="shrink-0 border-t border-line bg-surface">
      <div className="mx-auto flex max-w-170 flex-wrap items-center justify-end gap-2 px-6 py-2.5">
        <p className="hidden min-w-0 flex-1 text-xs text-muted sm:block">
          {form.values.hasToken && form.values.baseUrl !== ''
            ? t('firstStart.notSavedHost', { host: hostOf(form.values.baseUrl) })
            : t('firstStart.notSaved')}
        </p>
        {isBroken ? (
          <Button variant="ghost" busy={form.busy} onClick={setup.submitAnyway}>
            {t('firstStart.saveAnyway')}
          </Button>
        ) : (
          notFound > 0 &&
          trial.phase === 'done' && (
            <Button
              variant="ghost"
              onClick={() => {
                primary.current?.focus();
                setup.leaveOut(unknown());
              }}
            >
              {t('firstStart.leaveOutUnknown', { count: notFound })}
            </Button>
          )
        )}
        <Button
          ref={primary}
          // The CA file is the way on then.
          variant={trial.failed?.step === 'tls' ? 'secondary' : 'primary'}
          data-primary
          busy={form.busy || isWaiting}
          onClick={() => (isBroken ? setup.tryAgain() : void submit())}
        >
          {isBroken ? t('common.tryAgain') : label}
        </Button>
      </div>
    </footer>
  );
}
