import { createContext, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react';

/** What a dialog offers the forms inside it. */
interface UnsavedScope {
  readonly track: (id: string, isUnsaved: boolean) => void;
  /** Runs `leave` at once, or asks first while a form holds unsaved values. */
  readonly attempt: (leave: () => void) => void;
}

export const UnsavedContext = createContext<UnsavedScope | null>(null);

/** The question that a dialog asks before it drops unsaved values. */
export type UnsavedGuard = ReturnType<typeof useUnsavedGuard>;

const none: ReadonlySet<string> = new Set();

/** Guards a dialog whose forms report by `useUnsaved`. `isUnsaved`: of values that the dialog itself holds. */
export function useUnsavedGuard(isUnsaved: boolean) {
  const [forms, setForms] = useState(none);
  const [leaving, setLeaving] = useState<{ readonly leave: () => void } | null>(null);
  const isAnyUnsaved = isUnsaved || forms.size > 0;
  const track = useCallback((id: string, isFormUnsaved: boolean) => {
    setForms((known) => {
      if (known.has(id) === isFormUnsaved) return known;
      return isFormUnsaved ? new Set([...known, id]) : new Set([...known].filter((each) => each !== id));
    });
  }, []);
  const scope = useMemo<UnsavedScope>(
    () => ({
      track,
      attempt: (leave) => {
        if (!isAnyUnsaved) leave();
        // A second attempt, such as Escape again, takes the question back.
        else setLeaving((asked) => (asked === null ? { leave } : null));
      },
    }),
    [track, isAnyUnsaved],
  );
  const stay = () => setLeaving(null);
  return {
    isUnsaved: isAnyUnsaved,
    isAsking: leaving !== null && isAnyUnsaved,
    stay,
    /** The answer that drops the values and leaves. */
    drop: () => {
      stay();
      leaving?.leave();
    },
    scope,
  };
}

/** Makes the dialog around ask before it closes while `isUnsaved`. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId();
  const track = useContext(UnsavedContext)?.track;
  useEffect(() => {
    track?.(id, isUnsaved);
    return () => track?.(id, false);
  }, [track, id, isUnsaved]);
}

/** Runs what leaves the current form within its dialog, after the dialog's question while values are unsaved. */
export function useLeave(): (leave: () => void) => void {
  const scope = useContext(UnsavedContext);
  return scope === null ? (leave) => leave() : scope.attempt;
}
