import type { AnnotationRepository } from '#main/orders/annotations/annotations.ts';
import type { Annotation } from '#shared/domain/annotation.ts';
import type { Database, RowOf } from './database.ts';
import { readable } from './json.ts';

type AnnotationRow = RowOf<Annotation, { readonly tags: string }> & { readonly orderId: string };

/** Tags and notes in the table `order_annotations`. Deleted with their orders. */
export function createAnnotationRepository(database: Database): AnnotationRepository {
  const select = database.query<AnnotationRow>(
    'SELECT order_id AS orderId, tags, note FROM order_annotations',
  );
  const upsert = database.prepare(`
    INSERT INTO order_annotations (order_id, tags, note) VALUES (?, ?, ?)
    ON CONFLICT (order_id) DO UPDATE SET tags = excluded.tags, note = excluded.note`);
  const remove = database.prepare('DELETE FROM order_annotations WHERE order_id = ?');
  return {
    load: () =>
      readable(
        () =>
          new Map(
            select
              .all()
              .map(({ orderId, tags, note }) => [orderId, { tags: JSON.parse(tags) as string[], note }]),
          ),
      ),
    save: (annotations) =>
      database.tryWrite(() => {
        for (const [orderId, { tags, note }] of annotations) {
          if (tags.length === 0 && note === '') remove.run(orderId);
          else upsert.run(orderId, JSON.stringify(tags), note);
        }
      }),
  };
}
