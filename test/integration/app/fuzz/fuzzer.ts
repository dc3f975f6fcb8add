import { type DeliveryFields, encodeFields, signTimestamp } from '#test/service/delivery.ts';
import { bodyMutations, doubled, harmlessBodyMutations } from './bodyMutations.ts';
import { Dice } from './dice.ts';
import { bytesOf, type Draft, setHeader } from './draft.ts';
import { harmlessMutations, headMutations } from './headMutations.ts';
import type { RawRequest } from './rawSender.ts';

/** A fuzzed request, or a valid one among them. */
export interface FuzzedRequest extends RawRequest {
  readonly isValid: boolean;
  /** It is wrong in a way that a parser may not notice. */
  readonly isDoomed: boolean;
}

export interface FuzzSource extends Pick<Draft, 'fields' | 'secret' | 'otherKey'> {
  readonly path: string;
  /** Unix ms. */
  readonly now: () => number;
}

/** Creates valid and broken requests; equal seeds give equal ones, except keys and times. */
export class Fuzzer {
  readonly #source: FuzzSource;
  readonly #dice: Dice;
  readonly #tokens = new Map<string, string>();
  #count = 0;

  constructor(source: FuzzSource, seed: number) {
    this.#source = source;
    this.#dice = new Dice(seed);
  }

  valid(): FuzzedRequest {
    return { bytes: bytesOf(this.#draft()), ends: 'never', isValid: true, isDoomed: false };
  }

  fuzzed(): FuzzedRequest {
    const dice = this.#dice;
    const draft = this.#draft();
    const isDoomed = dice.chance(0.02);
    if (isDoomed) doubled(draft, dice);
    else this.#mutate(draft);
    const bytes = bytesOf(draft);
    const whole = { ends: 'whenUnanswered', isValid: false, isDoomed } as const;
    const cut = { ...whole, ends: 'atOnce' } as const;
    if (dice.chance(0.05)) return { ...whole, bytes: dice.flipped(bytes, bytes.indexOf('\r\n\r\n')) };
    if (dice.chance(0.03)) return { ...cut, bytes: bytes.subarray(0, dice.below(bytes.length)) };
    if (dice.chance(0.01)) return { ...cut, bytes: dice.flipped(Buffer.alloc(1 + dice.below(300), 'POST ')) };
    return { ...whole, bytes };
  }

  #mutate(draft: Draft): void {
    const dice = this.#dice;
    const many = dice.chance(0.8) ? 1 : 2 + dice.below(2);
    for (let count = 0; count < many; count += 1) {
      if (dice.chance(0.03)) dice.oneOf([...harmlessMutations, ...harmlessBodyMutations])(draft, dice);
      else if (dice.chance(0.65)) dice.oneOf(headMutations)(draft, dice);
      else dice.oneOf(bodyMutations)(draft, dice);
    }
    if (dice.chance(0.1)) setHeader(draft, 'z-token', signTimestamp('1', draft.secret));
    // Bytes after the first request are never answered.
    if (dice.chance(0.02)) draft.tail = bytesOf(this.#draft());
  }

  #draft(): Draft {
    const dice = this.#dice;
    const { path, fields, secret, otherKey, now } = this.#source;
    this.#count += 1;
    // No flipped bit turns one into another.
    const task = `Fuzz ${this.#count} ${dice.below(2 ** 32).toString(16)}`;
    const isJson = dice.chance(0.5);
    const seconds = Math.floor(now() / 1000);
    const timestamp = String(seconds + dice.below(500) - 250);
    const own = { ...fields, task };
    return {
      line: ['POST', path, 'HTTP/1.1'],
      headers: [
        ['Host', 'localhost'],
        ['z-timestamp', timestamp],
        ['z-token', this.#tokenOf(timestamp)],
        ['Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded'],
      ],
      body: Buffer.from(bodyOf(own, isJson)),
      ...{ eol: '\r\n', tail: Buffer.alloc(0), isJson, fields: own, secret, otherKey, now: seconds },
    };
  }

  #tokenOf(timestamp: string): string {
    const token = this.#tokens.get(timestamp) ?? signTimestamp(timestamp, this.#source.secret);
    this.#tokens.set(timestamp, token);
    return token;
  }
}

function bodyOf(fields: DeliveryFields, isJson: boolean): string {
  return encodeFields({ ...fields }, isJson ? 'json' : 'form');
}
