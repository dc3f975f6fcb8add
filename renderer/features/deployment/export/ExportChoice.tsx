import { KeyRound, type LucideIcon, ShieldAlert } from 'lucide-react';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RadioGroup } from '#renderer/components/RadioGroup.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportWishes } from '#renderer/stores/exportWishes.ts';
import { type ExportPreset, needsPassphrase } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import type { NamesExample } from '../presets/exampleNames.ts';
import { PresetFiles } from '../presets/PresetFiles.tsx';
import { presetAbout } from '../presets/presetWords.ts';
import { PemParts } from './PemParts.tsx';
import { PresetChoice } from './PresetChoice.tsx';

/** Where the material is from: the service, one delivery, or the last accepted delivery of each order. */
export type ExportSource = 'service' | 'delivery' | 'pushOnly';

interface ExportChoiceProps {
  readonly source: ExportSource;
  readonly presets: readonly ExportPreset[];
  /** The preset of the wishes; `undefined` only where there are no presets at all. */
  readonly preset: ExportPreset | undefined;
  readonly wishes: ExportWishes;
  /** The one order that is exported; `null` for several. */
  readonly example: NamesExample | null;
  readonly onChange: (change: Partial<ExportWishes>) => void;
  readonly onManage: () => void;
  /** Why the export could not begin, or `null`. */
  readonly error: AppError | null;
}

/** The first page of an export: preset and container. The place itself is chosen in the native dialog. */
export function ExportChoice(props: ExportChoiceProps) {
  const { source, presets, preset, wishes, example, onChange, onManage, error } = props;
  const t = useT();
  const { parts, container } = wishes;
  const isFlat = preset?.folder === '';
  const hasKey =
    preset?.id === 'pem'
      ? parts.has('key')
      : preset?.files.some((file) => file.format === 'pem' && file.parts.includes('key')) === true;
  return (
    <div className="flex h-full min-h-0 flex-col gap-4">
      {error !== null && <ErrorBanner reveal error={error} />}
      <p className="text-sm text-muted">
        {source === 'service' ? t('exporting.description') : t(`inbox.exporting.${source}`)}
      </p>
      <div className="grid min-h-0 flex-1 grid-cols-[14.5rem_minmax(0,1fr)] gap-5">
        <PresetChoice
          presets={presets}
          chosenId={preset?.id ?? ''}
          example={example}
          onChoose={(presetId) => onChange({ presetId })}
          onManage={onManage}
        />
        <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-0.5">
          {preset !== undefined && (
            <>
              <p className="text-sm">{presetAbout(preset, t)}</p>
              {preset.id === 'pem' ? (
                <PemParts
                  parts={parts}
                  isKeyDelivered={source !== 'service'}
                  onChange={(next) => onChange({ parts: next })}
                />
              ) : (
                <div>
                  <h3 className="mb-1.5 text-xs font-medium">{t('exporting.parts')}</h3>
                  <PresetFiles preset={preset} example={example} />
                </div>
              )}
            </>
          )}
          <RadioGroup
            legend={t('exporting.container')}
            layout="row"
            value={container}
            onValueChange={(chosen) => onChange({ container: chosen })}
            options={[
              {
                value: 'folder',
                label: t('exporting.containers.folder'),
                hint: t(isFlat ? 'exporting.containers.folderFlatHint' : 'exporting.containers.folderHint'),
              },
              {
                value: 'zip',
                label: t('exporting.containers.zip'),
                hint: t(isFlat ? 'exporting.containers.zipFlatHint' : 'exporting.containers.zipHint'),
              },
            ]}
          />
          <div className="flex min-h-4.5 flex-col gap-1">
            {preset !== undefined && needsPassphrase(preset) && (
              <Note icon={KeyRound} look="text-muted" text={t('exporting.passphraseAhead')} />
            )}
            {container === 'zip' && hasKey && (
              <Note icon={ShieldAlert} look="text-amber" text={t('exporting.keyInZip')} />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

interface NoteProps {
  readonly icon: LucideIcon;
  readonly look: string;
  readonly text: string;
}

function Note({ icon: Icon, look, text }: NoteProps) {
  return (
    <p className="flex items-start gap-1.5 text-xs text-muted">
      <Icon size={14} aria-hidden className={`mt-0.5 shrink-0 ${look}`} />
      {text}
    </p>
  );
}
