import { CheckCheck, CircleDashed, CircleX, Diff, History, TriangleAlert, Unplug } from 'lucide-react';
import { type StateAppearance, StateBadge } from '#renderer/components/Badge.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { PlaceStatus } from '#shared/domain/conditions/places.ts';
import { placeStatusText } from '#shared/i18n/placeStatusText.ts';

interface ProbeStatusBadgeProps {
  readonly status: PlaceStatus;
  readonly uncheckedSince: number | null;
}

export function ProbeStatusBadge({ status, uncheckedSince }: ProbeStatusBadgeProps) {
  const t = useT();
  const locale = useLocale();
  return (
    <StateBadge
      appearance={probeStatusAppearances[status]}
      text={placeStatusText(status, uncheckedSince, t, locale, 'local')}
    />
  );
}

/** How a status looks. Each has its own icon, so that colour is never the only difference. */
const probeStatusAppearances: Readonly<Record<PlaceStatus, StateAppearance>> = {
  expired: { icon: CircleX, ink: 'text-danger', soft: 'bg-danger-soft' },
  foreign: { icon: Diff, ink: 'text-danger', soft: 'bg-danger-soft' },
  stale: { icon: History, ink: 'text-orange', soft: 'bg-orange-soft' },
  misconfigured: { icon: TriangleAlert, ink: 'text-amber', soft: 'bg-amber-soft' },
  unreachable: { icon: Unplug, ink: 'text-amber', soft: 'bg-amber-soft' },
  unknown: { icon: CircleDashed, ink: 'text-gray', soft: 'bg-gray-soft' },
  current: { icon: CheckCheck, ink: 'text-green', soft: 'bg-green-soft' },
};
