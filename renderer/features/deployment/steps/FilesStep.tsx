import { Download, LockKeyhole, RefreshCw, ScanSearch } from 'lucide-react';
import { useEffect } from 'react';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { MiddleText } from '#renderer/components/MiddleText.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type {
  FilesStep as Facts,
  FilesAction,
  FilesKind,
  StepState,
} from '#shared/domain/deploymentSteps.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { PlannedDestinationView } from '#shared/domain/plannedDestination.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { CopyRow } from '../files/CopyRow.tsx';
import {
  checkCopies,
  openExportOf,
  refreshCopies,
  refreshCopy,
  tightenCopies,
} from '../files/copyActions.ts';
import { copyExpiry } from '../files/copyText.ts';
import { PlannedFolder, PlannedRow, RemovePlanned } from '../files/PlannedRow.tsx';
import { useShownCommand } from '../files/shownCommand.ts';
import { Step, useExpansion } from './Step.tsx';

/** The folders need a look, which the sentence alone does not replace. */
const opensByItself: ReadonlySet<FilesKind> = new Set(['changed', 'unreadable']);

interface FilesStepProps {
  readonly row: OrderRow;
  readonly copies: readonly CopyBundleView[];
  readonly planned: readonly PlannedDestinationView[];
  readonly facts: Facts;
  readonly state: StepState;
  /** Whether a first export is offered above the steps, or would be refused by clients. */
  readonly hasExport: boolean;
}

/** The step of the exported files: whether they are up to date, where others should go, and each folder with its actions. */
export function FilesStep({ row, copies, planned, facts, state, hasExport }: FilesStepProps) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const waiting = planned.length;
  const soon = copies.length === 0 && waiting === 1 ? planned[0] : undefined;
  const isInList = waiting > 0 && soon === undefined;
  const expansion = useExpansion(opensByItself.has(facts.kind) || facts.failedRun !== null || isInList);
  const { isOpen, toggle } = expansion;
  const isWanted = useShownCommand(({ wantedId }) => copies.some(({ id }) => id === wantedId));
  useEffect(() => {
    if (isWanted && !isOpen) toggle();
  }, [isWanted, isOpen, toggle]);
  const { writtenAt, kind, all, failedRun } = facts;
  const [only] = all === 1 ? copies : [];
  const isHeld =
    toReview(row.findings).length > 0 && copies.some((copy) => copy.autoRefresh && copy.outdated);
  const hasCertificate = row.notAfter !== null;
  const isInRow = isOpen && (only !== undefined || (all === 0 && isInList));
  const isElsewhere = hasExport && waiting === 0 && kind === 'none';
  return (
    <Step
      name="files"
      state={state}
      when={writtenAt === null ? undefined : { text: formatDate(writtenAt, locale, 'local'), at: writtenAt }}
      expansion={expansion}
      action={
        facts.action === null ||
        isInRow ||
        isElsewhere ||
        (kind === 'none' && !hasCertificate) ? undefined : (
          <FilesButton action={facts.action} orderId={row.id} />
        )
      }
      secondAction={soon && <RemovePlanned planned={soon} />}
      details={
        all === 0 && !isInList ? undefined : (
          <FolderList copies={copies} planned={planned} hasCertificate={hasCertificate} />
        )
      }
    >
      {(all > 0 || waiting === 0) && (
        <p className={kind === 'none' ? 'text-muted' : 'text-sm'}>{filesText(facts, t)}</p>
      )}
      {isInList && <p className="text-sm">{t('copies.planned.waiting', { count: waiting })}</p>}
      {soon && <PlannedFolder planned={soon} />}
      {only !== undefined && !isOpen && kind !== 'fresh' && (
        <p className="text-muted">{copyExpiry(only, now, t)}</p>
      )}
      {failedRun !== null && (
        <p className="font-medium text-amber">
          {failedRun.kind === 'skipped'
            ? t('copies.command.notRun')
            : t('copies.command.failed', { count: 1 })}
        </p>
      )}
      {isHeld && <p className="text-amber">{t('copies.held')}</p>}
      {only !== undefined && !isOpen && <MiddleText text={only.folder} label={t('copies.path')} />}
    </Step>
  );
}

interface FolderListProps extends Pick<FilesStepProps, 'copies' | 'planned'> {
  readonly hasCertificate: boolean;
}

function FolderList({ copies, planned, hasCertificate }: FolderListProps) {
  return (
    <ul className="flex flex-col gap-2">
      {copies.map((copy) => (
        <CopyRow key={copy.id} copy={copy} />
      ))}
      {planned.map((each) => (
        <PlannedRow key={each.id} planned={each} canExport={hasCertificate} />
      ))}
    </ul>
  );
}

interface FilesButtonProps {
  readonly action: FilesAction;
  readonly orderId: string;
}

/** The button that helps with the exported files. */
function FilesButton({ action, orderId }: FilesButtonProps) {
  const t = useT();
  switch (action.kind) {
    case 'export':
      return (
        <Button size="sm" icon={Download} onClick={() => openDialog({ kind: 'export', orderIds: [orderId] })}>
          {t('copies.exportNow')}
        </Button>
      );
    case 'exportAgain':
      return (
        <Button size="sm" icon={Download} onClick={() => openExportOf(action.copy)}>
          {t('copies.exportAnew')}
        </Button>
      );
    case 'update':
    case 'ask':
      return (
        <WorkButton size="sm" icon={RefreshCw} work={() => updateFiles(action)}>
          {action.kind === 'update' && action.copies.length > 1
            ? t('copies.refreshAll', { count: action.copies.length })
            : t('copies.refresh')}
        </WorkButton>
      );
    case 'tighten':
      return (
        <WorkButton size="sm" icon={LockKeyhole} work={() => tightenCopies(action.copies)}>
          {t('helpful.tighten')}
        </WorkButton>
      );
    case 'check':
      return (
        <Button size="sm" icon={ScanSearch} onClick={() => checkCopies(action.copies)}>
          {t('copies.look')}
        </Button>
      );
  }
}

/** Updates the files that need it: one folder with its questions, several without those that would ask. */
export async function updateFiles(
  action: Extract<FilesAction, { readonly kind: 'update' | 'ask' }>,
): Promise<void> {
  if (action.kind === 'ask') return refreshCopy(action.copy);
  const [first, ...others] = action.copies;
  return others.length === 0 ? refreshCopy(first) : refreshCopies(action.copies.map(({ id }) => id));
}

/** The state of the exported files in one sentence. */
export function filesText({ kind, affected, all }: Facts, t: Translate): string {
  if (kind === 'none') return t('places.steps.noFiles');
  if (all === 1) return t(`places.steps.folder.${kind}`);
  // Either all folders are up to date, or others come first.
  return kind === 'fresh' || affected === all
    ? t(`places.steps.allFolders.${kind}`, { all })
    : t(`places.steps.folders.${kind}`, { count: affected, all });
}
