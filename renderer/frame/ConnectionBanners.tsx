import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { TickingText } from '#renderer/components/TickingText.tsx';
import { syncOrders } from '#renderer/features/orders/list/orderActions.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { allOrders, useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { sourceId } from '#shared/domain/order.ts';
import type { KeychainView } from '#shared/domain/snapshot.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDuration } from '#shared/i18n/format.ts';

type Problem<K extends ConnectionProblem['kind']> = Extract<ConnectionProblem, { kind: K }>;

/** What stops the polls of connections: one banner for each kind of problem. */
export function ConnectionBanners() {
  const connections = useApp((app) => app.connections);
  const keychain = useApp((app) => app.keychain);
  const online = useApp((app) => app.online);
  const problems = connectionProblems(connections, keychain, online);
  return (
    <>
      <Rejected problems={ofKind(problems, 'rejected')} />
      <TokenMissing problems={ofKind(problems, 'tokenMissing')} />
      <NotAnswering problems={ofKind(problems, 'notAnswering')} />
    </>
  );
}

function Rejected({ problems }: { readonly problems: readonly Problem<'rejected'>[] }) {
  const t = useT();
  const [first, ...others] = problems;
  if (first === undefined) return null;
  const isOne = others.length === 0;
  const { connection, status } = first;
  return (
    <Banner
      tone="danger"
      title={
        isOne
          ? t('connections.banner.rejected', { connection: connection.name, status })
          : t('connections.banner.manyRejected', { count: problems.length })
      }
      actions={<TokenButton problems={problems} label={t('connections.banner.replaceToken')} />}
    >
      {!isOne && <Names of={problems} />}
      {t('connections.banner.rejectedText')}
    </Banner>
  );
}

function TokenMissing({ problems }: { readonly problems: readonly Problem<'tokenMissing'>[] }) {
  const t = useT();
  const [first, ...others] = problems;
  if (first === undefined) return null;
  const isOne = others.length === 0;
  const { connection, error } = first;
  const title = isOne
    ? t(error === null ? 'connections.banner.noToken' : 'connections.banner.tokenUnreadable', {
        connection: connection.name,
      })
    : t('connections.banner.manyWithoutToken', { count: problems.length });
  return (
    <Banner
      tone="warning"
      title={title}
      actions={<TokenButton problems={problems} label={t('connections.banner.enterToken')} />}
    >
      {!isOne && <Names of={problems} />}
      {isOne && error !== null ? describeError(error, t).next : t('connections.banner.noTokenText')}
      {problems.some((problem) => problem.connection.ca?.isConfirmed === false) && (
        <p>{t('connections.banner.unconfirmedCa')}</p>
      )}
    </Banner>
  );
}

function NotAnswering({ problems }: { readonly problems: readonly Problem<'notAnswering'>[] }) {
  const t = useT();
  const [first, ...others] = problems;
  if (first === undefined) return null;
  const isOne = others.length === 0;
  const retryAt = Math.min(...problems.map((problem) => problem.retryAt));
  const tryNow = async () => {
    const ids = new Set(problems.map(({ connection }) => connection.id));
    syncOrders((await allOrders()).filter((row) => ids.has(sourceId(row))).map(({ id }) => id));
  };
  return (
    <Banner
      tone="warning"
      title={
        isOne
          ? t(`connections.banner.${first.error.kind === 'serverError' ? 'reportsError' : 'notAnswering'}`, {
              connection: first.connection.name,
            })
          : t('connections.banner.manyNotAnswering', { count: problems.length })
      }
      actions={
        <Button size="sm" onClick={() => void tryNow()}>
          {t('connections.banner.tryNow')}
        </Button>
      }
    >
      {isOne ? <p>{describeError(first.error, t).why}</p> : <Names of={problems} />}
      <TickingText
        grain="second"
        words={(now) =>
          retryAt > now
            ? t('connections.banner.nextTry', { time: formatDuration(retryAt - now, t) })
            : t('connections.banner.trying')
        }
        className="tabular"
      />
    </Banner>
  );
}

function Names({ of }: { readonly of: readonly { readonly connection: ConnectionView }[] }) {
  const locale = useLocale();
  const names = of.map(({ connection }) => connection.name);
  return <p className="line-clamp-2">{new Intl.ListFormat(locale).format(names)}</p>;
}

interface TokenButtonProps {
  readonly problems: readonly { readonly connection: ConnectionView }[];
  readonly label: string;
}

/** Opens the dialog for the token of the connection, or of the first of several. */
function TokenButton({ problems, label }: TokenButtonProps) {
  const [first] = problems;
  if (first === undefined) return null;
  return (
    <Button size="sm" onClick={() => openDialog({ kind: 'token', connectionId: first.connection.id })}>
      {label}
    </Button>
  );
}

/** Why a connection is not polled, or only with single orders. */
type ConnectionProblem =
  | { readonly kind: 'rejected'; readonly connection: ConnectionView; readonly status: number }
  /** `error`: why the stored token could not be read; `null`: there is none. */
  | { readonly kind: 'tokenMissing'; readonly connection: ConnectionView; readonly error: AppError | null }
  /** The next attempt is at `retryAt`, Unix ms. */
  | {
      readonly kind: 'notAnswering';
      readonly connection: ConnectionView;
      readonly error: AppError;
      readonly retryAt: number;
    };

/**
 * The problem of each connection that has one. A keychain that cannot be used makes every token absent and has a banner
 * itself; a computer that is offline reaches no service.
 */
function connectionProblems(
  connections: readonly ConnectionView[],
  keychain: KeychainView,
  online: boolean,
): readonly ConnectionProblem[] {
  return connections.flatMap((connection) => problemOf(connection, keychain, online) ?? []);
}

function problemOf(
  connection: ConnectionView,
  { state, memoryConsent }: KeychainView,
  online: boolean,
): ConnectionProblem | null {
  const { polling, token } = connection;
  if (polling.kind === 'rejected') return { kind: 'rejected', connection, status: polling.status };
  const isUsable = state.kind === 'ready';
  if (!isUsable && !memoryConsent && token.kind !== 'memory' && token.kind !== 'file') return null;
  if (token.kind === 'absent') return { kind: 'tokenMissing', connection, error: null };
  if (token.kind === 'unreadable')
    return { kind: 'tokenMissing', connection, error: isUsable ? token.error : null };
  if (polling.kind === 'probing' && online)
    return { kind: 'notAnswering', connection, error: polling.error, retryAt: polling.retryAt };
  return null;
}

/** The problems of one kind. */
function ofKind<K extends ConnectionProblem['kind']>(
  problems: readonly ConnectionProblem[],
  kind: K,
): readonly Extract<ConnectionProblem, { kind: K }>[] {
  return problems.filter(
    (problem): problem is Extract<ConnectionProblem, { kind: K }> => problem.kind === kind,
  );
}
