import { type ExportContainer, type ExportPart, exportFileNames } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ExportPreset, PresetFile } from '#shared/domain/preset.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { ExportServicePorts } from './exportPorts.ts';

/** What a person wants exported. */
export interface ExportRequest {
  readonly orderIds: readonly string[];
  readonly presetId: string;
  /** Of the preset `pem`; `null`: all. */
  readonly parts: readonly ExportPart[] | null;
  readonly container: ExportContainer;
  /** The delivery whose material is exported in place of what its order has now; for one order alone. */
  readonly deliveryId: string | null;
}

/** What a request names. */
export interface RequestedExport {
  readonly orders: readonly OrderRow[];
  readonly preset: ExportPreset;
}

/** Looks up what a request names. Errors: `unknownId`, `invalidInput` for one delivery of several orders. */
export function findRequested(
  { orderIds, presetId, deliveryId }: ExportRequest,
  ports: Pick<ExportServicePorts, 'orders' | 'presets'>,
): Result<RequestedExport> {
  const orders: OrderRow[] = [];
  for (const id of new Set(orderIds)) {
    const order = ports.orders.get(id);
    if (order === null) return err({ kind: 'unknownId' });
    orders.push(order);
  }
  if (deliveryId !== null && orders.length !== 1)
    return err({ kind: 'invalidInput', field: 'arguments', reason: 'tooMany' });
  const preset = ports.presets.find(presetId);
  return preset === null ? err({ kind: 'unknownId' }) : ok({ orders, preset });
}

/** The files of a preset that are wanted: those of `pem` can be chosen from. */
export function chosenFiles(
  { id, files }: ExportPreset,
  { parts }: Pick<ExportRequest, 'parts'>,
): readonly PresetFile[] {
  if (id !== 'pem' || parts === null) return files;
  const names = new Set(parts.map((part) => exportFileNames[part]));
  return files.filter(({ name }) => names.has(name));
}
