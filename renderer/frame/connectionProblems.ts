import type { ConnectionView } from '#shared/domain/connection.ts';
import type { KeychainView } from '#shared/domain/snapshot.ts';
import type { AppError } from '#shared/errors.ts';

/** Why a connection is not polled, or only with single orders. */
export type ConnectionProblem =
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
export function connectionProblems(
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
export function ofKind<K extends ConnectionProblem['kind']>(
  problems: readonly ConnectionProblem[],
  kind: K,
): readonly Extract<ConnectionProblem, { kind: K }>[] {
  return problems.filter(
    (problem): problem is Extract<ConnectionProblem, { kind: K }> => problem.kind === kind,
  );
}
