import { EndpointDialogs } from '#renderer/features/deployment/endpoints/EndpointDialogs.tsx';
import { ExportDialog } from '#renderer/features/deployment/export/ExportDialog.tsx';
import { CopyDialogs } from '#renderer/features/deployment/files/CopyDialogs.tsx';
import { AddOrdersDialog } from '#renderer/features/orders/adding/AddOrdersDialog.tsx';
import { RemoveOrdersDialog } from '#renderer/features/orders/list/RemoveOrdersDialog.tsx';
import { TagsDialog } from '#renderer/features/orders/tags/TagsDialog.tsx';
import { ThresholdsDialog } from '#renderer/features/orders/thresholds/ThresholdsDialog.tsx';
import { ImportDialog } from '#renderer/features/settings/configuration/ImportDialog.tsx';
import { TokenDialog } from '#renderer/features/settings/connections/TokenDialog.tsx';
import { InboxDialogs } from '#renderer/features/webhook/inbox/InboxDialogs.tsx';
import { Palette } from './palette/Palette.tsx';

/** Whichever dialog is open, or the indicator of a running export. */
export function Dialogs() {
  return (
    <>
      <AddOrdersDialog />
      <RemoveOrdersDialog />
      <TagsDialog />
      <ThresholdsDialog />
      <TokenDialog />
      <ImportDialog />
      <Palette />
      <ExportDialog />
      <InboxDialogs />
      <CopyDialogs />
      <EndpointDialogs />
    </>
  );
}
