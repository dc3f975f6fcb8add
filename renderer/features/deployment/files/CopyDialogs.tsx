import { useEffect, useState } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { CommandField } from '#renderer/components/CommandField.tsx';
import { ConfirmDialog } from '#renderer/components/ConfirmDialog.tsx';
import { checkCommandDraft, commandProblems } from '#renderer/components/commandDraft.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { CopyDialogState, DialogState, ReviewCopyState } from '#renderer/stores/dialog.ts';
import {
  closeAfter,
  closeDialog,
  closeThis,
  useClosedWhen,
  useViewStore,
} from '#renderer/stores/viewStore.ts';
import { joinCommand } from '#shared/domain/commandWords.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { reloadCommand } from '#shared/domain/presetServer.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { CommandLine } from './CommandLine.tsx';
import { refreshCopy, restoreCopy, setCommand } from './copyActions.ts';
import { previousFilesText } from './copyText.ts';

/** The dialogs about a copy. They close when the copy is no longer tracked. */
export function CopyDialogs() {
  const dialog = useViewStore((view) => view.dialog);
  switch (dialog.kind) {
    case 'overwriteCopy':
    case 'restoreCopy':
    case 'reviewCopy':
      return <OpenDialog dialog={dialog} />;
    case 'copyCommand':
      return <CommandOf copyIds={dialog.copyIds} />;
    default:
      return null;
  }
}

function OpenDialog({ dialog }: { readonly dialog: CopyDialogState }) {
  const copy = useApp((app) => app.copies.find(({ id }) => id === dialog.copyId));
  const isGone = copy === undefined;
  useClosedWhen(isGone);
  if (isGone) return null;
  switch (dialog.kind) {
    case 'overwriteCopy':
      return <OverwriteDialog copy={copy} by={dialog.by} />;
    case 'reviewCopy':
      return <ReviewCopyDialog copy={copy} review={dialog} />;
    case 'restoreCopy':
      return <RestoreDialog copy={copy} />;
  }
}

function CommandOf({ copyIds }: { readonly copyIds: readonly string[] }) {
  const all = useApp((app) => app.copies);
  const copies = all.filter(({ id }) => copyIds.includes(id));
  const [first] = copies;
  useClosedWhen(first === undefined);
  return first === undefined ? null : <CommandDialog copies={copies} first={first} />;
}

interface OverwriteDialogProps {
  readonly copy: CopyBundleView;
  readonly by: 'refresh' | 'restore';
}

const actions = { refresh: refreshCopy, restore: restoreCopy } as const;

/** Asks before overwriting files that another program or person has changed. */
function OverwriteDialog({ copy, by }: OverwriteDialogProps) {
  const t = useT();
  const { agreed, begin } = useCopyWork(copy);
  return (
    <ConfirmDialog
      title={t(`copies.overwrite.${by}.title`)}
      confirmLabel={t(`copies.overwrite.${by}.confirm`)}
      variant="danger"
      busy={agreed !== null}
      onConfirm={() => void begin((known) => actions[by](known, true))}
      onClose={closeDialog}
    >
      <p>{t(`copies.overwrite.${by}.text`, { folder: copy.folder })}</p>
    </ConfirmDialog>
  );
}

/** Asks before a restore: which files come back, and what follows from it. */
function RestoreDialog({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const { agreed, begin } = useCopyWork(copy);
  // Stays as the user confirmed it while the restore runs, although main's state changes.
  const { folder, previous, autoRefresh, command } = agreed ?? copy;
  const isGone = previous === null;
  useClosedWhen(isGone);
  if (isGone) return null;
  const text = previousFilesText(previous, now, t, locale);
  return (
    <ConfirmDialog
      title={t('copies.restore.title')}
      confirmLabel={t('copies.restore.confirm')}
      variant="primary"
      busy={agreed !== null}
      onConfirm={() => void begin(restoreCopy)}
      onClose={closeDialog}
    >
      <p className="font-medium wrap-anywhere">{folder}</p>
      {text.isExpired ? (
        <Banner tone="warning" title={text.what}>
          {text.more}
        </Banner>
      ) : (
        <div>
          <p>{text.what}</p>
          <p className="text-muted">{text.more}</p>
        </div>
      )}
      <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-faint">
        <li>{t('copies.restore.kept')}</li>
        {autoRefresh && <li>{t('copies.restore.keepingEnds')}</li>}
        {command !== null && (
          <li>
            {t('copies.restore.commandRuns')}
            <CommandLine command={command} />
          </li>
        )}
      </ul>
    </ConfirmDialog>
  );
}

interface ReviewCopyDialogProps {
  readonly copy: CopyBundleView;
  readonly review: ReviewCopyState;
}

/** Shows the findings of a certificate and asks before it is written to the files of a copy. */
function ReviewCopyDialog({ copy, review }: ReviewCopyDialogProps) {
  const t = useT();
  const locale = useLocale();
  const { agreed, begin } = useCopyWork(copy);
  const { fingerprint256, findings, overwriteChanged } = review;
  return (
    <ConfirmDialog
      title={t('copies.review.title')}
      confirmLabel={t('copies.review.confirm')}
      variant="danger"
      busy={agreed !== null}
      onConfirm={() => void begin((known) => refreshCopy(known, overwriteChanged, fingerprint256))}
      onClose={closeDialog}
    >
      <p>{t('copies.review.text', { folder: copy.folder })}</p>
      <ul className="flex flex-col gap-2">
        {findings.map((finding) => {
          const { title, why } = faultText(finding, t, locale);
          return (
            <li key={title} className="rounded-lg bg-amber-soft p-3 text-xs">
              <p className="text-sm font-medium">{title}</p>
              <p>{why}</p>
            </li>
          );
        })}
      </ul>
    </ConfirmDialog>
  );
}

/**
 * Runs work on a copy while its dialog stays open. The dialog closes as soon as the command of the copy starts: the files
 * are written by then, and the command may take a minute. The row of the copy shows it.
 */
function useCopyWork(copy: CopyBundleView) {
  const [begun, setBegun] = useState<{ agreed: CopyBundleView; dialog: DialogState } | null>(null);
  const { lastRun } = copy;
  const isCommandRunning =
    begun !== null && lastRun?.kind === 'running' && begun.agreed.lastRun?.startedAt !== lastRun.startedAt;
  useEffect(() => {
    if (isCommandRunning) closeThis(begun.dialog);
  }, [isCommandRunning, begun]);
  return {
    /** The copy as it was at the start; `null` before that. */
    agreed: begun?.agreed ?? null,
    /** Does the work, then closes the dialog. */
    begin: async (work: (known: CopyBundleView) => Promise<void>) => {
      const { dialog } = useViewStore.getState();
      setBegun({ agreed: copy, dialog });
      try {
        await work(copy);
      } finally {
        closeThis(dialog);
      }
    },
  };
}

interface CommandDialogProps {
  readonly copies: readonly CopyBundleView[];
  readonly first: CopyBundleView;
}

/**
 * The form for the command of copies, which starts with the usual one of the server that the files are for. Main asks the
 * user to confirm it in a native box.
 */
export function CommandDialog({ copies, first }: CommandDialogProps) {
  const t = useT();
  const platform = useApp(({ app }) => app.platform);
  const server = useApp(({ presets }) => presets.find(({ id }) => id === first.presetId)?.server ?? null);
  const form = useForm({
    initial: { line: joinCommand(first.command ?? reloadCommand(server, platform) ?? [], platform) },
    check: (draft) => checkCommandDraft(draft, platform),
    send: (command) => closeAfter(setCommand(copies, command)),
    problemsOf: commandProblems,
  });
  const count = copies.length;
  const folder = count === 1 ? first.folder : t('copies.command.folders', { count });
  return (
    <FormDialog
      form={form}
      title={t('copies.command.title')}
      saveLabel={t('copies.command.save')}
      isSaveDisabled={first.command !== null && !form.isDirty}
      onClose={closeDialog}
      closeOnOutsideClick={false}
    >
      <p className="text-sm wrap-anywhere text-muted">{t('copies.command.about', { folder })}</p>
      <CommandField
        value={form.values.line}
        problem={form.problems.line}
        onChange={(line) => form.change({ line })}
        platform={platform}
        hint={t(`copies.command.lineHint.${platform === 'win32' ? 'windows' : 'others'}`)}
      />
      <p className="text-xs text-muted">{t('copies.command.rules')}</p>
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
    </FormDialog>
  );
}
