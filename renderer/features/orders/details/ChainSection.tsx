import { CircleDashed, FileBadge, Landmark, Link2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { cx } from '#renderer/components/cx.ts';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { certificateName, keyText } from '#shared/i18n/certificateText.ts';
import { formatDate } from '#shared/i18n/format.ts';

interface ChainSectionProps {
  readonly leaf: CertificateFacts;
  readonly chain: readonly CertificateFacts[];
  readonly findings: readonly Finding[];
}

/** The chain from the server certificate to the root, and what is missing in it. */
export function ChainSection({ leaf, chain, findings }: ChainSectionProps) {
  const t = useT();
  const missing = findings.find((finding) => finding.kind === 'chainIncomplete');
  return (
    <PanelSection title={t('orders.panel.chain')}>
      <ol className="flex flex-col">
        <Link certificate={leaf} icon={FileBadge} role={t('orders.panel.leaf')} />
        {chain.map((certificate) => (
          <Link
            key={certificate.fingerprint256}
            certificate={certificate}
            icon={certificate.selfIssued ? Landmark : Link2}
            role={certificate.selfIssued ? t('orders.panel.root') : t('orders.panel.intermediate')}
          />
        ))}
        {missing !== undefined && (
          <Step icon={CircleDashed} isProblem>
            <span className="text-xs text-amber">
              {t('orders.panel.missing', { issuer: missing.missingIssuer })}
            </span>
          </Step>
        )}
      </ol>
      {chain.length === 0 && <p className="text-xs text-muted">{t('orders.panel.chainNone')}</p>}
    </PanelSection>
  );
}

function Link(props: {
  readonly certificate: CertificateFacts;
  readonly icon: LucideIcon;
  readonly role: string;
}) {
  const { certificate, icon, role } = props;
  const t = useT();
  const locale = useLocale();
  const date = formatDate(certificate.notAfter, locale, 'local');
  return (
    <Step
      icon={icon}
      action={
        <CopyButton
          quiet
          text={certificate.fingerprint256}
          label={t('orders.panel.fingerprintOf', { name: certificateName(certificate) })}
        />
      }
    >
      <span data-selectable className="text-xs font-medium wrap-anywhere" title={certificate.subject}>
        {certificateName(certificate)}
      </span>
      <span className="text-2xs text-muted tabular">
        {[role, keyText(certificate, t), t('orders.panel.until', { date })].join(' · ')}
      </span>
    </Step>
  );
}

function Step(props: {
  readonly icon: LucideIcon;
  readonly isProblem?: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  const { icon: Icon, isProblem = false, action, children } = props;
  return (
    <li className="group group/copied relative flex gap-3 pb-3 last:pb-0">
      <span
        aria-hidden
        className="absolute top-6 bottom-0 left-[11px] w-px bg-line-strong group-last:hidden"
      />
      <span
        className={cx(
          'flex size-6 shrink-0 items-center justify-center rounded-full',
          isProblem ? 'bg-amber-soft text-amber' : 'bg-sunken text-muted',
        )}
      >
        <Icon size={13} aria-hidden />
      </span>
      <span className="flex min-w-0 flex-1 flex-col pt-0.5">{children}</span>
      {action}
    </li>
  );
}
