import { Reporter } from '#main/reporting/report/reporter.ts';
import { writeReport } from '#main/reporting/report/writeReport.ts';
import type { CallHandlers } from '#shared/ipc/contract.ts';
import type { Base } from '../base.ts';
import type { Services } from '../services.ts';
import type { CallLimits } from './callLimits.ts';

/** Handlers of the calls about reports, the timeline, the configuration as a file and diagnostics. */
export function reportingCalls(
  { desktop, language }: Base,
  { inventories, histories, orderList, configurationFiles, diagnostics }: Services,
  { opening }: CallLimits,
) {
  const reporter = new Reporter({
    takeInventory: () => inventories.take(null),
    histories,
    hasOrder: (id) => orderList.get(id) !== null,
    language: () => language,
    choose: (file) => desktop.dialogs.chooseReportFile(file),
    write: (path, text) => writeReport(path, text),
    copyText: (text) => desktop.copyText(text),
  });
  return {
    'app:copyDiagnostics': async () => {
      const text = await diagnostics();
      desktop.copyText(text);
      return text;
    },
    'app:openIssueForm': async () => {
      const [{ issueFormUrl }, text] = await Promise.all([
        import('#main/reporting/diagnostics/issueForm.ts'),
        diagnostics(),
      ]);
      opening(() => desktop.openExternal(issueFormUrl(text, process.platform)));
    },
    'report:copy': ({ format }) => reporter.copy(format),
    'report:save': ({ format }) => reporter.save(format),
    'configuration:save': async () => (await configurationFiles()).save(),
    'configuration:open': async () => (await configurationFiles()).open(),
    'configuration:import': async ({ id, prune }) => (await configurationFiles()).import(id, prune),
    'timeline:spans': (orderIds) => reporter.spans(orderIds),
    'timeline:save': ({ format }) => reporter.saveTimeline(format),
  } satisfies Partial<CallHandlers>;
}
