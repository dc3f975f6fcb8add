import type { ReactNode } from 'react';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { usePlatform, useT } from '#renderer/hooks/useT.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { Banner } from './Banner.tsx';

interface ErrorBannerProps {
  readonly error: AppError;
  readonly host?: string | undefined;
  /** Scrolls to it when it appears, as the result of a user action. */
  readonly reveal?: boolean;
  readonly actions?: ReactNode;
}

/** An error in words: what happened, why, what to do next. Announced at once. */
export function ErrorBanner({ error, host, reveal = false, actions }: ErrorBannerProps) {
  const t = useT();
  const ref = useShownOnMount<HTMLDivElement>(reveal);
  const platform = usePlatform();
  const { title, why, next } = describeError(error, t, { platform, host });
  return (
    <div ref={ref}>
      <Banner tone="danger" title={title} actions={actions}>
        <p>{why}</p>
        <p>{next}</p>
      </Banner>
    </div>
  );
}
