import { err, ok } from '#shared/result.ts';
import { defineCommand, type Shell, shells } from '../command.ts';

export const completion = defineCommand<{ readonly shell: Shell }>({
  name: 'completion',
  about: 'completion',
  operands: { text: '<bash|zsh|fish>', tag: 'shell', least: 1, most: 1, completes: 'shells' },
  options: {},
  read: ({ words: [word = ''] }) => {
    const shell = shells.find((known) => known === word);
    return shell === undefined ? err({ kind: 'unknownShell', word }) : ok({ shell });
  },
  print: async ({ shell }) => {
    const { completionScript } = await import('../completions.ts');
    return (t, commands) => ({ text: completionScript(shell, commands, t) });
  },
});
