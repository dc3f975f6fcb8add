import { join } from 'node:path';
import type { Language } from '#main/platform/language.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Database } from '#main/storage/database.ts';
import { type DatabaseProblem, fileProblemOf, openDatabase } from '#main/storage/openDatabase.ts';
import { setAside } from '#main/storage/setAside.ts';
import { sqliteCode } from '#main/storage/storageError.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Desktop, Question } from './desktopPort.ts';

/** The database of everything except secrets. */
export const DATABASE_FILE = 'notafter.db';

/**
 * Opens the database and passes it to `use`. When either fails because of the file, a dialog gives the reason and offers
 * to try again, to start with a new file and keep the old one beside it, or to quit. Throws other errors of `use`.
 * @returns the result of `use`, or `null` to quit
 */
export async function openDatabaseOrAsk<T>(
  desktop: Pick<Desktop, 'userData' | 'ask'>,
  language: Language,
  logger: Logger,
  use: (database: Database) => T,
): Promise<T | null> {
  const path = join(desktop.userData, DATABASE_FILE);
  for (;;) {
    const opened = openAndUse(path, use);
    if (opened.ok) return opened.value;
    logger.error('the database cannot be opened', { problem: opened.error.kind });
    await language.load();
    const { t } = language;
    const reason = reasonToSetAside(opened.error);
    const words = problemWords(opened.error, desktop.userData, t);
    const first = reason === null ? t('dialogs.tryAgain') : t('dialogs.keepCopyAndStartOver');
    if ((await desktop.ask({ ...words, buttons: [first, t('dialogs.quit')] })) !== 0) return null;
    if (reason !== null) {
      const kept = setAside(path, reason);
      if (!kept.ok) logger.error('the database cannot be set aside', { code: kept.error.code });
    }
  }
}

/**
 * Opens the database at `path` and passes it to `use`, without asking the user. Errors: what is wrong with the file, when
 * it is opened or read. Throws other errors of `use`.
 */
export function openAndUse<T>(path: string, use: (database: Database) => T): Result<T, DatabaseProblem> {
  let database: Database | null = null;
  try {
    const opened = openDatabase(path);
    if (!opened.ok) return opened;
    database = opened.value;
    return ok(use(database));
  } catch (error) {
    database?.dispose();
    const problem = fileProblemOf(error);
    if (problem !== null) return err(problem);
    // An intact file without the tables of its version, such as one that was restored in part.
    if (sqliteCode(error) !== null) return err({ kind: 'damaged', detail: 'schema' });
    throw error;
  }
}

/** What is wrong with the file of what is read. Throws other errors of `read`. */
export function problemOfReading(read: () => unknown): DatabaseProblem | null {
  try {
    read();
    return null;
  } catch (error) {
    const problem = fileProblemOf(error);
    if (problem === null) throw error;
    return problem;
  }
}

/** Only a file that this version can never open may be set aside; others may open at the next try. */
function reasonToSetAside({ kind }: DatabaseProblem): 'damaged' | 'newer' | null {
  return kind === 'damaged' || kind === 'newer' ? kind : null;
}

type DialogWords = Pick<Question, 'title' | 'detail'>;

const problemTexts = {
  newer: 'databaseNewer',
  damaged: 'databaseDamaged',
  locked: 'databaseLocked',
} as const;

function problemWords(problem: DatabaseProblem, folder: string, t: Translate): DialogWords {
  if (problem.kind === 'cannotOpen') return unusableWords(folder, problem.code, t);
  if (problem.kind === 'notAFile')
    return {
      title: t('dialogs.databaseNotAFile.title'),
      detail: t('dialogs.databaseNotAFile.detail', { file: problem.file }),
    };
  if (problem.kind === 'foreign')
    return {
      title: t('dialogs.databaseForeign.title'),
      detail: t('dialogs.databaseForeign.detail', { file: problem.file }),
    };
  if (problem.kind === 'brokenLink')
    return {
      title: t('dialogs.databaseBrokenLink.title'),
      detail: t('dialogs.databaseBrokenLink.detail', { file: problem.file, target: problem.target }),
    };
  const text = problemTexts[problem.kind];
  return { title: t(`dialogs.${text}.title`), detail: t(`dialogs.${text}.detail`, { folder }) };
}

function unusableWords(folder: string, reason: string, t: Translate): DialogWords {
  return {
    title: t('dialogs.databaseUnusable.title'),
    detail: t('dialogs.databaseUnusable.detail', { folder, reason }),
  };
}

/** Tells the user why the file that the app was started with cannot be read. The only choice is to quit. */
export async function tellOfUnreadDatabase(
  desktop: Pick<Desktop, 'userData' | 'ask'>,
  { t }: Language,
  problem: DatabaseProblem,
): Promise<void> {
  await desktop.ask({ ...problemWords(problem, desktop.userData, t), buttons: [t('dialogs.quit')] });
}

/**
 * Tells the user that the app cannot start because of a bug, or because its texts cannot be read. The only choice is to
 * quit.
 */
export async function tellOfFailedStart(
  desktop: Pick<Desktop, 'ask' | 'logFile'>,
  language: Language,
): Promise<void> {
  const t = await language.load().then(
    () => language.t,
    () => null,
  );
  if (t === null) {
    await desktop.ask({ ...damagedWords, buttons: ['Quit'] });
    return;
  }
  await desktop.ask({
    title: t('dialogs.startFailed.title'),
    detail: t('dialogs.startFailed.detail', { file: desktop.logFile }),
    buttons: [t('dialogs.quit')],
  });
}

/** The only words outside of the catalogs: these cannot be read. */
const damagedWords: DialogWords = {
  title: 'NotAfter is damaged',
  detail: 'Its texts cannot be read. Install NotAfter again. Your orders and settings are kept.',
};

/** Tells the user that the folder of the app's data cannot be written. `code`: the system's error code. */
export async function tellOfUnusableFolder(
  desktop: Pick<Desktop, 'userData' | 'ask'>,
  t: Translate,
  code: string,
): Promise<void> {
  await desktop.ask({ ...unusableWords(desktop.userData, code, t), buttons: [t('dialogs.quit')] });
}

/** Tells the user that the app runs on this data without a window (`notafter run`). */
export async function tellOfWindowlessApp(
  desktop: Pick<Desktop, 'userData' | 'ask'>,
  t: Translate,
): Promise<void> {
  await desktop.ask({
    title: t('dialogs.windowless.title'),
    detail: t('dialogs.windowless.detail', { folder: desktop.userData }),
    buttons: [t('dialogs.quit')],
  });
}
