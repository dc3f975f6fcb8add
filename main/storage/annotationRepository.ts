import type { AnnotationRepository } from '#main/orders/annotations/annotations.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Annotation } from '#shared/domain/annotation.ts';
import type { Database, RowOf } from './database.ts';
import { JsonColumns } from './json.ts';
import { textsSchema } from './rowSchemas.ts';

type AnnotationRow = RowOf<Annotation, { readonly tags: string }> & { readonly orderId: string };

/** Tags and notes in the table `order_annotations`. Deleted with their orders. Unreadable tags are none. */
export function createAnnotationRepository(
  database: Database,
  logger: Logger | null = null,
): AnnotationRepository {
  const columns = new JsonColumns('order_annotations', logger);
  const select = database.query<AnnotationRow>(
    'SELECT order_id AS orderId, tags, note FROM order_annotations',
  );
  const upsert = database.prepare(`
    INSERT INTO order_annotations (order_id, tags, note) VALUES (?, ?, ?)
    ON CONFLICT (order_id) DO UPDATE SET tags = excluded.tags, note = excluded.note`);
  const remove = database.prepare('DELETE FROM order_annotations WHERE order_id = ?');
  return {
    load: () =>
      new Map(
        select.all().map(({ orderId, tags, note }) => {
          return [orderId, { tags: columns.read('tags', textsSchema, tags) ?? [], note }] as const;
        }),
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
