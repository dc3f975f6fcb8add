import { settingsChangeSchema } from '../domain/settings.ts';
import { textLimits } from '../domain/textLimits.ts';
import { z } from '../zod.ts';
import { ids } from './call.ts';

/** A call that undoes what the user did, with its arguments. */
const undoStepSchema = z.discriminatedUnion('call', [
  z.object({ call: z.literal('orders:restore'), args: ids }),
  z.object({ call: z.literal('alerts:unsnooze'), args: ids }),
  z.object({ call: z.literal('settings:set'), args: settingsChangeSchema }),
  z.object({ call: z.literal('planned:restore'), args: ids }),
  z.object({ call: z.literal('endpoints:restore'), args: ids }),
]);

export type UndoStep = z.infer<typeof undoStepSchema>;

/** What can be undone until the app is quit. `key` is unique, `title` says what was done. */
export const undoableSchema = z.object({
  key: z.uuid(),
  title: z.string().max(textLimits.done),
  step: undoStepSchema,
});

export type Undoable = z.infer<typeof undoableSchema>;
