import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';

/** Where notifications go, and how many wait. Nothing where the system does not say it. */
export function NotificationsPlace() {
  const t = useT();
  const { state, waiting } = useApp((app) => app.notifications);
  const isKnown = state.kind !== 'system' && state.kind !== 'unknown';
  if (!isKnown && waiting === 0) return null;
  return (
    <p role="status" className="pl-6 text-xs text-muted">
      {isKnown &&
        t(`settings.notificationsGo.${state.kind}`, { program: state.kind === 'shown' ? state.by : '' })}
      {waiting > 0 && <> {t('settings.notificationsGo.waiting', { count: waiting })}</>}
    </p>
  );
}
