import { CheckCheck, CircleDashed, CircleX, Diff, History, TriangleAlert, Unplug } from 'lucide-react';
import { type StateAppearance, StateBadge } from '#renderer/components/Badge.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { colours } from '#renderer/styles/tone.ts';
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
  expired: { icon: CircleX, ...colours.danger },
  foreign: { icon: Diff, ...colours.danger },
  stale: { icon: History, ...colours.orange },
  misconfigured: { icon: TriangleAlert, ...colours.amber },
  unreachable: { icon: Unplug, ...colours.amber },
  unknown: { icon: CircleDashed, ...colours.gray },
  current: { icon: CheckCheck, ...colours.green },
};
