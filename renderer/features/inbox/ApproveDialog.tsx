import { Check, CircleSlash, type LucideIcon } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { hexPairs } from '#renderer/features/panel/certificateWords.ts';
import { Fact, FactList } from '#renderer/features/panel/FactList.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { formatDateTime, formatDuration } from '#shared/i18n/format.ts';
import { CompareNames } from './Comparison.tsx';

/** Asks whether a delivery, and those like it from now on, count though the service is not asked. */
export function ApproveDialog({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const approve = useAction(() => bridge().calls['inbox:approve'](delivery.id));
  const windowSeconds = useApp((app) => app.receiver.config.maxSkewSeconds);
  const { orderName: name, hookName: hook, verdict } = delivery;
  const reason = verdict.kind === 'waiting' ? verdict.reason : null;
  async function confirm(): Promise<void> {
    const result = await approve.run();
    if (!result.ok) return;
    closeDialog();
    showToast({
      tone: 'neutral',
      title: t('inbox.done.approved', { name }),
      text: t('inbox.done.approvedText'),
    });
  }
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeOnOutsideClick={false}
      title={t(titleOf(delivery), { name })}
      description={t('inbox.approve.description')}
      footer={
        <>
          <Button data-autofocus onClick={closeDialog}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" busy={approve.busy} onClick={() => void confirm()}>
            {t('inbox.approve.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {approve.error !== null && <ErrorBanner reveal error={approve.error} />}
        <section className="flex flex-col gap-2">
          <SectionTitle>{t('inbox.approve.facts')}</SectionTitle>
          <Facts delivery={delivery} />
          {reason?.kind === 'namesDiffer' && <CompareNames added={reason.added} missing={reason.missing} />}
        </section>
        <Points
          title={t('inbox.approve.checkedTitle')}
          icon={Check}
          ink="text-green"
          points={[
            t('inbox.approve.checked.key'),
            t('inbox.approve.checked.chain'),
            t('inbox.approve.checked.valid'),
          ]}
        />
        <Points
          title={t('inbox.approve.notCheckedTitle')}
          icon={CircleSlash}
          ink="text-amber"
          points={[
            t('inbox.approve.notChecked.service'),
            t('inbox.approve.notChecked.sender', { window: formatDuration(windowSeconds * 1000, t) }),
          ]}
        />
        <p className="text-sm">{t('inbox.approve.consequence', { name, hook })}</p>
      </div>
    </Dialog>
  );
}

function titleOf({ verdict }: DeliveryView) {
  const kind = verdict.kind === 'waiting' ? verdict.reason.kind : null;
  if (kind === 'namesDiffer') return 'inbox.approve.titleChanged';
  return kind === 'notAfterBack' ? 'inbox.approve.titleBack' : 'inbox.approve.title';
}

function Facts({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const locale = useLocale();
  const { subjectAltNames: names, issuer, notAfter, fingerprint256 } = delivery.leaf;
  return (
    <FactList>
      <Fact name={t('orders.panel.names', { count: names.length })}>
        {names.length === 0 ? (
          <i className="text-muted">{t('orders.panel.noNames')}</i>
        ) : (
          <ul className="flex max-h-40 flex-col overflow-y-auto">
            {names.map((name) => (
              <li key={name} className="break-all">
                {name}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={t('orders.panel.issuer')}>{issuer}</Fact>
      <Fact name={t('orders.panel.notAfter')}>{formatDateTime(notAfter, locale, 'local')}</Fact>
      <Fact name={t('orders.panel.fingerprint')} monospace>
        <span className="inline-block w-[48ch] max-w-full break-all">{hexPairs(fingerprint256)}</span>
      </Fact>
    </FactList>
  );
}

function Points(props: {
  readonly title: string;
  readonly icon: LucideIcon;
  /** Class of the marks' colour. */
  readonly ink: string;
  readonly points: readonly string[];
}) {
  const { title, icon: Icon, ink, points } = props;
  return (
    <section className="flex flex-col gap-1.5">
      <SectionTitle>{title}</SectionTitle>
      <ul className="flex flex-col gap-1 text-sm">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2">
            <Icon size={14} aria-hidden className={`mt-0.75 shrink-0 ${ink}`} />
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
}
