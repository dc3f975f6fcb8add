import type { Logger } from '#main/platform/logger.ts';
import type { ChannelResults } from '#shared/domain/alertChannels.ts';
import { type EventTry, isEventSent } from '#shared/domain/alertEvents.ts';
import { instantSchema } from '#shared/domain/instant.ts';
import type { AppError } from '#shared/errors.ts';
import { z } from '#shared/zod.ts';
import type { ChannelPorts, StoredValue } from './alertChannel.ts';

/** What became of an event, stored as it was. */
export type EventResult = Omit<EventTry, 'nextAt'> & { readonly id: string };

/** The last try, and the last event that was not sent. */
export interface EventResults {
  readonly lastTry: EventResult | null;
  readonly lastFailure: EventResult | null;
}

const resultSchema = z
  .object({
    id: z.string(),
    at: instantSchema,
    isTest: z.boolean(),
    status: z.int().nullable(),
    error: z.custom<AppError>((error) => typeof Object(error).kind === 'string').nullable(),
  })
  .nullable();

const resultsSchema: z.ZodType<EventResults> = z.object({ lastTry: resultSchema, lastFailure: resultSchema });

const none: EventResults = { lastTry: null, lastFailure: null };

/** What became of the events of a channel, across restarts. */
export class EventTries {
  readonly #stored: StoredValue<EventResults>;
  readonly #logger: Logger;
  #results: EventResults;

  /** @param name that of the stored value. Throws when the database does. */
  constructor({ stored, logger }: Pick<ChannelPorts, 'stored' | 'logger'>, name: string) {
    this.#stored = stored(name, resultsSchema);
    this.#logger = logger;
    this.#results = this.#stored.load() ?? none;
  }

  /** @param nextTry when an event is tried again, Unix ms; `null`: it no longer waits */
  view(nextTry: (id: string) => number | null): ChannelResults['tries'] {
    const shown = (result: EventResult | null): EventTry | null => {
      if (result === null) return null;
      const { id, ...rest } = result;
      return { ...rest, nextAt: nextTry(id) };
    };
    return { lastTry: shown(this.#results.lastTry), lastFailure: shown(this.#results.lastFailure) };
  }

  add(result: EventResult): void {
    const { lastFailure } = this.#results;
    const isFailure = !isEventSent(result) && !result.isTest;
    const isMended = isEventSent(result) && lastFailure?.id === result.id;
    this.#keep({ lastTry: result, lastFailure: isFailure ? result : isMended ? null : lastFailure });
  }

  clear(): void {
    this.#keep(none);
  }

  #keep(results: EventResults): void {
    this.#results = results;
    const saved = this.#stored.save(results === none ? null : results);
    if (!saved.ok) this.#logger.warn('The result of an event was not stored', { error: saved.error.kind });
  }
}
