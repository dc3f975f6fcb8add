import { CircleCheck, CircleMinus, CircleX, FlaskConical, ListX, ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Badge } from '#renderer/components/Badge.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { cx } from '#renderer/components/cx.ts';
import { EmptyState } from '#renderer/components/EmptyState.tsx';
import { VirtualList } from '#renderer/components/VirtualList.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ReceiverLogEntry } from '#shared/domain/receiver.ts';
import { outcomeWords } from './inboxText.ts';
import { PastTime } from './PastTime.tsx';

const looks = {
  kept: { icon: CircleCheck, ink: 'text-green' },
  replayed: { icon: CircleMinus, ink: 'text-gray' },
  selfTest: { icon: FlaskConical, ink: 'text-blue' },
  refused: { icon: CircleX, ink: 'text-danger' },
} as const;

/** All requests to the receiver with their outcome, and the reason of every refusal. */
export function LogView() {
  const t = useT();
  const log = useApp((app) => app.receiverLog);
  const [refusedOnly, setRefusedOnly] = useState(false);
  const shown = useMemo(
    () => (refusedOnly ? log.filter(({ outcome }) => outcome.kind === 'refused') : log),
    [log, refusedOnly],
  );
  if (log.length === 0)
    return (
      <EmptyState icon={ScrollText} title={t('inbox.empty.logTitle')}>
        {t('inbox.empty.logText')}
      </EmptyState>
    );
  return (
    <div className="flex h-full flex-col gap-2 px-4 pt-2.5 pb-4">
      <div className="flex items-center justify-between gap-3">
        <Checkbox label={t('inbox.log.refusedOnly')} checked={refusedOnly} onCheckedChange={setRefusedOnly} />
        <span role="status" className="text-xs text-muted tabular">
          {t('inbox.log.shown', { count: shown.length })}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={ListX}
          title={t('inbox.empty.logNoneRefused')}
          actions={<Button onClick={() => setRefusedOnly(false)}>{t('inbox.empty.showAll')}</Button>}
        >
          {t('inbox.empty.logNoneRefusedText')}
        </EmptyState>
      ) : (
        <VirtualList
          items={shown}
          keyOf={({ id }) => `${id}`}
          estimatedHeight={56}
          label={t('inbox.log.label')}
          className="min-h-0 flex-1"
        >
          {(entry) => <Entry entry={entry} />}
        </VirtualList>
      )}
    </div>
  );
}

function Entry({ entry }: { readonly entry: ReceiverLogEntry }) {
  const t = useT();
  const { hookId, outcome, count, from, status } = entry;
  const hookName = useApp((app) => app.receiver.hooks.find(({ id }) => id === hookId)?.name);
  const { icon: Icon, ink } = looks[outcome.kind];
  const hook = hookId === null ? t('inbox.log.noHook') : (hookName ?? t('inbox.log.removedHook'));
  const times = t('inbox.log.timesLabel', { count });
  const facts = [
    hook,
    t('inbox.log.from', { address: from }),
    status === null ? t('inbox.log.closed') : t('inbox.log.answered', { status }),
  ];
  return (
    <div data-log-outcome={outcome.kind} className="flex items-start gap-2.5 px-3 py-2">
      <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', ink)} />
      <div data-selectable className="min-w-0 flex-1">
        <p className="text-sm break-words">
          <span className={cx('font-medium', ink)}>{t(`inbox.log.${outcome.kind}`)}</span>{' '}
          {outcomeWords(outcome, t)}
        </p>
        <p className="text-2xs break-all text-muted tabular">
          <PastTime at={entry.at} /> · {facts.join(' · ')}
        </p>
      </div>
      {count > 1 && (
        <span title={times}>
          <span className="sr-only">{times}</span>
          <span aria-hidden>
            <Badge>{t('inbox.log.times', { count })}</Badge>
          </span>
        </span>
      )}
    </div>
  );
}
