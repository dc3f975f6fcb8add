import type { SpanRepository } from '#main/orders/renewals/spanRepository.ts';
import type { Clock } from '#main/platform/time.ts';
import type { Picture } from '#shared/domain/picture.ts';
import { ok, type Result } from '#shared/result.ts';
import { type PictureFacts, pictureOf } from './pictureOf.ts';

export interface PictureSourcePorts {
  readonly clock: Pick<Clock, 'now'>;
  /** Of the app. */
  readonly version: string;
  readonly orders: () => PictureFacts['orders'];
  readonly connections: () => PictureFacts['connections'];
  readonly hooks: () => PictureFacts['hooks'];
  readonly copies: () => PictureFacts['copies'];
  readonly endpoints: () => PictureFacts['endpoints'];
  readonly histories: Pick<SpanRepository, 'all'>;
  readonly settings: () => PictureFacts['settings'];
}

/** Takes a picture of all that is known, when somebody asks for it. */
export class PictureSource {
  readonly #ports: PictureSourcePorts;

  constructor(ports: PictureSourcePorts) {
    this.#ports = ports;
  }

  /** All that is known at this moment. Error: `storage`. */
  take(): Result<Picture> {
    const { clock, version, orders, connections, hooks, copies, endpoints, histories, settings } =
      this.#ports;
    const spans = histories.all();
    if (!spans.ok) return spans;
    return ok(
      pictureOf({
        takenAt: clock.now(),
        version,
        orders: orders(),
        connections: connections(),
        hooks: hooks(),
        copies: copies(),
        endpoints: endpoints(),
        spans: spans.value,
        settings: settings(),
      }),
    );
  }
}
