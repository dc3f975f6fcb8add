import type { InputReason } from '../errors.ts';
import { parseBaseUrl } from './baseUrl.ts';
import { parseHostName } from './hostName.ts';
import { ridColumn } from './pastedTable.ts';
import { collectRids, type RidRefusal, ridOf, wordsOf } from './rids.ts';
import { textLimits } from './textLimits.ts';

/** What a pasted text says about a connection and its orders. */
export interface PastedSetup {
  /** The base URL, as given by `parseBaseUrl`. */
  readonly address: string | null;
  /** The access token: a secret. No other field contains it. */
  readonly token: string | null;
  /** Nothing but its shape says that it is the token. */
  readonly isTokenGuessed: boolean;
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
 * Why a part is not used. `column`: the table's other columns. `otherAddress`: an address was found before.
 * `otherToken`: a token was found before, or none is needed.
 */
export type OddReason =
  | RidRefusal
  | 'placeholder'
  | 'column'
  | 'otherAddress'
  | 'otherToken'
  | Extract<InputReason, 'notAUrl' | 'httpsOnly' | 'credentialsInUrl' | 'queryInUrl'>;

/** Stands for a secret in `OddPart.text`. */
const MASKED = '••••••••';
const SHOWN_MAX = 60;
/** Most parts that are listed. */
const ODD_MAX = 200;

/** Visible ASCII without quotes, comma and semicolon, beginning with a character that a token or a placeholder begins with. */
const VALUE = String.raw`([\w.~+/=<{$%-][!#-&(-+\-.\/0-:<-_a-~]{0,8191})`;
// All repetitions are bounded, so that no input makes the search slow.
const BEARER = new RegExp(
  String.raw`["']?(?:\bauthorization["']{0,2}[ \t]{0,8}[:=][ \t]{0,8}["']?[ \t]{0,8})?\b(?:bearer[ \t]{1,8})+["']?${VALUE}["']?`,
  'giu',
);
const LABELLED = new RegExp(
  String.raw`["']?(?<![\p{L}\p{N}])(?:access[ _-]?token|api[ _-]?(?:token|key)|\w{0,20}_token|token|访问令牌|令牌)["']?[ \t]{0,8}[:=：][ \t]{0,8}(?:\r?\n)?[ \t]{0,8}["']?${VALUE}["']?`,
  'giu',
);
/** What may follow a token in a command. The lookbehind keeps the match linear. */
const TRAILING = /(?<![\\^;,)}\]])[\\^;,)}\]]+$/u;
const LABEL =
  /^[ \t]{0,8}(?:[-*•][ \t])?(?:base[ _-]?url|(?:base |service )?address|url|server|host|endpoint|open ?api|api|rids?|orders?(?: ids?)?|服务地址|地址|订单(?:号|编号)?)[ \t]{0,4}[:：=]/gimu;
/** The rest of a line that a label calls rids. */
const RID_LINE =
  /^[ \t]{0,8}(?:[-*•][ \t])?(?:rids?|orders?(?: ids?)?|订单(?:号|编号)?)[ \t]{0,4}[:：=]([^\n]*)/gimu;
const CONTINUED = /[\\^`][ \t]{0,8}\r?\n/gu;
const COMMAND =
  /^[ \t]{0,20}(?:[$>#] ?)?(?:curl(?:\.exe)?|wget|invoke-(?:restmethod|webrequest)|irm|iwr)[ \t]/imu;
/** A line that can only be part of a command: an option, a variable, a bracket. */
const COMMAND_PART = /^[ \t]{0,20}(?:--?[a-z]|\$\w{1,40} ?=|@?[{}])/iu;
const ADDRESS = /https?:\/\/[^\s"'`^|]{1,4000}/giu;
const PLACEHOLDER = /^(?:[<{[(].*[>}\])]|\$.*|%\w*%|:\w+)$/u;
/** Fewest characters of a word that is taken for a token. */
const TOKEN_MIN = 32;
const TOKEN_SHAPE = /^[\w.~+/=|-]{1,4096}$/u;
const SIGNED_TOKEN = /^eyJ[\w-]{8,}\.[\w-]+\.[\w-]*$/u;
/** A hash or a UUID without hyphens: as often an identifier as a token. */
const HEX = /^[\da-f]+$/iu;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/**
 * Recognises an address, an access token and rids in any text: a URL, a `curl` or PowerShell command, an address of the
 * Open API with its rid, lists and tables of rids. Takes time linear in the text; all beyond `textLimits.rids` is ignored.
 * @param wanted `orders`: a token or a host name is not looked for by its shape, since there is a connection already
 * @param known the rids that are there beside a token: a word that may as well be a rid is then none; `null`: no token is known
 */
export function recogniseSetup(
  text: string,
  wanted: 'setup' | 'orders' = 'setup',
  known: readonly string[] | null = null,
): PastedSetup {
  const found = findIn(text, known);
  if (wanted === 'setup') {
    found.guessToken();
    found.guessAddress();
  } else found.dropTokens();
  return found.result(wanted);
}

/**
 * The rids of a text that the user did not show to the page, such as the clipboard's: nothing that may be a secret. A word
 * counts if an address, a label or a heading calls it a rid, if it has the form of a known rid, or if it is too short for a
 * token and another word has its form.
 */
export function surelyRids(text: string, known: readonly string[]): SureRids {
  if (text.includes('-----BEGIN')) return { rids: [], withheld: 1 };
  const found = findIn(text, known);
  found.guessToken();
  const { rids } = found.result('setup');
  const sure = found.sureOf(rids);
  return { rids: sure, withheld: rids.length - sure.length + found.tokenCount };
}

export interface SureRids {
  readonly rids: readonly string[];
  /** Words that may be secrets. */
  readonly withheld: number;
}

function findIn(text: string, known: readonly string[] | null): Findings {
  const found = new Findings(known);
  const joined = text.slice(0, textLimits.rids).replace(CONTINUED, ' ');
  const withoutTokens = found.takeTokens(found.takeTokens(joined, BEARER), LABELLED);
  const withoutCommands = found.takeCommands(withoutTokens);
  for (const [, line = ''] of withoutCommands.matchAll(RID_LINE)) found.nameRids(line);
  const rest = withoutCommands.replace(LABEL, ' ');
  const column = ridColumn(rest);
  if (column !== null) {
    found.odd.push({ text: shown(column.heading), reason: 'column' });
    found.nameRids(column.cells.join('\n'));
  }
  for (const word of wordsOf(column?.lines.join('\n') ?? rest)) found.takeWord(word);
  return found;
}

/** What was found so far, in the order of the text. */
class Findings {
  #address: string | null = null;
  readonly #tokens = new Set<string>();
  #isTokenGuessed = false;
  #words: string[] = [];
  /** Words that the text itself calls rids. */
  readonly #named = new Set<string>();
  /** The shapes of known rids. */
  readonly #shapes: ReadonlySet<string>;
  readonly #hasToken: boolean;
  readonly odd: OddPart[] = [];

  constructor(known: readonly string[] | null) {
    this.#hasToken = known !== null;
    this.#shapes = new Set(known?.map(shapeOf));
  }

  get tokenCount(): number {
    return this.#tokens.size;
  }

  /** The words of this text are rids. */
  nameRids(text: string): void {
    for (const word of wordsOf(text)) this.#named.add(word);
  }

  /** See `surelyRids`. */
  sureOf(rids: readonly string[]): readonly string[] {
    const counts = new Map<string, number>();
    for (const rid of rids) counts.set(shapeOf(rid), (counts.get(shapeOf(rid)) ?? 0) + 1);
    return rids.filter(
      (rid) => this.#isRid(rid) || (rid.length < TOKEN_MIN && (counts.get(shapeOf(rid)) ?? 0) > 1),
    );
  }

  #isRid(word: string): boolean {
    return this.#named.has(word) || this.#shapes.has(shapeOf(word));
  }

  /** Takes the tokens that a header or a label names, and gives the text without them. */
  takeTokens(text: string, pattern: RegExp): string {
    return text.replace(pattern, (_, value: string) => {
      const token = value.replace(TRAILING, '');
      if (PLACEHOLDER.test(value) || PLACEHOLDER.test(token)) this.#notUsed(value, 'placeholder');
      else if (token !== '') this.#tokens.add(token);
      return ' ; ';
    });
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
    else if (PLACEHOLDER.test(word)) this.#notUsed(word, 'placeholder');
    else this.#words.push(word);
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
   * Without a labelled token, a long word is one if no other word has its length and alphabet, as rids have among each
   * other. Of several the longest. One that may as well be a rid is taken for the token only while there is none: a rid in
   * the header does no harm, a token in an address does.
   */
  guessToken(): void {
    if (this.#tokens.size > 0) return;
    const long = [...new Set(this.#words)].filter(
      (word) => isLikeToken(word) && !this.#isRid(word) && !(this.#hasToken && HEX.test(word)),
    );
    const shapes = new Map<string, string[]>();
    for (const word of long)
      shapes.set(shapeOf(word), [...(shapes.get(shapeOf(word)) ?? []).slice(0, 1), word]);
    const alone = [...shapes.values()].flatMap((words) => (words.length === 1 ? words : []));
    const signed = long.filter((word) => SIGNED_TOKEN.test(word));
    const [token] = (signed.length > 0 ? signed : alone).toSorted((one, other) => other.length - one.length);
    if (token === undefined) return;
    this.#tokens.add(token);
    this.#isTokenGuessed = true;
  }

  /** Tokens that can be told by their form alone, where none is wanted. */
  dropTokens(): void {
    for (const word of this.#words) if (SIGNED_TOKEN.test(word)) this.#tokens.add(word);
  }

  result(wanted: 'setup' | 'orders'): PastedSetup {
    const tokens = [...this.#tokens];
    const { rids, duplicates, refused } = collectRids(this.#words.filter((word) => !this.#tokens.has(word)));
    if (tokens.length > (wanted === 'setup' ? 1 : 0)) this.#notUsed(MASKED, 'otherToken');
    return {
      address: wanted === 'setup' ? this.#address : null,
      token: wanted === 'setup' ? (tokens[0] ?? null) : null,
      isTokenGuessed: this.#isTokenGuessed,
      rids,
      duplicates,
      odd: [...this.odd, ...refused].slice(0, ODD_MAX).map((part) => withoutTokens(part, tokens)),
    };
  }

  #takeAddress(word: string): void {
    const at = word.lastIndexOf('/open/ssl/latest');
    const base = at === -1 ? word : word.slice(0, at);
    const rid = ridOf(word);
    if (rid !== word) {
      if (PLACEHOLDER.test(rid)) this.#notUsed(rid, 'placeholder');
      else {
        this.#words.push(rid);
        this.#named.add(rid);
      }
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

function isLikeToken(word: string): boolean {
  return (
    SIGNED_TOKEN.test(word) ||
    (word.length >= TOKEN_MIN && TOKEN_SHAPE.test(word) && !UUID.test(word) && !isHost(word))
  );
}

/** `certs.example.com`, also with a port or a path. */
function isHost(word: string): boolean {
  if (SIGNED_TOKEN.test(word)) return false;
  const [, host = '', port] = /^([\w.-]{1,253})(:\d{1,5})?(?:\/|$)/u.exec(word) ?? [];
  if (host === 'localhost') return port !== undefined;
  return /\.[a-z]{2,}$/iu.test(host) && parseHostName(host) !== null;
}

/** Length and alphabet, which the rids of a service have in common. */
function shapeOf(word: string): string {
  const alphabet = /^[\da-f]+$/u.test(word) ? 'hex' : /^[\da-z]+$/iu.test(word) ? 'letters' : 'all';
  return `${word.length} ${alphabet}`;
}

/** An address without user name, password, query and fragment. */
function publicPart(address: string): string {
  return address.replace(/^(https?:\/\/)[^/?#]*@/iu, '$1').replace(/[?#].*$/su, '');
}

function reasonOf(error: InputReason): OddReason {
  if (error === 'httpsOnly' || error === 'credentialsInUrl' || error === 'queryInUrl') return error;
  return error === 'tooLong' ? 'tooLong' : 'notAUrl';
}

/** A text short enough to be shown. */
function shown(text: string): string {
  return text.slice(0, SHOWN_MAX);
}

function withoutTokens({ text, reason }: OddPart, tokens: readonly string[]): OddPart {
  const hasToken = tokens.slice(0, ODD_MAX).some((token) => text.includes(token.slice(0, SHOWN_MAX)));
  return { text: hasToken ? MASKED : text, reason };
}
