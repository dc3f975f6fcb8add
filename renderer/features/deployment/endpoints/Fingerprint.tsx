import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { hexPairs } from '#shared/i18n/certificateText.ts';

/** The start of a fingerprint. The whole of it is in the tooltip and can be copied. */
export function Fingerprint({ value }: { readonly value: string }) {
  const t = useT();
  return (
    <span className="group/copied flex min-w-0 items-center gap-1">
      <span data-selectable className="truncate font-mono text-2xs" title={hexPairs(value)}>
        {hexPairs(value.slice(0, 16))}…
      </span>
      <CopyButton quiet text={value} label={t('places.fingerprint')} />
    </span>
  );
}
