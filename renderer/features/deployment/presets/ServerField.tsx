import { FormField } from '#renderer/components/FormField.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { presetServers } from '#shared/domain/preset.ts';
import { missingForServer } from '#shared/domain/presetServer.ts';
import type { NamesExample } from './exampleNames.ts';
import type { PresetFormDraft } from './presetDraft.ts';
import { SnippetPreview } from './SnippetPreview.tsx';

interface ServerFieldProps {
  readonly draft: PresetFormDraft;
  readonly example: NamesExample;
  readonly onChange: (draft: PresetFormDraft) => void;
}

/** For which server an export shows lines of configuration, and those lines, or what they lack. */
export function ServerField({ draft, example, onChange }: ServerFieldProps) {
  const t = useT();
  const { server, files } = draft;
  const missing =
    server === null
      ? []
      : missingForServer(server, files).map((need) =>
          t('presets.serverLacks', {
            server: t(`presets.names.${server}`),
            need: t(`presets.serverNeed.${need}`),
          }),
        );
  const choices = [
    { value: 'none', label: t('presets.noServer') },
    ...presetServers.map((value) => ({ value, label: t(`presets.names.${value}`) })),
  ] as const;
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-x-4 sm:grid-cols-2">
        <FormField
          label={t('presets.field.server')}
          {...(missing.length === 0 ? {} : { hint: missing.map((text) => <Line key={text} text={text} />) })}
        >
          {(field) => (
            <Select
              {...field}
              value={server ?? 'none'}
              options={choices}
              onValueChange={(value) => onChange({ ...draft, server: value === 'none' ? null : value })}
            />
          )}
        </FormField>
      </div>
      <SnippetPreview preset={draft} example={example} />
    </div>
  );
}

function Line({ text }: { readonly text: string }) {
  return <span className="block">{text}</span>;
}
