import { bridge } from '#renderer/bridge.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import type { AppError } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { type ConnectionFields, fieldErrorsOf } from './connectionDraft.ts';
import { type TokenSource, useTokenSource } from './TokenInput.tsx';
import type { ConnectionForm } from './useConnectionForm.ts';

/** A connection to be made: what is in the form, and the token. */
type Subject = ConnectionFields & { readonly id: null; readonly token: string };

interface NewConnectionState {
  readonly token: TokenSource;
  readonly busy: boolean;
  /** Why the last try failed. */
  readonly error: AppError | null;
  /** What the form holds, to be tested or added; else shows what is wrong and gives `null`. */
  readonly subject: () => Subject | null;
  /** Adds it and empties the token input. Gives its id; else shows what is wrong and gives `null`. */
  readonly add: (subject: Subject) => Promise<string | null>;
}

/** Making a connection from a form for its fields and an input for its token. */
export function useNewConnection(form: ConnectionForm): NewConnectionState {
  const token = useTokenSource();
  const { run, busy, error } = useAction((args: CallArgs<'connections:add'>) =>
    bridge().calls['connections:add'](args),
  );
  return {
    token,
    busy,
    error,
    subject: () => {
      const fields = form.check();
      const given = token.read();
      if (given === '') form.fail({ token: { kind: 'invalidInput', field: 'token', reason: 'empty' } });
      return fields === null || given === '' ? null : { ...fields, id: null, token: given };
    },
    add: async ({ id: _, ...added }) => {
      const result = await run(added);
      if (!result.ok) {
        form.fail(fieldErrorsOf(result.error));
        return null;
      }
      token.clear();
      return result.value.id;
    },
  };
}
