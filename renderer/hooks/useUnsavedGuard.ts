import { useState } from 'react';

/** Stands before what would throw away typed work. */
export interface UnsavedGuard {
  /** Whether the person is being asked. */
  readonly isAsking: boolean;
  /** Does it at once, or asks first while there is unsaved work. Asked for again meanwhile: takes the question back. */
  readonly attempt: (leave: () => void) => void;
  /** The answers: stay with the work, or drop it and go on. */
  readonly stay: () => void;
  readonly drop: () => void;
}

/** Asks before leaving while `isUnsaved`. */
export function useUnsavedGuard(isUnsaved: boolean): UnsavedGuard {
  const [leaving, setLeaving] = useState<{ readonly leave: () => void } | null>(null);
  const stay = () => setLeaving(null);
  return {
    isAsking: leaving !== null && isUnsaved,
    attempt: (leave) => {
      if (!isUnsaved) leave();
      else setLeaving(leaving === null ? { leave } : null);
    },
    stay,
    drop: () => {
      stay();
      leaving?.leave();
    },
  };
}
