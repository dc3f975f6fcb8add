import type { OrderStatus } from './status.ts';

/**
 * One condition of a search. `expires`: the time left is shorter (`within`) or longer than `ms`; an expired order has
 * less time left than any.
 */
export type Condition =
  | { readonly kind: 'text' | 'issuer' | 'server' | 'note'; readonly text: string }
  | { readonly kind: 'tag'; readonly tags: readonly { readonly text: string; readonly isWhole: boolean }[] }
  | { readonly kind: 'status'; readonly statuses: ReadonlySet<OrderStatus> }
  | { readonly kind: 'expires'; readonly within: boolean; readonly ms: number };

/** Why a part of a search cannot be understood. `word`: that part, as it was typed. */
export interface SearchProblem {
  readonly kind: 'time' | 'status';
  readonly word: string;
}

export interface SearchQuery {
  readonly terms: readonly { readonly condition: Condition; readonly isNegated: boolean }[];
  /** A search with problems finds nothing. */
  readonly problems: readonly SearchProblem[];
}

/** The facts of an order that a search compares. Texts are in lower case. */
export interface SearchFacts {
  readonly text: string;
  readonly issuer: string;
  /** Host and port of each of its endpoints. */
  readonly servers: readonly string[];
  readonly tags: readonly string[];
  readonly note: string;
  readonly status: OrderStatus | undefined;
  /** `endOf` the order, Unix ms. */
  readonly end: number | null;
}

/** Whether what a search finds depends on the time. */
export function dependsOnTime({ terms }: SearchQuery): boolean {
  return terms.some(({ condition }) => condition.kind === 'expires');
}

/** Whether a search finds an order at `now` (Unix ms). */
export function isFound({ terms, problems }: SearchQuery, facts: SearchFacts, now: number): boolean {
  return (
    problems.length === 0 &&
    terms.every(({ condition, isNegated }) => holds(condition, facts, now) !== isNegated)
  );
}

function holds(condition: Condition, facts: SearchFacts, now: number): boolean {
  switch (condition.kind) {
    case 'text':
      return facts.text.includes(condition.text);
    case 'issuer':
      return facts.issuer.includes(condition.text);
    case 'server':
      return facts.servers.some((server) => server.includes(condition.text));
    case 'note':
      return facts.note.includes(condition.text);
    case 'tag':
      return facts.tags.some((tag) =>
        condition.tags.some(({ text, isWhole }) => (isWhole ? tag === text : tag.startsWith(text))),
      );
    case 'status':
      return facts.status !== undefined && condition.statuses.has(facts.status);
    case 'expires': {
      if (facts.end === null) return false;
      const left = facts.end - now;
      return condition.within ? left < condition.ms : left > condition.ms;
    }
  }
}
