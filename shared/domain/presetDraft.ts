import { z } from '../zod.ts';
import {
  PRESET_FILES_MAX,
  presetFormats,
  presetLineEnds,
  presetModes,
  presetParts,
  TEMPLATE_MAX,
} from './preset.ts';
import { presetServers } from './presets/presets.ts';
import { textLimits } from './textLimits.ts';

/** A custom preset as entered. `presetProblem` checks the templates and the combination of files. */
export const presetDraftSchema = z.object({
  name: z.string().max(textLimits.name),
  folder: z.string().max(TEMPLATE_MAX),
  server: z.enum(presetServers).nullable(),
  files: z
    .array(
      z
        .object({
          name: z.string().max(TEMPLATE_MAX),
          format: z.enum(presetFormats),
          parts: z.array(z.enum(presetParts)).max(presetParts.length).readonly(),
          mode: z.enum(presetModes),
          lineEnds: z.enum(presetLineEnds),
        })
        .readonly(),
    )
    .min(1)
    .max(PRESET_FILES_MAX)
    .readonly(),
});

export type PresetDraft = z.infer<typeof presetDraftSchema>;
