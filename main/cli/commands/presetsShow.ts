import { ok } from '#shared/result.ts';
import { defineCommand, json } from '../command.ts';
import type { PresetsValues } from '../runs/presets.ts';

export const presetsShow = defineCommand<PresetsValues>({
  name: 'presets show',
  about: 'presetsShow',
  operands: { text: '<preset>', tag: 'preset', least: 1, most: 1 },
  options: { json },
  read: ({ words: [preset = ''], options }) => ok({ preset, json: options.has('json') }),
  load: async () => {
    const { runPresets: run, presetsResult: result } = await import('../runs/presets.ts');
    return { run, result };
  },
});
