import { useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { CopyLine } from '#renderer/components/CopyButton.tsx';
import { TabList, TabPanel, Tabs } from '#renderer/components/Tabs.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isWildcardAddress } from '#shared/domain/ipAddress.ts';
import { isLoopbackAddress } from '#shared/domain/loopback.ts';
import type { HookView, ReceiverView } from '#shared/domain/receiver.ts';
import { localOrigin } from './hookAddress.ts';

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

/** The ways from a public name to this computer. */
export const ways = ['ssh', 'cloudflared', 'proxy', 'forward'] as const;

type Way = (typeof ways)[number];

type Listener = Pick<ReceiverView, 'config' | 'state'>;

/**
 * The line that makes a hook reachable: a command to run, or one for the configuration of nginx. Each of them sends the
 * receiver's own address as `Host`, because a public name would be refused there.
 */
export function wayLine(
  way: Exclude<Way, 'forward'>,
  receiver: Listener,
  { path }: Pick<HookView, 'path'>,
): string {
  const origin = localOrigin(receiver);
  const target = origin.slice(origin.indexOf('//') + 2);
  switch (way) {
    case 'ssh':
      return `ssh -N -R ${target.slice(target.lastIndexOf(':') + 1)}:${target} you@your-server`;
    case 'cloudflared':
      return `cloudflared tunnel --url ${origin} --http-host-header ${target}`;
    case 'proxy':
      return `location = ${path} { proxy_pass ${origin}; }`;
  }
}

/** What the router of an office needs to know, and whether the receiver is ready for it. */
interface ForwardTarget {
  /** `null`: one of this computer's addresses in its network. */
  readonly address: string | null;
  readonly port: number;
  /** Other computers reach the receiver, by TLS. */
  readonly isReady: boolean;
}

export function forwardTarget({ config, state }: Listener): ForwardTarget {
  const { address, port, tls } = state.kind === 'listening' ? state : { ...config, tls: config.tls !== null };
  const isLocal = isLoopbackAddress(address);
  return {
    address: isLocal || isWildcardAddress(address) ? null : address,
    port,
    isReady: !isLocal && tls,
  };
}
