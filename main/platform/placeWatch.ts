import type { DatePlace } from '#shared/domain/language.ts';
import { type Disposable, disposeAll } from './disposable.ts';
import type { Event } from './emitter.ts';
import type { Language } from './language.ts';
import type { SystemTimeZone } from './timeZone.ts';

interface PlaceWatchPorts {
  readonly timeZone: SystemTimeZone;
  /** The system's region of now, as `regionOf` gives it. */
  readonly region: () => string;
  /** What is told of another place. */
  readonly language: Pick<Language, 'moveTo'>;
  /** When the system is asked, beside what it tells: after sleep, and when the user comes to the window. */
  readonly asks: readonly Event<unknown>[];
}

/** Follows the system's time zone and region while the app runs. */
export class PlaceWatch implements Disposable {
  readonly #ports: PlaceWatchPorts;
  readonly #resources: readonly Disposable[];
  #known: DatePlace;

  /** To be created after the first rows are painted: the first answer takes up to half a second of a busy processor. */
  constructor(ports: PlaceWatchPorts) {
    this.#ports = ports;
    this.#known = this.#read();
    const look = () => this.#look();
    this.#resources = [ports.timeZone.watch(look), ...ports.asks.map((event) => event(look))];
  }

  dispose(): void {
    disposeAll(this.#resources);
  }

  #read(): DatePlace {
    return { region: this.#ports.region(), timeZone: this.#ports.timeZone.read() };
  }

  #look(): void {
    const { region, timeZone } = this.#known;
    this.#known = this.#read();
    if (this.#known.region !== region || this.#known.timeZone !== timeZone)
      this.#ports.language.moveTo(this.#known);
  }
}
