import { Button } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';

/** What the app is: name, version, purpose and licence. */
export function AboutSection({ onShowLicences }: { readonly onShowLicences: () => void }) {
  const t = useT();
  const version = useApp((projection) => projection.app.version);
  return (
    <section className="flex flex-col items-start gap-2">
      <p data-selectable className="text-sm">
        <span className="text-md font-semibold">{t('common.appName')}</span>{' '}
        <span className="text-muted tabular">{t('help.about.version', { version })}</span>
      </p>
      <p className="text-sm text-muted">{t('help.about.what')}</p>
      <p className="text-xs text-muted">{t('help.about.licence')}</p>
      <Button size="sm" onClick={onShowLicences}>
        {t('help.about.show')}
      </Button>
    </section>
  );
}
