import { CircleQuestionMark, Webhook } from 'lucide-react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';

/** The way to the receiver of deliveries. */
export function ReceiverButton() {
  const t = useT();
  return (
    <IconButton
      icon={Webhook}
      label={t('inbox.nav.receiver')}
      onClick={() => openDialog({ kind: 'receiver', hookId: null })}
    />
  );
}

/** The way to the help. */
export function HelpButton() {
  const t = useT();
  return (
    <IconButton
      icon={CircleQuestionMark}
      label={t('help.open')}
      onClick={() => openDialog({ kind: 'help' })}
    />
  );
}
