import { basename } from 'node:path';
import type { SpanRepository } from '#main/orders/renewals/orderHistories.ts';
import { textInSlices } from '#main/platform/slices.ts';
import type { Inventory } from '#shared/domain/inventory.ts';
import type { ReportFormat, TimelineFormat } from '#shared/domain/report.ts';
import { type SpanColumns, toSpanColumns } from '#shared/domain/timeline.ts';
import { ok, type Result } from '#shared/result.ts';
import { inventoryCalendar } from './inventoryCalendar.ts';
import { inventoryCsv, timelineCsv } from './inventoryCsv.ts';
import { inventoryJson } from './inventoryJson.ts';
import { inventoryMarkdown, type ReportLanguage } from './inventoryMarkdown.ts';

export interface ReportFile {
  readonly title: string;
  readonly suggestedName: string;
  /** Name of the file type, and its extension without the dot. */
  readonly kind: string;
  readonly extension: string;
}

export interface ReporterPorts {
  readonly takeInventory: () => Promise<Result<Inventory>>;
  readonly histories: Pick<SpanRepository, 'of' | 'all'>;
  /** Whether an order exists and was not removed. */
  readonly hasOrder: (id: string) => boolean;
  readonly language: () => ReportLanguage;
  /** Opens the save dialog; `null`: the user cancelled. */
  readonly choose: (file: ReportFile) => Promise<string | null>;
  /** Writes a file. Error: `fileSystem`. */
  readonly write: (path: string, text: string) => Promise<Result<unknown>>;
  readonly copyText: (text: string) => void;
}

const extensions: Readonly<Record<ReportFormat | TimelineFormat, string>> = {
  json: 'json',
  csv: 'csv',
  markdown: 'md',
  ics: 'ics',
};

/** Byte order mark: without it, spreadsheet programs assume the system's legacy encoding. */
const BYTE_ORDER_MARK = '\u{feff}';

/** Copies and saves reports, calendars and the timeline. They contain no secrets. */
export class Reporter {
  readonly #ports: ReporterPorts;

  constructor(ports: ReporterPorts) {
    this.#ports = ports;
  }

  /** Copies a report to the clipboard. Error: `storage`. */
  async copy(format: ReportFormat): Promise<Result<null>> {
    const inventory = await this.#ports.takeInventory();
    if (!inventory.ok) return inventory;
    this.#ports.copyText(await this.#report(inventory.value, format));
    return ok(null);
  }

  /** Saves a report. Returns the file's name; `null`: the user cancelled. Errors: `storage`, `fileSystem`. */
  save(format: ReportFormat): Promise<Result<string | null>> {
    return this.#save('report', format, (inventory) => this.#report(inventory, format));
  }

  /** As `save`, for the timeline: certificates as CSV, or expiries as a calendar. */
  saveTimeline(format: TimelineFormat): Promise<Result<string | null>> {
    return this.#save('timeline', format, (inventory) =>
      format === 'csv' ? timelineCsv(inventory) : inventoryCalendar(inventory, this.#ports.language().t),
    );
  }

  /** Current and previous certificates of these orders, or of all; unsorted. Error: `storage`. */
  spans(orderIds: readonly string[] | null): Result<SpanColumns> {
    const { histories, hasOrder } = this.#ports;
    const spans = orderIds === null ? histories.all() : histories.of(orderIds);
    if (!spans.ok) return spans;
    return ok(toSpanColumns(spans.value.filter(({ orderId }) => hasOrder(orderId))));
  }

  async #report(inventory: Inventory, format: ReportFormat): Promise<string> {
    switch (format) {
      case 'json':
        return await textInSlices(inventoryJson(inventory));
      case 'csv':
        return inventoryCsv(inventory);
      case 'markdown':
        return inventoryMarkdown(inventory, this.#ports.language());
    }
  }

  async #save(
    what: 'report' | 'timeline',
    format: ReportFormat | TimelineFormat,
    textOf: (inventory: Inventory) => string | Promise<string>,
  ): Promise<Result<string | null>> {
    const { takeInventory, language, choose, write } = this.#ports;
    const inventory = await takeInventory();
    if (!inventory.ok) return inventory;
    const { t } = language();
    const extension = extensions[format];
    const day = new Date(inventory.value.takenAt).toISOString().slice(0, 10);
    const suggestedName = `notafter-${what}-${day}.${extension}`;
    const path = await choose({
      title: t(`report.dialog.${what}`),
      suggestedName,
      kind: t(`report.dialog.${format}`),
      extension,
    });
    if (path === null) return ok(null);
    const text = await textOf(inventory.value);
    const written = await write(path, format === 'csv' ? `${BYTE_ORDER_MARK}${text}` : text);
    return written.ok ? ok(basename(path)) : written;
  }
}
