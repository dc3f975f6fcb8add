import { useDeferredValue, useMemo, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { parseRids } from '#shared/domain/rids.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import type { AddOrdersReport, CallArgs } from '#shared/ipc/contract.ts';

export type AddOrdersForm = ReturnType<typeof useAddOrders>;

/** The state of adding orders: the text, its rids and the result. */
export function useAddOrders() {
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
    /** The result of the last submission, or `null` before one. */
    report,
    submit: async (connectionId: string) => {
      if (add.busy || isTooLong || parseRids(text).rids.length === 0) return;
      const result = await add.run({ connectionId, text });
      if (result.ok) setReport(result.value);
    },
    /** Starts again with an empty text. */
    again: () => {
      add.reset();
      setText('');
      setReport(null);
    },
  };
}
