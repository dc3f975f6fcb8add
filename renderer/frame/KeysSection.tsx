import { Key } from '#renderer/components/Key.tsx';
import { SectionTitle } from '#renderer/components/PageHeading.tsx';
import { shortcutOf, verbs } from '#renderer/features/orders/verbs/verbs.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** The keys of the whole window. */
export function KeysSection() {
  const t = useT();
  const isMac = useApp((projection) => projection.app.platform === 'darwin');
  const withCommand = (key: string) => (isMac ? `⌘${key}` : `Ctrl+${key}`);
  const rows = [
    { does: t('help.keys.search'), keys: ['/', withCommand('F')] },
    { does: t('palette.title'), keys: [withCommand('K')] },
    { does: t('help.keys.add'), keys: [withCommand('N')] },
    { does: t('help.keys.syncAll'), keys: [withCommand('R'), 'F5'] },
    { does: t('help.keys.views'), keys: [withCommand('1'), withCommand('2')] },
    { does: t('help.keys.move'), keys: ['↑', '↓'] },
    { does: t('help.keys.choose'), keys: [t('help.keys.space'), withCommand('A')] },
    ...verbRows(t),
    { does: t('orders.action.undo'), keys: [withCommand('Z')] },
    { does: t('help.keys.zoom'), keys: ['+', '−'] },
    { does: t('help.keys.pan'), keys: [t('help.keys.shift'), '←', '→'] },
    { does: t('help.keys.back'), keys: [t('help.keys.escape')] },
    { does: t('help.keys.settings'), keys: [withCommand(',')] },
    { does: t('help.keys.help'), keys: ['F1', '?'] },
  ];
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('help.keys.title')}</SectionTitle>
      <dl className="grid gap-x-10 gap-y-1.5 text-sm min-[860px]:grid-cols-2">
        {rows.map(({ does, keys }) => (
          <div key={does} className="flex items-center justify-between gap-3">
            <dt className="text-muted">{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Key key={key} label={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keys of the verbs. A key that ends what it does is named once. */
function verbRows(t: Translate) {
  const rows = new Map<string, string>();
  for (const verb of verbs) {
    const label = shortcutOf(verb, t)?.label;
    if (label !== undefined && !rows.has(label)) rows.set(label, verb.text(t));
  }
  return [...rows].map(([label, does]) => ({ does, keys: [label] }));
}
