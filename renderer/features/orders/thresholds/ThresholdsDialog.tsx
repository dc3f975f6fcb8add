import { bridge } from '#renderer/bridge.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { type Problems, useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, useClosedWhen, useViewStore } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { orderWindows } from '#shared/domain/ownThresholds.ts';
import type { Settings } from '#shared/domain/settings.ts';
import {
  readOwnThresholds,
  THRESHOLD_MAX,
  type ThresholdFault,
  thresholdsOfTag,
  withTagThresholds,
} from '#shared/domain/thresholdInput.ts';
import type { OwnThresholds } from '#shared/domain/thresholds.ts';
import { formatWholeDays } from '#shared/i18n/format.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { windowTexts } from './ThresholdsFact.tsx';

/** Changes when to warn of some orders, or of all orders with a tag. */
export function ThresholdsDialog() {
  const dialog = useViewStore((view) => view.dialog);
  return dialog.kind === 'thresholds' ? <ThresholdsOf {...dialog} /> : null;
}

interface ThresholdsOfProps {
  readonly orderIds: readonly string[];
  readonly tag?: string;
}

function ThresholdsOf({ orderIds, tag = '' }: ThresholdsOfProps) {
  const orders = useApp((app) => app.orders);
  const rows = orderIds.flatMap((id) => orders.get(id) ?? []);
  const [first] = rows;
  useClosedWhen(first === undefined);
  return first === undefined ? null : <ThresholdsForm rows={rows} first={first} ofTag={tag} />;
}

/** What is typed. `tag`: empty for the orders themselves. Both times are empty for those of all orders. */
interface Draft extends OwnThresholds {
  readonly tag: string;
}

type DraftProblems = Problems<keyof OwnThresholds, ThresholdFault>;

function checkDraft({
  tag,
  ...typed
}: Draft): Result<{ readonly tag: string; readonly thresholds: OwnThresholds | null }, DraftProblems> {
  if (typed.warning.trim() === '' && typed.critical.trim() === '') return ok({ tag, thresholds: null });
  const thresholds = readOwnThresholds(typed);
  if (typeof thresholds === 'object') return ok({ tag, thresholds });
  return err({ [thresholds === 'warning' ? 'warning' : 'critical']: thresholds });
}

interface ThresholdsFormProps {
  readonly rows: readonly OrderRow[];
  readonly first: OrderRow;
  /** The tag that it is about; empty: the orders. */
  readonly ofTag: string;
}

function ThresholdsForm({ rows, first, ofTag }: ThresholdsFormProps) {
  const t = useT();
  const settings = useApp((app) => app.settings);
  const { tags, thresholds } = first;
  const storedOf = (tag: string): Draft => ({ ...noTimes, ...timesOf(tag, first, settings), tag });
  const form = useForm({
    initial: storedOf(ofTag),
    check: checkDraft,
    send: ({ tag, thresholds: next }) =>
      tag === ''
        ? bridge().calls['orders:setThresholds']({ ids: rows.map(({ id }) => id), thresholds: next })
        : bridge().calls['settings:set']({
            tagThresholds: withTagThresholds(settings.tagThresholds, tag, next),
          }),
    problemsOf: (): DraftProblems => ({}),
    onStored: closeDialog,
  });
  const { tag, warning, critical } = form.values;
  const problemText = (fault: ThresholdFault | undefined) =>
    fault === undefined
      ? null
      : t(fault === 'criticalAboveWarning' ? 'orders.thresholds.criticalAbove' : 'orders.thresholds.bad');
  const general = windowTexts(orderWindows({ ...first, tags: [], thresholds: null }, settings), t);
  return (
    <FormDialog
      form={form}
      title={t('orders.thresholds.title')}
      saveLabel={t('common.save')}
      onClose={closeDialog}
    >
      {ofTag !== '' && <p className="text-sm">{t('orders.thresholds.tagged', { tag: ofTag })}</p>}
      {ofTag === '' && rows.length === 1 && tags.length > 0 && (
        <Select
          label={t('orders.thresholds.for')}
          hint={tag !== '' && thresholds !== null ? t('orders.thresholds.orderFirst') : undefined}
          value={tag}
          onValueChange={(next) => form.change(storedOf(next))}
          options={[
            { value: '', label: t('orders.thresholds.orders', { count: 1 }) },
            ...tags.map((each) => ({ value: each, label: t('orders.thresholds.tagged', { tag: each }) })),
          ]}
        />
      )}
      {ofTag === '' && rows.length > 1 && (
        <p className="text-sm">{t('orders.thresholds.orders', { count: rows.length })}</p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          data-autofocus
          label={t('settings.warning')}
          placeholder={general.warning}
          error={problemText(form.problems.warning)}
          value={warning}
          maxLength={THRESHOLD_MAX}
          onValueChange={(next) => form.change({ warning: next })}
        />
        <TextField
          label={t('settings.critical')}
          placeholder={general.critical}
          error={problemText(form.problems.critical)}
          value={critical}
          maxLength={THRESHOLD_MAX}
          onValueChange={(next) => form.change({ critical: next })}
        />
      </div>
      <p className="text-xs text-muted">{t('orders.thresholds.hint')}</p>
      <Preview first={first} warning={warning} critical={critical} />
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
    </FormDialog>
  );
}

const noTimes: OwnThresholds = { warning: '', critical: '' };

/** The stored times of the orders, or of a tag. */
function timesOf(tag: string, { thresholds }: OrderRow, { tagThresholds }: Settings): OwnThresholds | null {
  if (tag === '') return thresholds;
  const found = thresholdsOfTag(tagThresholds, tag);
  return found === undefined ? null : { warning: found.warning, critical: found.critical };
}

/** What the typed times mean for the certificate of the first order. */
function Preview({ first, ...typed }: OwnThresholds & { readonly first: OrderRow }) {
  const t = useT();
  const settings = useApp((app) => app.settings);
  const read = readOwnThresholds(typed);
  const { notBefore, notAfter } = first;
  if (typeof read !== 'object' || notBefore === null || notAfter === null) return null;
  const times = windowTexts(orderWindows({ ...first, thresholds: read }, settings), t);
  return (
    <p role="status" className="text-xs">
      {t('orders.thresholds.preview', {
        ...times,
        lifetime: formatWholeDays(notAfter - notBefore, t, Math.round),
      })}
    </p>
  );
}
