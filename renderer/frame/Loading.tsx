import { Skeleton } from '#renderer/components/Skeleton.tsx';
import { useT } from '#renderer/hooks/useT.ts';

/** The shape of the list while it is on its way. */
export function Loading() {
  const t = useT();
  return (
    <main aria-busy className="flex h-full flex-col gap-6 p-6">
      <h1 className="sr-only">{t('common.appName')}</h1>
      <p role="status" className="sr-only">
        {t('orders.loading')}
      </p>
      <Skeleton className="h-7 w-72" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="flex items-center gap-6">
          <Skeleton className="size-5 rounded-full" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </main>
  );
}
