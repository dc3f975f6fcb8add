import { ok } from '#shared/result.ts';
import { defineCommand, json, operands } from '../command.ts';
import type { PresetsValues } from '../runs/presets.ts';

export const presetsList = defineCommand<PresetsValues>({
  name: 'presets list',
  about: 'presetsList',
  operands: operands.none,
  options: { json },
  read: ({ options }) => ok({ preset: null, json: options.has('json') }),
  load: async () => {
    const { runPresets: run, presetsResult: result } = await import('../runs/presets.ts');
    return { run, result };
  },
});
