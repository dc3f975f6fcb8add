import { Check, Pencil, X } from 'lucide-react';
import { type RefObject, type SubmitEvent, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { type OrderRow, orderTitle, parseAlias } from '#shared/domain/order.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';

interface AliasTitleProps {
  readonly row: OrderRow;
  readonly titleId: string;
  /** Takes the focus when the details open. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The order's name with a form to change it. An empty name restores the service's name. */
export function AliasTitle({ row, titleId, heading }: AliasTitleProps) {
  const t = useT();
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const title = orderTitle(row);

  function stop(): void {
    setDraft(null);
    setError(null);
  }

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const alias = draft ?? '';
    const parsed = parseAlias(alias);
    const result = parsed.ok ? await bridge().calls['orders:setAlias']({ id: row.id, alias }) : parsed;
    if (result.ok) stop();
    else setError(result.error);
  }

  if (draft === null)
    return (
      <div className="group flex min-w-0 items-start gap-1">
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          data-selectable
          className="min-w-0 rounded text-lg font-semibold"
          title={title}
        >
          <span className="line-clamp-3 wrap-anywhere">{title}</span>
        </h2>
        <IconButton
          icon={Pencil}
          size="sm"
          label={t('orders.panel.editAlias')}
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          onClick={() => setDraft(row.alias ?? '')}
        />
      </div>
    );
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-1">
      <h2 id={titleId} className="sr-only">
        {title}
      </h2>
      <div className="flex items-center gap-1">
        <TextField
          autoFocus
          aria-label={t('orders.panel.alias')}
          aria-invalid={error !== null || undefined}
          placeholder={orderTitle({ ...row, alias: null })}
          value={draft}
          maxLength={textLimits.alias}
          onValueChange={setDraft}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            stop();
          }}
        />
        <IconButton icon={Check} type="submit" label={t('common.save')} />
        <IconButton icon={X} label={t('common.cancel')} onClick={stop} />
      </div>
      <p
        role={error === null ? undefined : 'alert'}
        className={error === null ? 'text-xs text-muted' : 'text-xs text-danger'}
      >
        {error === null
          ? t('orders.panel.aliasHint', { name: orderTitle({ ...row, alias: null }) })
          : describeError(error, t).why}
      </p>
    </form>
  );
}
