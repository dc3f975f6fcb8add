import { CopyPlus, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { RemoveSection } from '#renderer/components/InlineQuestion.tsx';
import { MasterDetail } from '#renderer/components/MasterDetail.tsx';
import { PageHeading, SectionTitle } from '#renderer/components/PageHeading.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { returnToExport, type SettingsPlace } from '#renderer/stores/settingsStore.ts';
import { OWN_PRESETS_MAX } from '#shared/domain/preset.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import { exampleOf, inventedExample, type NamesExample } from './exampleNames.ts';
import { PresetFiles, presetAbout } from './PresetFiles.tsx';
import { PresetForm } from './PresetForm.tsx';
import { SnippetPreview } from './SnippetPreview.tsx';

/** The details that are shown. `start`: the preset that a new one starts as a copy of. */
type PresetPage =
  | { readonly kind: 'preset'; readonly id: string }
  | { readonly kind: 'new'; readonly start: ExportPreset | null };

/** The presets that come with the app and the user's own, beside the chosen one. */
export function PresetsSection({ place: { itemId, returnTo } }: { readonly place: SettingsPlace }) {
  const t = useT();
  const presets = useApp((app) => app.presets);
  const [page, setPage] = useState<PresetPage>({ kind: 'preset', id: itemId ?? '' });
  const example = useExample(returnTo?.orderIds ?? []);
  // A preset that was removed, or that main's state does not have yet, gives way to the first one.
  const chosen =
    page.kind === 'preset' ? (presets.find(({ id }) => id === page.id) ?? presets[0]) : undefined;
  const saved = (preset: ExportPreset) => {
    setPage({ kind: 'preset', id: preset.id });
    // The export continues with the preset that was just added or changed.
    if (returnTo?.options !== undefined)
      returnToExport({ ...returnTo, options: { ...returnTo.options, presetId: preset.id } });
  };
  const itemsOf = (isBuiltin: boolean) =>
    presets
      .filter(({ name }) => (name === null) === isBuiltin)
      .map((preset) => ({ id: preset.id, title: presetTitle(preset, t) }));
  const custom = itemsOf(false);
  const isFull = custom.length >= OWN_PRESETS_MAX;
  return (
    <>
      <PageHeading title={t('presets.title')}>{t('presets.intro')}</PageHeading>
      <MasterDetail
        label={t('presets.list')}
        groups={[
          { title: t('presets.builtin'), items: itemsOf(true) },
          ...(custom.length > 0 ? [{ title: t('presets.own'), items: custom }] : []),
        ]}
        pages={[
          {
            id: 'new',
            icon: Plus,
            text: t('presets.add'),
            refusal: isFull ? t('presets.addFull', { count: OWN_PRESETS_MAX }) : undefined,
          },
        ]}
        chosenId={chosen?.id ?? 'new'}
        detailKey={page.kind === 'new' ? `new ${page.start?.id ?? ''}` : (chosen?.id ?? '')}
        onChoose={(id) => setPage(id === 'new' ? { kind: 'new', start: null } : { kind: 'preset', id })}
      >
        {page.kind === 'new' && (
          <PresetForm preset={null} start={page.start} example={example} onSaved={saved} />
        )}
        {chosen !== undefined && chosen.name === null && (
          <BuiltinPane
            preset={chosen}
            example={example}
            onUseAsStart={() => setPage({ kind: 'new', start: chosen })}
          />
        )}
        {chosen !== undefined && chosen.name !== null && (
          <div className="flex flex-col gap-5">
            <PresetForm preset={chosen} start={null} example={example} onSaved={saved} />
            <RemoveSection
              texts="presets.remove"
              question={t('presets.remove.question', { name: presetTitle(chosen, t) })}
              remove={() => bridge().calls['presets:remove'](chosen.id)}
            />
          </div>
        )}
      </MasterDetail>
    </>
  );
}

interface BuiltinPaneProps {
  readonly preset: ExportPreset;
  readonly example: NamesExample;
  readonly onUseAsStart: () => void;
}

/** A preset that comes with the app: to read, and to start an own one from. */
function BuiltinPane({ preset, example, onUseAsStart }: BuiltinPaneProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <SectionTitle>{presetTitle(preset, t)}</SectionTitle>
        <p className="text-sm text-muted">{presetAbout(preset, t)}</p>
      </div>
      <PresetFiles preset={preset} example={example} />
      <SnippetPreview preset={preset} example={example} />
      <div>
        <Button icon={CopyPlus} onClick={onUseAsStart}>
          {t('presets.useAsStart')}
        </Button>
      </div>
    </div>
  );
}

/** The order that names are shown for: the first of those that are exported, else any, else an invented one. */
function useExample(orderIds: readonly string[]): NamesExample {
  const order = useApp(({ orders }) => orders.get(orderIds[0] ?? '') ?? orders.values().next().value);
  return useMemo(() => (order === undefined ? inventedExample : exampleOf(order)), [order]);
}
