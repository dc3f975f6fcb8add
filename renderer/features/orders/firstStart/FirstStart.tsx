import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#renderer/components/Button.tsx';
import { StoreFailure } from '#renderer/components/StoreFailure.tsx';
import { OpenConfiguration } from '#renderer/features/settings/configuration/ConfigurationFile.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { LanguageSelect, ThemeSelect } from '#renderer/features/settings/preferences/AppearanceSelects.tsx';
import { useLiveSettings } from '#renderer/features/settings/preferences/useLiveSettings.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { PasteBox } from '../adding/PasteBox.tsx';
import { OddParts } from '../adding/RidsField.tsx';
import { ByHand } from './ByHand.tsx';
import { PartChips, type SetupPart } from './PartChips.tsx';
import { RidQuestion, TokenQuestion } from './TokenQuestion.tsx';
import { countAnswers, TrialResults } from './TrialResults.tsx';
import { type FirstStartForm, useFirstStartForm } from './useFirstStartForm.ts';

/**
 * The first start on one page: paste anything, see what was recognised and what the service says, continue. Shown while
 * `useFirstStart` is true.
 * @param corner buttons for the upper right corner
 */
export function FirstStart({ corner }: { readonly corner: ReactNode }) {
  const t = useT();
  const setup = useFirstStartForm();
  const { form, notes, trial } = setup;
  const fields = useRef<HTMLDivElement>(null);
  /** Whether the user opened or closed the fields; `null`: they are open while there is a problem. */
  const [isOpened, setOpened] = useState<boolean | null>(null);
  const hasProblem = Object.keys(form.problems).length > 0 || trial.failed !== null;
  const isOpen = isOpened ?? hasProblem;
  useEffect(() => {
    if (hasProblem) setOpened((chosen) => (chosen === false ? null : chosen));
  }, [hasProblem]);
  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [ref]);
  const edit = (part: SetupPart) => {
    flushSync(() => setOpened(true));
    fields.current?.querySelector<HTMLElement>(`[data-part="${part}"]`)?.focus();
  };
  const ToggleIcon = isOpen ? ChevronDown : ChevronRight;
  return (
    <form {...form.props} aria-label={t('firstStart.title')} className="flex h-full flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable_both-edges]">
        <div className="flex flex-wrap items-center justify-end gap-2 px-4 pt-3">
          <AppearanceChoice />
          {corner}
        </div>
        <div className="mx-auto flex max-w-170 flex-col gap-4 px-6 pt-[clamp(0rem,3vh,2.5rem)] pb-6">
          <header>
            <h1 className="text-2xl font-semibold">{t('firstStart.title')}</h1>
            <p className="text-md text-muted">{t('firstStart.intro')}</p>
          </header>
          <PasteBox
            label={t('firstStart.paste')}
            hint={t('firstStart.pasteHint')}
            placeholder={t('firstStart.pastePlaceholder')}
            error={notes.isTooLong ? t('addOrders.preview.tooLong', { limit: textLimits.rids }) : null}
            onText={setup.paste}
          />
          <PartChips setup={setup} onEdit={edit} />
          {setup.undecided.length > 0 ? (
            <TokenQuestion words={setup.undecided} onDecide={setup.decide} />
          ) : (
            setup.doubtful.length > 0 && (
              <RidQuestion words={setup.doubtful} onRids={setup.takeRids} onLeaveOut={setup.dropDoubtful} />
            )
          )}
          {notes.isTokenGuessed && (
            <div className="flex flex-wrap items-center gap-2 rounded-lg bg-amber-soft px-3 py-2 text-xs">
              <span className="flex-1">{t('firstStart.tokenGuessed')}</span>
              <Button size="sm" onClick={setup.tokenIsRid}>
                {t('firstStart.tokenIsRid')}
              </Button>
            </div>
          )}
          <OddParts parts={[...notes.odd, ...setup.refusedRids]} />
          <section className="flex flex-col gap-3">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpened(!isOpen)}
              className="flex min-h-6 items-center gap-1 self-start text-sm text-muted hover:text-ink"
            >
              <ToggleIcon size={15} aria-hidden />
              {t('firstStart.byHand')}
            </button>
            <div ref={fields} hidden={!isOpen}>
              <ByHand setup={setup} />
            </div>
          </section>
          <section className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
            {t('configuration.fromOther')}
            <OpenConfiguration />
          </section>
          <TrialResults setup={setup} />
          <StoreFailure
            error={form.failure}
            host={hostOf(form.values.baseUrl)}
            onRepeat={() => void form.submit()}
          />
        </div>
      </div>
      <FirstStartButtons setup={setup} />
    </form>
  );
}

/** Language and theme, which change at once. */
function AppearanceChoice() {
  const t = useT();
  const live = useLiveSettings();
  const ids = { language: useId(), theme: useId() };
  return (
    <>
      <span className="flex items-center gap-1.5">
        <label htmlFor={ids.language} className="text-xs text-muted">
          {t('settings.language')}
        </label>
        <LanguageSelect id={ids.language} live={live} />
      </span>
      <span className="flex items-center gap-1.5">
        <label htmlFor={ids.theme} className="text-xs text-muted">
          {t('settings.theme')}
        </label>
        <ThemeSelect id={ids.theme} live={live} />
      </span>
    </>
  );
}

/**
 * The buttons at the lower edge, always visible. Where nothing works, the primary one tries again, and storing it all the
 * same is the other.
 */
function FirstStartButtons({ setup }: { readonly setup: FirstStartForm }) {
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
          // After a failure of TLS the button that chooses a CA file is the primary one.
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
