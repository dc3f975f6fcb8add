import type { InputReason } from '../errors.ts';
import { parseBaseUrl } from './baseUrl.ts';
import { BEARER, isNoise, LABELLED, OTHER_SECRET, readLabels, STRONG, withoutNames } from './pastedLabels.ts';
import { ridColumn, withoutLineNames } from './pastedTable.ts';
import { collectRids, isPartOf, MASKED, type RidRefusal, ridOf, wordsOf } from './rids.ts';
import { textLimits } from './textLimits.ts';
import { decideToken, isHost, isLong, isSignedToken, shapeOf, TOKEN_MIN } from './tokenDecision.ts';

/** What a pasted text says about a connection and its orders. */
export interface PastedSetup {
  /** The base URL, as given by `parseBaseUrl`. */
  readonly address: string | null;
  /** The access token: a secret. No other field contains it. */
  readonly token: string | null;
  /** Nothing but its shape says that it is the token. */
  readonly isTokenGuessed: boolean;
  /** Words of which one may be the token: secrets, until a person says which they are. No other field contains them. */
  readonly undecided: readonly string[];
  readonly rids: readonly string[];
  /** Rids that occurred more than once, each listed once. */
  readonly duplicates: readonly string[];
  /** What is not used, with the reason. */
  readonly odd: readonly OddPart[];
}

export interface OddPart {
  /** The text as it may be shown: never a token or a password. */
  readonly text: string;
  readonly reason: OddReason;
}

/**
 * Why a part is not used. `column`: the table's other columns. `name`: that of a rid. `otherAddress`: an address was found before.
 * `otherToken`: a token was found before, or none is needed.
 */
export type OddReason =
  | RidRefusal
  | 'placeholder'
  | 'column'
  | 'name'
  | 'otherAddress'
  | 'otherToken'
  | Extract<InputReason, 'notAUrl' | 'httpsOnly' | 'credentialsInUrl' | 'queryInUrl'>;

const SHOWN_MAX = 60;
/** Characters before a label that may belong to it, such as `hook` in `hook for orders, secret`. */
const LABEL_WORDS = 20;
/** Most tokens of which parts are looked for among the rids. */
const TOKENS_SPLIT = 8;
/** Most parts that are listed. */
const ODD_MAX = 200;

/** What may follow a token in a command. The lookbehind keeps the match linear. */
const TRAILING = /(?<![\\^;,)}\]])[\\^;,)}\]]+$/u;
const CONTINUED = /[\\^`][ \t]{0,8}\r?\n/gu;
const COMMAND =
  /^[ \t]{0,20}(?:[$>#] ?)?(?:curl(?:\.exe)?|wget|invoke-(?:restmethod|webrequest)|irm|iwr)[ \t]/imu;
/** A line that can only be part of a command: an option, a variable, a bracket. */
const COMMAND_PART = /^[ \t]{0,20}(?:--?[a-z]|\$\w{1,40} ?=|@?[{}])/iu;
const ADDRESS = /https?:\/\/[^\s"'`^|]{1,4000}/giu;
const PLACEHOLDER = /^(?:[<{[(].*[>}\])]|\$.*|%\w*%|:\w+)$/u;
/** What is in such brackets all the same, and must not be shown. */
const VALUE_IN_BRACKETS = /^\S(?=\S{8})\D{0,200}\d\D{0,200}\d\S*$/u;
const BRACKETS = /^[[{(<]+|[\]})>]+$/gu;

/** What is known before a text is read. */
interface Known {
  /** `orders`: neither an address nor a token is looked for by its shape, since there is a connection already. */
  readonly wanted?: 'setup' | 'orders';
  /** The good token that is there; `null`: none. */
  readonly token?: string | null;
  /** The rids that are there. */
  readonly rids?: readonly string[];
  /** Words of an earlier text that it did not decide on. */
  readonly undecided?: readonly string[];
}

/**
 * Recognises an address, an access token and rids in any text: a URL, a `curl` or PowerShell command, an address of the
 * Open API with its rid, lists and tables of rids. Takes time linear in the text; all beyond `textLimits.rids` is ignored.
 */
export function recogniseSetup(
  text: string,
  { wanted = 'setup', token = null, rids = [], undecided = [] }: Known = {},
): PastedSetup {
  const found = findIn(text, token, rids, wanted);
  for (const word of undecided) found.takeWord(word);
  if (wanted === 'setup') {
    found.guessAddress();
    found.guessToken();
  } else found.dropTokens();
  return found.result(wanted);
}

/**
 * The rids of a text that the user did not show to the page, such as the clipboard's: nothing that may be a secret. A word
 * counts if an address, a label or a heading calls it a rid, if it has the form of a known rid, or if it is too short for a
 * token and another word has its form.
 * @param known rids that are there
 * @param tokens none of which is given
 */
export function surelyRids(text: string, known: readonly string[], tokens: readonly string[] = []): SureRids {
  if (text.includes('-----BEGIN')) return { rids: [], withheld: 1 };
  const found = findIn(text, '', known);
  found.guessToken();
  const { rids } = found.result('setup');
  const sure = found.sureOf(rids).filter((rid) => !tokens.some((token) => isPartOf(rid, token)));
  return { rids: sure, withheld: rids.length - sure.length + found.tokenCount };
}

export interface SureRids {
  readonly rids: readonly string[];
  /** Words that may be secrets. */
  readonly withheld: number;
}

/** @param token `''`: there is one, and this side does not know it */
function findIn(
  text: string,
  token: string | null,
  rids: readonly string[],
  wanted: 'setup' | 'orders' = 'setup',
): Findings {
  const found = new Findings(token, rids);
  const joined = text.slice(0, textLimits.rids).replace(CONTINUED, ' ');
  const { text: unnamed, names } = withoutNames(joined);
  const withoutTokens = found.takeTokens(found.takeTokens(unnamed, BEARER), LABELLED);
  const { rest, rids: named, identifiers } = readLabels(found.takeCommands(withoutTokens));
  found.nameRids(named);
  found.identifiers = identifiers;
  const column = ridColumn(rest);
  if (column !== null) {
    found.odd.push({ text: shown(column.heading), reason: 'column' });
    found.nameRids(wordsOf(column.cells.join('\n')));
    for (const secret of column.secrets) found.takeToken(secret, 'weak');
  }
  const lines = column?.lines.join('\n') ?? rest;
  const ofLines = withoutLineNames(lines, (word) => named.has(word), wanted === 'orders');
  for (const name of [...names, ...ofLines.names]) found.odd.push({ text: shown(name), reason: 'name' });
  for (const text of wordsOf(ofLines.text)) for (const word of unquoted(text, wanted)) found.takeWord(word);
  return found;
}

/** What was found so far, in the order of the text. */
class Findings {
  #address: string | null = null;
  readonly #tokens = new Set<string>();
  /** Values of labels that do not say for certain that they are the token. */
  readonly #weak = new Set<string>();
  /** Labelled secrets that are the token only if nothing else is. */
  readonly #secrets = new Set<string>();
  #isTokenGuessed = false;
  #words: string[] = [];
  identifiers: ReadonlySet<string> = new Set();
  #undecided: readonly string[] = [];
  /** Words that the text itself calls rids. */
  readonly #named = new Set<string>();
  readonly #known: string | null;
  readonly #rids: readonly string[];
  readonly odd: OddPart[] = [];

  constructor(token: string | null, rids: readonly string[]) {
    this.#known = token;
    this.#rids = rids;
  }

  get tokenCount(): number {
    return new Set([...this.#tokens, ...this.#weak, ...this.#secrets, ...this.#undecided]).size;
  }

  /** The words of this text are rids. */
  nameRids(words: Iterable<string>): void {
    for (const word of words) for (const part of unquoted(word)) this.#named.add(part);
  }

  /** See `surelyRids`. */
  sureOf(rids: readonly string[]): readonly string[] {
    const counts = new Map<string, number>();
    for (const rid of rids) counts.set(shapeOf(rid), (counts.get(shapeOf(rid)) ?? 0) + 1);
    const shapes = new Set(this.#rids.map(shapeOf));
    const isShort = (rid: string) => !isLong(rid) && (counts.get(shapeOf(rid)) ?? 0) > 1;
    return rids.filter((rid) => this.#named.has(rid) || shapes.has(shapeOf(rid)) || isShort(rid));
  }

  /** Takes the tokens that a header or a label names, and gives the text without them. */
  takeTokens(text: string, pattern: RegExp): string {
    return text.replace(pattern, (all: string, value: string, start: number) => {
      const token = value.replace(TRAILING, '');
      if (isPlaceholder(value) || isPlaceholder(token)) this.#notUsed(value, 'placeholder');
      else {
        const label = text.slice(Math.max(0, start - LABEL_WORDS), start + all.indexOf(value));
        const isOther = OTHER_SECRET.test(label.trimEnd().split('\n').at(-1) ?? '');
        const isStrong = pattern === BEARER || STRONG.test(all.slice(0, all.indexOf(value)));
        const kind = isOther ? 'other' : isStrong ? 'strong' : 'weak';
        this.takeToken(PLACEHOLDER.test(token) ? token.replace(BRACKETS, '') : token, kind);
      }
      return ' ; ';
    });
  }

  /** Something calls this a token (`strong`), a secret that may be it (`weak`), or one of another kind. */
  takeToken(token: string, kind: 'strong' | 'weak' | 'other'): void {
    const known = { strong: this.#tokens, weak: this.#weak, other: this.#secrets }[kind];
    if (token !== '') known.add(token);
  }

  /** Takes the addresses in the lines of commands, and gives the other lines. */
  takeCommands(text: string): string {
    if (!COMMAND.test(text)) return text;
    const others: string[] = [];
    for (const line of text.split('\n')) {
      if (!COMMAND.test(line) && !COMMAND_PART.test(line)) others.push(line);
      else for (const [address] of line.matchAll(ADDRESS)) this.#takeAddress(address);
    }
    return others.join('\n');
  }

  takeWord(word: string): void {
    if (/^https?:\/\//iu.test(word)) this.#takeAddress(word);
    else if (word.startsWith('/open/ssl/latest/')) this.#takeAddress(`https://rid.invalid${word}`);
    else if (isPlaceholder(word)) this.#notUsed(word, 'placeholder');
    else if (!isNoise(word)) this.#words.push(word.replace(BRACKETS, ''));
  }

  /** Without an address, the only host name among the words is one. */
  guessAddress(): void {
    if (this.#address !== null) return;
    const host = this.#words.find(isHost);
    if (host === undefined || this.#words.some((word) => word !== host && isHost(word))) return;
    const address = parseBaseUrl(host);
    if (!address.ok) return;
    this.#address = address.value;
    this.#words = this.#words.filter((word) => word !== host);
  }

  /**
   * Without a labelled token, the shapes of the words decide. The value of a weak label is the token where nothing else
   * may be, and is asked about otherwise.
   */
  guessToken(): void {
    if (this.#tokens.size > 0) return;
    const isNamed = (word: string) => this.#named.has(word);
    const facts = { hasToken: this.#known !== null, rids: this.#rids, isNamed };
    const { token, undecided } = decideToken(this.#words, facts);
    const [weak, otherWeak] = this.#weak;
    if (weak !== undefined) {
      const others = token === null ? undecided.filter((word) => !this.identifiers.has(word)) : [token];
      if (otherWeak === undefined && others.length === 0) this.#tokens.add(weak);
      else this.#undecided = [...new Set([...this.#weak, ...others])];
      return;
    }
    this.#undecided = undecided;
    if (token === null && undecided.length > 0) return;
    const [found] = token === null ? this.#secrets : [token];
    if (found === undefined) return;
    this.#tokens.add(found);
    this.#isTokenGuessed = token !== null;
  }

  /** Tokens that can be told by their form alone, where none is wanted. */
  dropTokens(): void {
    for (const word of this.#words) if (isSignedToken(word)) this.#tokens.add(word);
  }

  result(wanted: 'setup' | 'orders'): PastedSetup {
    const asked = new Set(this.#undecided);
    const labelled = [...this.#tokens, ...this.#weak, ...this.#secrets];
    const tokens = [...new Set(labelled)].filter((token) => !asked.has(token));
    const secrets = [...tokens, ...(this.#known ? [this.#known] : []), ...this.#undecided];
    const exact = new Set(secrets);
    // Of many, all but the first are compared as a whole: this stays linear in the text.
    const whole = secrets.slice(0, secrets.length - this.#undecided.length).slice(0, TOKENS_SPLIT);
    const isSecret = (word: string) => exact.has(word) || whole.some((token) => isPartOf(word, token));
    const { rids, duplicates, refused } = collectRids(this.#words.filter((word) => !isSecret(word)));
    if (tokens.length > (wanted === 'setup' ? Math.min(1, this.#tokens.size) : 0))
      this.#notUsed(MASKED, 'otherToken');
    return {
      address: wanted === 'setup' ? this.#address : null,
      token: wanted === 'setup' ? ([...this.#tokens][0] ?? null) : null,
      isTokenGuessed: this.#isTokenGuessed,
      undecided: this.#undecided,
      rids,
      duplicates,
      odd: [...this.odd, ...refused].slice(0, ODD_MAX).map((part) => withoutSecrets(part, secrets)),
    };
  }

  #takeAddress(word: string): void {
    const at = word.lastIndexOf('/open/ssl/latest');
    const base = at === -1 ? word : word.slice(0, at);
    const rid = ridOf(word);
    if (rid !== word && isPlaceholder(rid)) this.#notUsed(rid, 'placeholder');
    else if (rid !== word) {
      this.#words.push(rid);
      this.#named.add(rid);
    }
    if (base === 'https://rid.invalid') return;
    const address = parseBaseUrl(base);
    if (address.ok) {
      this.#address ??= address.value;
      if (this.#address !== address.value) this.#notUsed(address.value, 'otherAddress');
    } else if (address.error !== 'empty') this.#notUsed(publicPart(base), reasonOf(address.error));
  }

  #notUsed(text: string, reason: OddReason): void {
    this.odd.push({ text: shown(text), reason });
  }
}

/** Rids that look like something else: a host name, a date, an address, or a word among identifiers. */
export function doubtfulRids(rids: readonly string[]): ReadonlySet<string> {
  const hasIdentifiers = rids.some((rid) => rid.length >= 6 && /\d/u.test(rid) && /\p{L}/u.test(rid));
  const isDoubtful = (rid: string) =>
    isHost(rid) ||
    /^\d{4}-\d\d-\d\d/u.test(rid) ||
    /@|:\/\//u.test(rid) ||
    (hasIdentifiers && /^(?:\p{L}\p{Ll}*|\p{Lu}+|\d{1,4}|\p{P}+)$/u.test(rid));
  return new Set(rids.filter(isDoubtful));
}

/** A text in quotes is one rid with spaces, or several words of which one may be a token, if one is looked for. */
function unquoted(text: string, wanted: 'setup' | 'orders' = 'setup'): readonly string[] {
  const words = text.split(/\s+/u);
  const mayHold = wanted === 'setup' ? ({ length }: string) => length >= TOKEN_MIN : isSignedToken;
  return words.some(mayHold) ? words : [text];
}

function isPlaceholder(word: string): boolean {
  return PLACEHOLDER.test(word) && !VALUE_IN_BRACKETS.test(word);
}

/** An address without user name, password, query and fragment. */
function publicPart(address: string): string {
  return address.replace(/^(https?:\/\/).*@/isu, '$1').replace(/[?#].*$/su, '');
}

function reasonOf(error: InputReason): OddReason {
  if (error === 'httpsOnly' || error === 'credentialsInUrl' || error === 'queryInUrl') return error;
  return error === 'tooLong' ? 'tooLong' : 'notAUrl';
}

/** A text short enough to be shown. */
function shown(text: string): string {
  return text.slice(0, SHOWN_MAX);
}

function withoutSecrets({ text, reason }: OddPart, secrets: readonly string[]): OddPart {
  const hasSecret = secrets.slice(0, ODD_MAX).some((secret) => text.includes(secret.slice(0, SHOWN_MAX)));
  return { text: hasSecret ? MASKED : text, reason };
}
