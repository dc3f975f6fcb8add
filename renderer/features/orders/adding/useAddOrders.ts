import { type FormEvent, useDeferredValue, useMemo, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { currentApp, useApp } from '#renderer/stores/appStore.ts';
import { type OddPart, recogniseSetup, type SureRids } from '#shared/domain/pastedSetup.ts';
import { formatRids } from '#shared/domain/rids.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { decideToken } from '#shared/domain/tokenDecision.ts';
import type { AddOrdersReport } from '#shared/ipc/answers.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';

export type AddOrdersForm = ReturnType<typeof useAddOrders>;

interface Taken {
  readonly rids: readonly string[];
  readonly duplicates: number;
  readonly odd: readonly OddPart[];
  readonly isTooLong: boolean;
  /** What the last look at the clipboard found; `null`: the last text was pasted. */
  readonly copied: SureRids | null;
}

const nothing: Taken = { rids: [], duplicates: 0, odd: [], isTooLong: false, copied: null };

/**
 * The state of adding orders: the connection, the rids so far, what is being typed, and the result.
 * @param wantedId the connection at first; `null`: the first one
 */
export function useAddOrders(wantedId: string | null) {
  const connections = useApp((app) => app.connections);
  const [chosenId, setChosenId] = useState(wantedId);
  const connection = connections.find(({ id }) => id === chosenId) ?? connections[0];
  const [taken, setTaken] = useState(nothing);
  const [draft, setDraft] = useState('');
  const [report, setReport] = useState<AddOrdersReport | null>(null);
  const deferred = useDeferredValue(draft);
  // What is being typed counts already.
  const all = useMemo(() => (deferred === '' ? taken : add(taken, deferred)), [taken, deferred]);
  const secret = useMemo(() => possibleToken(all.rids), [all.rids]);
  const action = useAction((args: CallArgs<'orders:add'>) => bridge().calls['orders:add'](args));
  const reading = useAction(bridge().calls['orders:readRids']);
  return {
    ...all,
    /** A rid that looks like a token, unlike the others and the rids of the list. Main knows, and does not add one. */
    secret,
    isEmpty: taken.rids.length === 0 && draft.trim() === '',
    take: (text: string) => setTaken((before) => add(before, text)),
    setDraft,
    /** Takes the rids on the clipboard, which main reads. */
    takeCopied: async () => {
      const copied = await reading.run(null);
      if (copied.ok) setTaken((before) => ({ ...addRids(before, copied.value.rids), copied: copied.value }));
    },
    isReading: reading.busy,
    leaveOut: (rid: string) =>
      setTaken((before) => ({ ...before, rids: before.rids.filter((each) => each !== rid) })),
    busy: action.busy,
    error: action.error ?? reading.error,
    /** The result of the last submission, or `null` before one. */
    report,
    /** `undefined`: there is none. */
    connection,
    chooseConnection: setChosenId,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (connection === undefined || action.busy || all.rids.length === 0) return;
      void action.run({ connectionId: connection.id, text: formatRids(all.rids) }).then((result) => {
        if (result.ok) setReport(result.value);
      });
    },
    /** Starts again without rids. */
    again: () => {
      action.reset();
      reading.reset();
      setTaken(nothing);
      setReport(null);
    },
  };
}

/** Rids of the list with which new ones are compared. */
const MOST_COMPARED = 200;

function possibleToken(rids: readonly string[]): string | null {
  if (rids.length === 0) return null;
  const orders = [...(currentApp()?.orders.values() ?? [])].slice(0, MOST_COMPARED);
  const known = orders.flatMap(({ source }) => (source.kind === 'pull' ? source.rid : []));
  return decideToken(rids, { hasToken: false, rids: known, isNamed: () => false }).token;
}

/** Adds what a text holds. A text that is too long adds nothing. */
function add(before: Taken, text: string): Taken {
  if (text.length > textLimits.rids) return { ...before, isTooLong: true };
  const { rids, duplicates, odd } = recogniseSetup(text, { wanted: 'orders' });
  return { ...addRids(before, rids, duplicates.length), odd };
}

function addRids(before: Taken, rids: readonly string[], repeated = 0): Taken {
  const all = new Set([...before.rids, ...rids]);
  const known = before.rids.length + rids.length - all.size;
  return { ...nothing, rids: [...all], duplicates: before.duplicates + known + repeated };
}
