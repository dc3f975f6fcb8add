import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';

/** The keys that work in the window. */
export function KeysSection() {
  const t = useT();
  const isMac = useApp((projection) => projection.app.platform === 'darwin');
  const withCommand = (key: string) => (isMac ? `⌘${key}` : `Ctrl+${key}`);
  const rows = [
    { does: t('help.keys.search'), keys: ['/', withCommand('F')] },
    { does: t('help.keys.add'), keys: [withCommand('N')] },
    { does: t('help.keys.views'), keys: [withCommand('1'), withCommand('2')] },
    { does: t('help.keys.move'), keys: ['↑', '↓'] },
    { does: t('help.keys.open'), keys: [t('help.keys.enter')] },
    { does: t('help.keys.choose'), keys: [t('help.keys.space'), withCommand('A')] },
    { does: t('help.keys.remove'), keys: [t('help.keys.delete')] },
    { does: t('help.keys.zoom'), keys: ['+', '−'] },
    { does: t('help.keys.pan'), keys: [t('help.keys.shift'), '←', '→'] },
    { does: t('help.keys.back'), keys: [t('help.keys.escape')] },
    { does: t('help.keys.help'), keys: ['F1'] },
  ];
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <SectionTitle>{t('help.keys.title')}</SectionTitle>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-1.5 text-xs">
        {rows.map(({ does, keys }) => (
          <div key={does} className="flex items-center justify-between gap-3">
            <dt className="text-muted">{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded border border-line-strong px-1.5 font-sans text-2xs leading-4.5"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
