import { useDeferredValue, useMemo, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { type ParsedRids, parseRids } from '#shared/domain/rids.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import type { AppError } from '#shared/errors.ts';
import type { AddOrdersReport, CallArgs } from '#shared/ipc/contract.ts';

export interface AddOrdersForm {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The rids in the text; deferred while the user types. */
  readonly parsed: ParsedRids;
  readonly isTooLong: boolean;
  readonly busy: boolean;
  readonly error: AppError | null;
  /** The result of the last submission, or `null` before one. */
  readonly report: AddOrdersReport | null;
  readonly submit: (connectionId: string) => Promise<void>;
  /** Starts again with an empty text. */
  readonly again: () => void;
}

/** The state of adding orders: the text, its rids and the result. */
export function useAddOrders(): AddOrdersForm {
  const [text, setText] = useState('');
  const [report, setReport] = useState<AddOrdersReport | null>(null);
  const deferred = useDeferredValue(text);
  const parsed = useMemo(() => parseRids(deferred.slice(0, textLimits.rids)), [deferred]);
  const add = useAction((args: CallArgs<'orders:add'>) => bridge().calls['orders:add'](args));
  const isTooLong = text.length > textLimits.rids;
  return {
    text,
    setText,
    parsed,
    isTooLong,
    busy: add.busy,
    error: add.error,
    report,
    submit: async (connectionId) => {
      if (add.busy || isTooLong || parseRids(text).rids.length === 0) return;
      const result = await add.run({ connectionId, text });
      if (result.ok) setReport(result.value);
    },
    again: () => {
      add.reset();
      setText('');
      setReport(null);
    },
  };
}
