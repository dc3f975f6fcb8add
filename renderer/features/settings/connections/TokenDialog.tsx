import { useRef } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { StoreFailure } from '#renderer/components/StoreFailure.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { emptyField, inputProblems, type Problems, useForm } from '#renderer/hooks/useForm.ts';
import { useSecretSource } from '#renderer/hooks/useSecretSource.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { allOrders, useApp } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { closeDialog, useClosedWhen, useViewStore } from '#renderer/stores/viewStore.ts';
import type { ConnectionTestReport, ConnectionView } from '#shared/domain/connection.ts';
import { sourceId } from '#shared/domain/order.ts';
import { isDeclined } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { err, ok } from '#shared/result.ts';
import { hostOf } from './connectionDraft.ts';
import { UnconfirmedCa } from './UnconfirmedCa.tsx';

/** Enters or replaces the token of a connection: one field. A token that the service rejects is not stored. */
export function TokenDialog() {
  const dialog = useViewStore((state) => state.dialog);
  return dialog.kind === 'token' ? <TokenOf connectionId={dialog.connectionId} /> : null;
}

function TokenOf({ connectionId }: { readonly connectionId: string }) {
  const connection = useApp((app) => app.connections.find(({ id }) => id === connectionId));
  useClosedWhen(connection === undefined);
  return connection === undefined ? null : <OpenDialog connection={connection} />;
}

type TokenProblems = Problems<'token'>;

const noToken: TokenProblems = { token: emptyField('token') };
const inputProblem = inputProblems('token');

function OpenDialog({ connection }: { readonly connection: ConnectionView }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const source = useSecretSource();
  /** Whether the user wants to store a token that the service rejected. */
  const isSure = useRef(false);
  const { id, name } = connection;
  const form = useForm({
    initial: { isFilled: false },
    check: ({ isFilled }) => (isFilled ? ok(null) : err(noToken)),
    send: async () => {
      const token = source.read();
      const report = isSure.current ? null : await testToken(connection, token);
      const failed = report?.error ?? null;
      // When the user has refused the CA that main asked about, storing the token would ask again.
      if (failed !== null && (failed.kind === 'unauthorized' || isDeclined(failed))) return err(failed);
      const stored = await bridge().calls['connections:setToken']({ id, token });
      return stored.ok ? ok(report) : stored;
    },
    problemsOf: (error): TokenProblems =>
      error.kind === 'unauthorized' ? { token: error } : inputProblem(error),
    onStored: (report) => {
      source.clear();
      closeDialog();
      void tellStored(report, id, t);
    },
  });
  const problem = form.problems.token;
  const isRejected = problem?.kind === 'unauthorized';
  const change = (isFilled: boolean) => {
    isSure.current = false;
    form.change({ isFilled });
  };
  const saveAnyway = () => {
    isSure.current = true;
    void form.submit();
  };
  return (
    <FormDialog
      form={form}
      title={t(`connections.replace.title.${connection.token.kind === 'absent' ? 'enter' : 'replace'}`, {
        connection: name,
      })}
      saveLabel={t('connections.tokenState.saveToken')}
      onClose={closeDialog}
      note={
        isRejected && (
          <Button variant="ghost" className="mr-auto" onClick={saveAnyway}>
            {t('firstStart.saveAnyway')}
          </Button>
        )
      }
    >
      <UnconfirmedCa connection={connection} />
      <p className="text-sm wrap-anywhere">
        {t('connections.replace.sentTo', { origin: new URL(connection.baseUrl).origin })}
      </p>
      <TokenInput
        label={t('connections.tokenState.newToken')}
        hint={t('connections.tokenHint')}
        error={
          isRejected
            ? describeError(problem, t, { host: hostOf(connection.baseUrl) }).why
            : errorText(problem)
        }
        data-autofocus
        source={source}
        onFilledChange={change}
      />
      <StoreFailure error={form.failure} onRepeat={() => void form.submit()} />
    </FormDialog>
  );
}

/** Asks the service for a known order with this token. */
function testToken({ id, name, baseUrl }: ConnectionView, token: string): Promise<ConnectionTestReport> {
  return bridge().calls['connections:test']({ id, name, baseUrl, ca: { kind: 'keep' }, token, rid: '' });
}

/** @param report `null`: the token was not tested */
async function tellStored(report: ConnectionTestReport | null, id: string, t: Translate): Promise<void> {
  const orders = (await allOrders()).filter((row) => sourceId(row) === id);
  showToast(storedToast(report, orders.length, t));
}

function storedToast(report: ConnectionTestReport | null, orders: number, t: Translate) {
  const isTaken =
    report?.steps.some(({ step, outcome }) => step === 'token' && outcome === 'passed') ?? false;
  if (isTaken)
    return {
      tone: 'success',
      title: t('connections.replace.works'),
      text: t('connections.replace.checked', { count: orders }),
    } as const;
  const error = report?.error ?? null;
  return {
    tone: 'neutral',
    title: t('connections.replace.saved'),
    text: error === null ? t('connections.replace.untested') : describeError(error, t).title,
  } as const;
}
