import { useRef, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import type { ConnectionFields } from '#renderer/features/settings/connections/connectionDraft.ts';
import { type ConnectionTrial, RIDS_PER_TRIAL, type TriedRid } from '#shared/domain/connection.ts';

/** Maximum rids that are tried before they are stored. */
export const TRIED_RIDS = 50;

export interface TrialState {
  readonly phase: 'none' | 'running' | 'done';
  /** Why the connection itself does not work. */
  readonly failed: ConnectionTrial['failed'];
  readonly answers: ReadonlyMap<string, TriedRid['answer']>;
}

export interface TrialSubject {
  readonly fields: ConnectionFields;
  /** Changes with every token. */
  readonly tokenVersion: number;
  readonly readToken: () => string;
  readonly rids: readonly string[];
}

interface Run {
  readonly connection: string;
  readonly rids: string;
  /** Whether a certificate was read, or without rids the token was accepted. Settles as soon as that is known. */
  readonly works: Promise<boolean>;
}

const noTrial: TrialState = { phase: 'none', failed: null, answers: new Map() };

/** Tries a connection with its rids before anything is stored: the first rid alone, then the others a few at a time. */
export function useTrial() {
  const [state, setState] = useState(noTrial);
  const latest = useRef<Run | null>(null);
  const answers = useRef(new Map<string, TriedRid['answer']>());

  const ask = async (
    { fields, readToken, rids }: TrialSubject,
    isLatest: () => boolean,
    known: () => void,
  ) => {
    const show = (phase: TrialState['phase'], failed: TrialState['failed'] = null) =>
      setState({ phase, failed, answers: new Map(answers.current) });
    show('running');
    const waiting = rids.slice(0, TRIED_RIDS).filter((rid) => !answers.current.has(rid));
    const works = () => rids.length === 0 || rids.some((rid) => answers.current.get(rid)?.ok === true);
    if (rids.length > 0 && works()) known();
    while (waiting.length > 0 || rids.length === 0) {
      const some = waiting.splice(0, works() ? RIDS_PER_TRIAL : 1);
      const report = await bridge().calls['connections:try']({ ...fields, token: readToken(), rids: some });
      if (!isLatest()) return false;
      for (const { rid, answer } of report.results) answers.current.set(rid, answer);
      if (report.failed !== null) {
        show('done', report.failed);
        return false;
      }
      if (works()) known();
      if (waiting.length > 0) show('running');
      if (rids.length === 0) break;
    }
    show('done');
    return works();
  };

  return {
    state,
    /** Tries this, unless it is what was tried last. The answer: as `Run.works`. */
    start: (subject: TrialSubject): Promise<boolean> => {
      const { fields, tokenVersion } = subject;
      const connection = JSON.stringify([fields.baseUrl, fields.ca, tokenVersion]);
      const rids = subject.rids.join('\n');
      const former = latest.current;
      if (former?.connection === connection && former.rids === rids) return former.works;
      if (former?.connection !== connection) answers.current.clear();
      const works = new Promise<boolean>((resolve, reject) => {
        const isLatest = () => latest.current?.connection === connection && latest.current.rids === rids;
        queueMicrotask(() => ask(subject, isLatest, () => resolve(true)).then(resolve, reject));
      });
      latest.current = { connection, rids, works };
      return works;
    },
    /** Asks no more: what was found stays. */
    stop: () => {
      latest.current = null;
    },
    /** Forgets what was found, so that the same can be tried again. */
    reset: () => {
      latest.current = null;
      answers.current.clear();
      setState(noTrial);
    },
  };
}
