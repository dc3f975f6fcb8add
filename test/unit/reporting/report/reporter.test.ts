import { describe, expect, it } from 'vitest';
import { Reporter, type ReportFile } from '#main/reporting/report/reporter.ts';
import type { Inventory } from '#shared/domain/inventory.ts';
import { type ReportFormat, reportFormats } from '#shared/domain/report.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { AppError } from '#shared/errors.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { inventoryOrder, inventoryWith } from '#test/support/inventoryOrders.ts';

const full: AppError = { kind: 'fileSystem', reason: 'noSpace', code: 'ENOSPC', name: 'x' };
const damaged: AppError = { kind: 'storage', reason: 'damaged', detail: '' };
const span = (orderId: string): OrderSpan => ({
  orderId,
  fingerprint256: `leaf-${orderId}`,
  notBefore: 1,
  notAfter: 2,
  firstSeenAt: 3,
});

function setUp() {
  const asked: ReportFile[] = [];
  const written: (readonly [path: string, text: string])[] = [];
  const copied: string[] = [];
  const state = {
    choice: '/home/me/chosen.txt' as string | null,
    inventory: ok(inventoryWith([inventoryOrder()])) as Result<Inventory>,
    written: ok(null) as Result<null>,
    spans: ok([span('a'), span('removed')]) as Result<readonly OrderSpan[]>,
  };
  const reporter = new Reporter({
    takeInventory: async () => state.inventory,
    histories: { all: () => state.spans, of: () => state.spans },
    hasOrder: (id) => id !== 'removed',
    language: () => ({ locale: 'en', t: translatorOf('en') }),
    choose: async (file) => {
      asked.push(file);
      return state.choice;
    },
    write: async (path, text) => {
      written.push([path, text]);
      return state.written;
    },
    copyText: (text) => copied.push(text),
  });
  return { reporter, asked, written, copied, state };
}

const beginnings: Readonly<Record<ReportFormat, RegExp>> = {
  json: /^\{\n {2}"schema": 2,/u,
  csv: /^order,rid,/u,
  markdown: /^### NotAfter: /u,
};

describe('Reporter', () => {
  it.each(reportFormats)('copies a report as %s', async (format) => {
    const { reporter, copied } = setUp();
    expect(await reporter.copy(format)).toEqual(ok(null));
    expect(copied).toEqual([expect.stringMatching(beginnings[format])]);
  });

  it('writes a report to the file that the user chose, and returns its name', async () => {
    const { reporter, asked, written } = setUp();
    expect(await reporter.save('markdown')).toEqual(ok('chosen.txt'));
    expect(asked).toEqual([
      {
        title: 'Save the report',
        suggestedName: 'notafter-report-2026-06-15.md',
        kind: 'Markdown',
        extension: 'md',
      },
    ]);
    expect(written).toEqual([['/home/me/chosen.txt', expect.stringMatching(beginnings.markdown)]]);
  });

  it('writes the timeline as CSV or as a calendar', async () => {
    const { reporter, asked, written } = setUp();
    await reporter.saveTimeline('csv');
    await reporter.saveTimeline('ics');
    expect(asked.map(({ suggestedName }) => suggestedName)).toEqual([
      'notafter-timeline-2026-06-15.csv',
      'notafter-timeline-2026-06-15.ics',
    ]);
    expect(written[0]?.[1].split('\r\n')).toHaveLength(4);
    expect(written[1]?.[1]).toMatch(/^BEGIN:VCALENDAR\r\n/u);
  });

  it('marks CSV files as UTF-8 for spreadsheet programs, and nothing else', async () => {
    const { reporter, written, copied } = setUp();
    await reporter.save('csv');
    await reporter.saveTimeline('csv');
    await reporter.save('json');
    await reporter.saveTimeline('ics');
    await reporter.copy('csv');
    expect(written.map(([, text]) => text.startsWith('\u{feff}'))).toEqual([true, true, false, false]);
    expect(copied[0]?.startsWith('\u{feff}')).toBe(false);
  });

  it('writes nothing if the dialog is closed', async () => {
    const { reporter, written, state } = setUp();
    state.choice = null;
    expect(await reporter.save('json')).toEqual(ok(null));
    expect(await reporter.saveTimeline('ics')).toEqual(ok(null));
    expect(written).toEqual([]);
  });

  it('reports errors, and opens no dialog if there is nothing to write', async () => {
    const { reporter, asked, copied, state } = setUp();
    state.written = err(full);
    expect(await reporter.save('json')).toEqual(err(full));
    state.inventory = err(damaged);
    expect(await reporter.save('json')).toEqual(err(damaged));
    expect(await reporter.copy('json')).toEqual(err(damaged));
    expect(asked).toHaveLength(1);
    expect(copied).toEqual([]);
  });

  it('returns the leaves of the existing orders as columns', () => {
    const { reporter, state } = setUp();
    const columns = {
      orderId: ['a'],
      fingerprint256: ['leaf-a'],
      notBefore: [1],
      notAfter: [2],
      firstSeenAt: [3],
    };
    expect(reporter.spans(null)).toEqual(ok(columns));
    expect(reporter.spans(['a', 'removed'])).toEqual(ok(columns));
    state.spans = err(damaged);
    expect(reporter.spans(null)).toEqual(err(damaged));
  });
});
