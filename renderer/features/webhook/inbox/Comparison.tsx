import { Minus, Plus } from 'lucide-react';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { hexPairs } from '#shared/i18n/certificateText.ts';
import { formatDate } from '#shared/i18n/format.ts';

interface LeafFacts {
  readonly fingerprint256: string;
  /** Unix ms. */
  readonly notAfter: number;
}

/** The fingerprints and ends of two certificates beside each other. */
export function CompareLeaves(props: { readonly delivered: LeafFacts; readonly service: LeafFacts }) {
  const t = useT();
  return (
    <dl className="grid grid-cols-2 gap-3 rounded-lg bg-sunken p-3">
      <Leaf name={t('inbox.compare.delivered')} leaf={props.delivered} />
      <Leaf name={t('inbox.compare.service')} leaf={props.service} />
    </dl>
  );
}

function Leaf({ name, leaf }: { readonly name: string; readonly leaf: LeafFacts }) {
  const t = useT();
  const locale = useLocale();
  const fingerprint = t('inbox.list.fingerprint', { name });
  return (
    <div className="min-w-0">
      <dt className="flex items-center justify-between text-xs text-muted">
        {name}
        <CopyButton text={leaf.fingerprint256} label={fingerprint} />
      </dt>
      <dd data-selectable className="flex flex-col gap-1">
        <span className="block w-[18ch] max-w-full font-mono text-2xs leading-4.5 break-all">
          {hexPairs(leaf.fingerprint256)}
        </span>
        <span className="text-2xs text-muted tabular">
          {t('inbox.list.until', { date: formatDate(leaf.notAfter, locale, 'local') })}
        </span>
      </dd>
    </div>
  );
}

interface CompareNamesProps {
  readonly added: readonly string[];
  readonly missing: readonly string[];
}

/** The names of a certificate that were not approved, and the approved ones that it lacks. */
export function CompareNames({ added, missing }: CompareNamesProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-sunken p-3 text-xs">
      {added.length > 0 && (
        <Names title={t('inbox.compare.added', { count: added.length })} names={added} icon={Plus} />
      )}
      {missing.length > 0 && (
        <Names title={t('inbox.compare.missing', { count: missing.length })} names={missing} icon={Minus} />
      )}
    </div>
  );
}

function Names(props: {
  readonly title: string;
  readonly names: readonly string[];
  readonly icon: typeof Plus;
}) {
  const { title, names, icon: Icon } = props;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted">{title}</p>
      <ul data-selectable className="flex flex-col">
        {names.map((name) => (
          <li key={name} className="flex items-start gap-1.5 break-all">
            <Icon size={12} aria-hidden className="mt-1 shrink-0 text-muted" />
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
