import { Select } from '#renderer/components/Select.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';

interface ConnectionChoiceProps {
  readonly connection: ConnectionView;
  readonly onChoose: (id: string) => void;
}

/** The connection that orders are added to. */
export function ConnectionChoice({ connection, onChoose }: ConnectionChoiceProps) {
  const t = useT();
  const connections = useApp((projection) => projection.connections);
  return (
    <Select
      label={t('addOrders.connection')}
      value={connection.id}
      options={connections.map(({ id, name }) => ({ value: id, label: name }))}
      onValueChange={onChoose}
    />
  );
}
