import { CopyPlus } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import type { NamesExample } from './exampleNames.ts';
import { PresetFiles } from './PresetFiles.tsx';
import { presetAbout } from './presetWords.ts';
import { SnippetPreview } from './SnippetPreview.tsx';

interface BuiltinPaneProps {
  readonly preset: ExportPreset;
  readonly example: NamesExample;
  readonly onUseAsStart: () => void;
}

/** A preset that comes with the app: to read, and to start an own one from. */
export function BuiltinPane({ preset, example, onUseAsStart }: BuiltinPaneProps) {
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
