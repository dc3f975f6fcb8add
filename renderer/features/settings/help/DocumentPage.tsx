import { ArrowLeft, BookOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { Skeleton } from '#renderer/components/Skeleton.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { DocumentText } from './DocumentText.tsx';
import { type DocumentPlace, readDocument } from './documents.ts';

type Read =
  | { readonly kind: 'text'; readonly place: DocumentPlace; readonly text: string }
  | { readonly kind: 'loading' | 'missing' };

/** The documents for users, from the package: their front page first. @param onBack from the first of them */
export function DocumentPage({ onBack }: { readonly onBack: () => void }) {
  const t = useT();
  const front = { path: t('help.documents.front'), anchor: null };
  /** The places on the way, the shown one last. */
  const [way, setWay] = useState<readonly DocumentPlace[]>([front]);
  const [read, setRead] = useState<Read>({ kind: 'loading' });
  const top = useRef<HTMLDivElement>(null);
  const place = way.at(-1) ?? front;

  useEffect(() => {
    let isShown = true;
    readDocument(place.path).then(
      (text) => {
        if (isShown) setRead({ kind: 'text', place, text });
      },
      () => {
        if (isShown) setRead({ kind: 'missing' });
      },
    );
    return () => {
      isShown = false;
    };
  }, [place]);

  useEffect(() => {
    if (read.kind !== 'text') return;
    const { anchor } = read.place;
    const heading = [...(top.current?.querySelectorAll<HTMLElement>('[data-anchor]') ?? [])].find(
      (each) => each.dataset['anchor'] === anchor,
    );
    (heading ?? top.current)?.scrollIntoView();
    // The next Tab goes on from there.
    heading?.focus();
  }, [read]);

  return (
    <div ref={top} className="flex flex-col gap-4">
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="ghost"
          icon={ArrowLeft}
          data-autofocus
          onClick={() => (way.length > 1 ? setWay(way.slice(0, -1)) : onBack())}
        >
          {t('help.documents.back')}
        </Button>
        {place.path !== front.path && (
          <Button size="sm" variant="ghost" icon={BookOpen} onClick={() => setWay([...way, front])}>
            {t('help.documents.all')}
          </Button>
        )}
      </div>
      {read.kind === 'loading' && <Skeleton className="h-48 w-full" />}
      {read.kind === 'missing' && <Banner tone="warning" title={t('help.documents.missing')} />}
      {read.kind === 'text' && (
        <DocumentText path={read.place.path} text={read.text} onFollow={(next) => setWay([...way, next])} />
      )}
    </div>
  );
}
