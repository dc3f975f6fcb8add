import type { ReactNode } from 'react';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { filesState, serversState } from '#shared/domain/deploymentSteps.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { FilesStep } from './FilesStep.tsx';
import { ServersStep } from './ServersStep.tsx';
import { type Deployment, useHeld } from './useDeployment.ts';

interface DeploymentStepsProps {
  readonly row: OrderRow;
  readonly deployment: Deployment;
  /** Whether a first export is offered above the steps, or would be refused by clients. */
  readonly hasExport: boolean;
  /** The first step. */
  readonly issued: ReactNode;
}

/** How far the certificate of an order is: issued, in its files, on its servers. */
export function DeploymentSteps({ row, deployment, hasExport, issued }: DeploymentStepsProps) {
  const t = useT();
  const { copies, planned, endpoints, files, servers } = deployment;
  const held = useHeld(row);
  return (
    <PanelSection title={t('places.title')}>
      <ol className="flex flex-col">
        {issued}
        <FilesStep
          row={row}
          copies={copies}
          planned={planned}
          facts={files}
          state={filesState(files, held)}
          hasExport={hasExport}
        />
        <ServersStep
          row={row}
          copies={copies}
          endpoints={endpoints}
          facts={servers}
          state={serversState(servers, held)}
        />
      </ol>
    </PanelSection>
  );
}
