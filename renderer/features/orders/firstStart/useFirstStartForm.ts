import { useEffect, useMemo, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import {
  type ConnectionDraft,
  checkNewDraft,
  emptyDraft,
  newConnectionProblems,
} from '#renderer/features/settings/connections/connectionDraft.ts';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useSecretSource } from '#renderer/hooks/useSecretSource.ts';
import { told } from '#renderer/stores/toastStore.ts';
import type { PastedSetup } from '#shared/domain/pastedSetup.ts';
import { recogniseSetup } from '#shared/domain/pastedSetup.ts';
import { formatRids, isPartOf, MASKED, parseRids } from '#shared/domain/rids.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { plainRids } from '#shared/domain/tokenDecision.ts';
import { ok } from '#shared/result.ts';
import { setSavingFirstStart } from './useFirstStart.ts';
import { useTrial } from './useTrial.ts';

interface FirstStartDraft extends ConnectionDraft {
  readonly hasToken: boolean;
  /** The field of the rids, which `parseRids` reads. */
  readonly ridsText: string;
}

/** What was wrong with the last pasted text. */
type PasteNotes = Pick<PastedSetup, 'odd' | 'isTokenGuessed'> & { readonly isTooLong: boolean };

const noNotes: PasteNotes = { odd: [], isTokenGuessed: false, isTooLong: false };
const initial: FirstStartDraft = { ...emptyDraft, hasToken: false, ridsText: '' };

export type FirstStartForm = ReturnType<typeof useFirstStartForm>;

/**
 * The state of the first start: what was pasted or typed, and what trying it found. It is tried whenever a part is
 * complete: a paste, a field that is left. What is being typed is not, or a token would go to half an address.
 */
export function useFirstStartForm() {
  const token = useSecretSource();
  const trial = useTrial();
  const [tokenVersion, setTokenVersion] = useState(0);
  const [notes, setNotes] = useState(noNotes);
  const [undecided, setUndecided] = useState<readonly string[]>([]);
  /** Words that were asked about, are not the token, and may be other secrets. */
  const [doubtful, setDoubtful] = useState<readonly string[]>([]);
  const [completed, setCompleted] = useState(0);
  const form = useForm({
    initial,
    check: checkNewDraft,
    send: async (fields) => {
      setSavingFirstStart(true);
      const added = await bridge().calls['connections:add']({ ...fields, token: token.read() });
      if (!added.ok || rids.length === 0) {
        setSavingFirstStart(false);
        return added;
      }
      trial.stop();
      token.clear();
      const [connectionId, text] = [added.value.id, formatRids(rids)];
      await told(bridge().calls['orders:add']({ connectionId, text }), 'firstStart.ordersFailed');
      setSavingFirstStart(false);
      return ok(added.value);
    },
    problemsOf: newConnectionProblems,
    onStored: token.clear,
  });
  const { values } = form;
  const parsed = useMemo(() => parseRids(values.ridsText.slice(0, textLimits.rids)), [values.ridsText]);
  const isToken = (word: string) => isPartOf(word, token.read());
  const rids = parsed.rids.filter((rid) => !isToken(rid));
  const checked = checkNewDraft(values);
  const subject = checked.ok ? { fields: checked.value, tokenVersion, readToken: token.read, rids } : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a part that is complete starts a trial
  useEffect(() => {
    if (subject !== null) void trial.start(subject);
  }, [completed]);

  const complete = () => setCompleted((count) => count + 1);
  const setToken = (text: string) => {
    if (token.ref.current !== null) token.ref.current.value = text;
    setTokenVersion((version) => version + 1);
    form.change({ hasToken: text !== '' });
  };
  const addRids = (more: readonly string[]) => {
    const all = [...new Set([...parsed.rids, ...more])].filter((rid) => !isToken(rid));
    if (all.length !== parsed.rids.length || more.length > 0) form.change({ ridsText: formatRids(all) });
  };
  const hasGoodToken = () => values.hasToken && trial.state.failed?.step !== 'token';
  /** Adds rids, and of the hidden words those that are plainly rids now that the token is known. */
  const release = (asked: readonly string[], more: readonly string[] = []) => {
    const plain = plainRids(asked, [...rids, ...more]);
    addRids([...more, ...plain]);
    const isOpen = (word: string) => !plain.includes(word) && !more.includes(word) && !isToken(word);
    setDoubtful(asked.filter(isOpen));
    setUndecided([]);
  };
  return {
    form,
    token,
    notes,
    trial: trial.state,
    rids,
    refusedRids: parsed.refused,
    undecided,
    doubtful,
    /** A field was left. Its token is none of the rids, and ends the doubt about what was pasted. */
    complete: () => {
      if (rids.length < parsed.rids.length)
        setNotes((before) => ({ ...before, odd: [...before.odd, { text: MASKED, reason: 'token' }] }));
      if (hasGoodToken() && undecided.length > 0) release([...undecided, ...doubtful]);
      else addRids([]);
      complete();
    },
    /** The parts of the connection change: what was found before says nothing about them. */
    changeConnection: (part: Partial<FirstStartDraft>) => {
      form.change(part);
      trial.reset();
    },
    tokenTyped: (hasToken: boolean) => {
      setTokenVersion((version) => version + 1);
      setNotes((before) => ({ ...before, isTokenGuessed: false }));
      form.change({ hasToken });
      trial.reset();
    },
    /** Takes what a pasted text holds. */
    paste: (text: string) => {
      if (text.length > textLimits.rids) return setNotes({ ...noNotes, isTooLong: true });
      const known = hasGoodToken() ? token.read() : null;
      const hidden = [...undecided, ...doubtful];
      const found = recogniseSetup(text, { token: known, rids, undecided: hidden });
      const { address, odd, isTokenGuessed } = found;
      setNotes({ odd, isTokenGuessed, isTooLong: false });
      if (address !== null) form.change({ baseUrl: address });
      if (found.token !== null) setToken(found.token);
      const isAsked = (word: string) => found.undecided.includes(word);
      const isHidden = (word: string) => hidden.includes(word);
      release(
        hidden.filter((word) => !isAsked(word)),
        found.rids.filter((word) => !isHidden(word)),
      );
      setUndecided(found.undecided);
      complete();
    },
    /** Says which of the undecided words is the token; `null`: none, all are rids. */
    decide: (chosen: string | null) => {
      if (chosen !== null) setToken(chosen);
      if (chosen === null) release(doubtful, undecided);
      else release([...undecided, ...doubtful]);
      complete();
    },
    /** Says that these of the doubtful words are rids. */
    takeRids: (words: readonly string[]) => {
      release(
        doubtful.filter((word) => !words.includes(word)),
        words,
      );
      complete();
    },
    dropDoubtful: (word: string) => setDoubtful(doubtful.filter((each) => each !== word)),
    /** The word that was taken for the token is a rid. */
    tokenIsRid: () => {
      const word = token.read();
      setToken('');
      addRids([word]);
      // One of these may be the token now.
      setUndecided(doubtful);
      setDoubtful([]);
      setNotes((before) => ({ ...before, isTokenGuessed: false }));
      complete();
    },
    leaveOut: (unwanted: ReadonlySet<string>) => {
      form.change({ ridsText: formatRids(rids.filter((rid) => !unwanted.has(rid))) });
      complete();
    },
    tryAgain: () => {
      trial.reset();
      complete();
    },
    /** Stores everything once a certificate was read. */
    submit: async () => {
      if (form.read() === null || subject === null) return;
      if (await trial.start(subject)) await form.submit();
    },
    /** Stores everything, although it does not work now. */
    submitAnyway: () => void form.submit(),
  };
}
