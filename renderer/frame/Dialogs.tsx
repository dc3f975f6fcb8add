import { EndpointDialogs } from '#renderer/features/deployment/endpoints/EndpointDialogs.tsx';
import { ExportDialog } from '#renderer/features/deployment/export/ExportDialog.tsx';
import { CopyDialogs } from '#renderer/features/deployment/files/CopyDialogs.tsx';
import { PresetsDialog } from '#renderer/features/deployment/presets/PresetsDialog.tsx';
import { AddOrdersDialog } from '#renderer/features/orders/adding/AddOrdersDialog.tsx';
import { ConnectionsDialog } from '#renderer/features/settings/connections/ConnectionsDialog.tsx';
import { HelpDialog } from '#renderer/features/settings/help/HelpDialog.tsx';
import { InboxDialogs } from '#renderer/features/webhook/inbox/InboxDialogs.tsx';
import { ReceiverDialog } from '#renderer/features/webhook/receiver/ReceiverDialog.tsx';

/** Whichever dialog is open, or the indicator of a running export. */
export function Dialogs() {
  return (
    <>
      <AddOrdersDialog />
      <ConnectionsDialog />
      <ReceiverDialog />
      <HelpDialog />
      <ExportDialog />
      <PresetsDialog />
      <InboxDialogs />
      <CopyDialogs />
      <EndpointDialogs />
    </>
  );
}
