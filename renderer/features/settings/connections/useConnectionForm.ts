import { useState } from 'react';
import {
  type ConnectionDraft,
  type ConnectionFields,
  checkDraft,
  type FieldErrors,
} from './connectionDraft.ts';

export interface ConnectionForm {
  readonly draft: ConnectionDraft;
  readonly errors: FieldErrors;
  /** Changes fields and forgets what was wrong with them. */
  readonly change: (change: Partial<ConnectionDraft>) => void;
  /** Puts another draft in the place of this one. */
  readonly replace: (draft: ConnectionDraft) => void;
  /** Adds what main, or a check beside the draft, found wrong. */
  readonly fail: (errors: FieldErrors) => void;
  /** The fields when they can be sent; else shows what is wrong and gives `null`. */
  readonly check: () => ConnectionFields | null;
}

/** The state of a form for a connection. */
export function useConnectionForm(initial: ConnectionDraft): ConnectionForm {
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  return {
    draft,
    errors,
    change: (change) => {
      setDraft((present) => ({ ...present, ...change }));
      setErrors((present) => {
        const left: FieldErrors = { ...present };
        if (change.name !== undefined) delete left.name;
        if (change.baseUrl !== undefined) delete left.baseUrl;
        if (change.ca !== undefined) delete left.caFile;
        return left;
      });
    },
    replace: (next) => {
      setDraft(next);
      setErrors({});
    },
    fail: (found) => setErrors((present) => ({ ...present, ...found })),
    check: () => {
      const checked = checkDraft(draft);
      setErrors(checked.ok ? {} : checked.error);
      return checked.ok ? checked.value : null;
    },
  };
}
