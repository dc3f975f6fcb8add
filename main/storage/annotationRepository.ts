import type { AnnotationRepository } from '#main/orders/annotations/annotations.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Annotation } from '#shared/domain/annotation.ts';
import { ownThresholdsSchema } from '#shared/domain/ownThresholdsSchema.ts';
import type { Database } from './database.ts';
import { JsonColumns, jsonOrNull } from './json.ts';
import { textsSchema } from './rowSchemas.ts';

/** An array is read in half the time of an object. */
type AnnotationRow = readonly [orderId: string, tags: string, note: string, thresholds: string | null];

/** Tags, notes and thresholds in the table `order_annotations`. Deleted with their orders. What is unreadable is none. */
export function createAnnotationRepository(
  database: Database,
  logger: Logger | null = null,
): AnnotationRepository {
  const columns = new JsonColumns('order_annotations', logger);
  // Many orders have the same tags.
  const readTags = columns.reader('tags', textsSchema);
  const readThresholds = columns.reader('thresholds', ownThresholdsSchema);
  const select = database.queryArrays<AnnotationRow>(
    'SELECT order_id, tags, note, thresholds FROM order_annotations',
  );
  const upsert = database.prepare(`
    INSERT INTO order_annotations (order_id, tags, note, thresholds) VALUES (?, ?, ?, ?)
    ON CONFLICT (order_id) DO UPDATE SET tags = excluded.tags, note = excluded.note, thresholds = excluded.thresholds`);
  const remove = database.prepare('DELETE FROM order_annotations WHERE order_id = ?');
  return {
    load: () =>
      new Map(
        select.all().map(([orderId, tags, note, thresholds]) => {
          const annotation: Annotation = {
            tags: readTags(tags) ?? [],
            note,
            thresholds: thresholds === null ? null : (readThresholds(thresholds) ?? null),
          };
          return [orderId, annotation] as const;
        }),
      ),
    save: (annotations) =>
      database.tryWrite(() => {
        for (const [orderId, { tags, note, thresholds }] of annotations) {
          if (tags.length === 0 && note === '' && thresholds === null) remove.run(orderId);
          else upsert.run(orderId, JSON.stringify(tags), note, jsonOrNull(thresholds));
        }
      }),
  };
}
