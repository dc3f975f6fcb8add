import { useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { TabList, TabPanel, Tabs } from '#renderer/components/Tabs.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { CopyLine } from './CopyLine.tsx';
import { forwardTarget, type Way, wayLine, ways } from './reachableWays.ts';

interface ReachableStepProps {
  readonly hook: HookView;
  readonly onShowListening: () => void;
}

/** How a service on the internet reaches this computer: one ready line for each way. */
export function ReachableStep({ hook, onShowListening }: ReachableStepProps) {
  const t = useT();
  const [way, setWay] = useState<Way>('ssh');
  const receiver = useApp((app) => app.receiver);
  return (
    <>
      <p className="text-xs text-muted">{t('receiver.reachable.intro')}</p>
      <Tabs value={way} onValueChange={setWay} className="flex flex-col items-start gap-2">
        <TabList
          label={t('receiver.steps.reachable')}
          tabs={ways.map((value) => ({ value, label: t(`receiver.reachable.ways.${value}`) }))}
        />
        <TabPanel value={way}>
          <div className="flex flex-col items-start gap-1.5">
            <p className="text-xs text-muted">{t(`receiver.reachable.about.${way}`)}</p>
            {way === 'forward' ? (
              <Forward onShowListening={onShowListening} />
            ) : (
              <CopyLine text={wayLine(way, receiver, hook)} label={t('receiver.reachable.line')} />
            )}
          </div>
        </TabPanel>
      </Tabs>
    </>
  );
}

/** What to enter at the router, and the way to the address that the receiver needs for it. */
function Forward({ onShowListening }: Pick<ReachableStepProps, 'onShowListening'>) {
  const t = useT();
  const { address, port, isReady } = forwardTarget(useApp((app) => app.receiver));
  return (
    <>
      <CopyLine
        text={t('receiver.reachable.forwardLine', {
          address: address ?? t('receiver.reachable.thisComputer'),
          port,
        })}
        label={t('receiver.reachable.line')}
      />
      {!isReady && (
        <Button size="sm" onClick={onShowListening}>
          {t('receiver.reachable.listen')}
        </Button>
      )}
    </>
  );
}
