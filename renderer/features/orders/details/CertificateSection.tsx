import { type ReactNode, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Fact, FactList } from '#renderer/components/FactList.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { OrderDetails } from '#shared/domain/order.ts';
import { hexPairs, keyText, zoneText } from '#shared/i18n/certificateText.ts';
import { formatDateTime } from '#shared/i18n/format.ts';

const NAMES_AT_FIRST = 8;

/** The notAfter that the service states, and its inferred time zone. */
type ServiceTime = Pick<OrderDetails, 'serviceNotAfter' | 'serviceZoneOffsetMinutes'>;

/** The facts of the server certificate, each with a copy button. @param children more facts about it */
export function CertificateSection({
  leaf,
  details,
  children,
}: {
  readonly leaf: CertificateFacts;
  readonly details: ServiceTime;
  readonly children?: ReactNode;
}) {
  const t = useT();
  return (
    <PanelSection title={t('orders.panel.certificate')}>
      <FactList>
        <Fact name={t('orders.panel.subject')} copy={leaf.subject}>
          {leaf.subject === '' ? <i className="text-muted">{t('orders.panel.noSubject')}</i> : leaf.subject}
        </Fact>
        <Names names={leaf.subjectAltNames} />
        <Fact name={t('orders.panel.issuer')} copy={leaf.issuer}>
          {leaf.issuer}
        </Fact>
        <Moment name={t('orders.panel.notBefore')} at={leaf.notBefore} />
        <Moment name={t('orders.panel.notAfter')} at={leaf.notAfter} />
        <ServiceNotAfter details={details} />
        {children}
        <Fact name={t('orders.panel.key')} copy={keyText(leaf, t)}>
          {keyText(leaf, t)}
        </Fact>
        <Fact name={t('orders.panel.serialNumber')} copy={leaf.serialNumber} monospace>
          <Hex name={t('orders.panel.serialNumber')} value={leaf.serialNumber} />
        </Fact>
        <Fact name={t('orders.panel.fingerprint')} copy={leaf.fingerprint256} monospace>
          <Hex name={t('orders.panel.fingerprint')} value={leaf.fingerprint256} />
        </Fact>
      </FactList>
    </PanelSection>
  );
}

/** Pairs of a long hexadecimal number that fit in one line. */
const PAIRS_AT_FIRST = 8;

/**
 * Hex in one line, which can be expanded to lines of eight pairs. The fixed width breaks lines between pairs without adding
 * to the copied text.
 */
function Hex({ name, value }: { readonly name: string; readonly value: string }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = value.length > PAIRS_AT_FIRST * 2;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="inline-block max-w-[24ch] break-all">
        {isOpen || !isLong ? hexPairs(value) : `${hexPairs(value.slice(0, PAIRS_AT_FIRST * 2 - 2))}…`}
      </span>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'orders.panel.showLessOf' : 'orders.panel.showAllOf', { name })}
          onClick={() => setIsOpen(!isOpen)}
          className="rounded font-sans text-xs text-accent-ink hover:underline"
        >
          {t(isOpen ? 'orders.panel.showLess' : 'orders.panel.showAll')}
        </button>
      )}
    </span>
  );
}

/** A moment in the user's time zone, and in UTC as in the certificate. */
function Moment({ name, at }: { readonly name: string; readonly at: number }) {
  const locale = useLocale();
  const utc = formatDateTime(at, locale, 'UTC');
  const local = formatDateTime(at, locale, 'local');
  return (
    <Fact name={name} copy={utc}>
      <span className="flex flex-col tabular">
        <span>{local}</span>
        {local !== utc && <span className="text-muted">{utc}</span>}
      </span>
    </Fact>
  );
}

/** The notAfter that the service states, which has no time zone, with the inferred one. */
export function ServiceNotAfter({ details }: { readonly details: ServiceTime }) {
  const t = useT();
  const { serviceNotAfter, serviceZoneOffsetMinutes } = details;
  if (serviceNotAfter === null) return null;
  return (
    <Fact name={t('orders.panel.service')} copy={serviceNotAfter}>
      <span className="flex flex-col tabular">
        <span>{serviceNotAfter}</span>
        <span className="text-muted">
          {serviceZoneOffsetMinutes === null
            ? t('orders.panel.serviceZoneUnknown')
            : t('orders.panel.serviceZone', { zone: zoneText(serviceZoneOffsetMinutes) })}
        </span>
      </span>
    </Fact>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? names : names.slice(0, NAMES_AT_FIRST);
  return (
    // One line: main refuses to copy several lines.
    <Fact name={t('orders.panel.names', { number: names.length })} copy={names.join(' ')}>
      {names.length === 0 ? (
        <i className="text-muted">{t('orders.panel.noNames')}</i>
      ) : (
        <ul className="flex flex-col">
          {shown.map((name) => (
            <li key={name} className="break-all">
              {name}
            </li>
          ))}
        </ul>
      )}
      {names.length > NAMES_AT_FIRST && (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-2 text-accent-ink"
        >
          {isOpen
            ? t('orders.panel.showFewerNames')
            : t('orders.panel.showAllNames', { count: names.length })}
        </Button>
      )}
    </Fact>
  );
}
