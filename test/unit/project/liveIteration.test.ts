import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

/** A node of a syntax tree, as far as these rules read it. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const iterators = new Set(['values', 'keys', 'entries']);
/** What changes nothing of an iterator in it. */
const wrappers = new Set(['ChainExpression', 'LogicalExpression', 'ParenthesizedExpression']);
const liveType = /^:\s*(?:Map|Set)</u;

const nameOf = (node: unknown) => (isNode(node) ? String(node['name']) : '');

const isCollection = (node: unknown) =>
  isNode(node) && node.type === 'NewExpression' && ['Map', 'Set'].includes(nameOf(node['callee']));

/** The object and the name of a called method, such as those of `object.name(...)`. */
function methodOf(node: Node): { readonly object: unknown; readonly name: string } | null {
  const { callee } = node;
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return null;
  return { object: callee['object'], name: nameOf(callee['property']) };
}

/** The names that a function or a file declares, and whether each is a Map or a Set. */
class Scope {
  readonly outer: Scope | null;
  readonly #names = new Map<string, boolean>();

  constructor(outer: Scope | null) {
    this.outer = outer;
  }

  /** @param pattern of a variable or a parameter */
  declare(pattern: Node, isLive: boolean): void {
    if (pattern.type === 'Identifier') this.#names.set(nameOf(pattern), isLive);
    for (const part of childrenOf(pattern)) this.declare(part, false);
  }

  /** Whether the name is that of a collection which an outer function or the file has. */
  isOuterCollection(name: string): boolean {
    if (this.#names.has(name)) return false;
    for (let scope = this.outer; scope !== null; scope = scope.outer) {
      const isLive = scope.#names.get(name);
      if (isLive !== undefined) return isLive;
    }
    return false;
  }
}

/**
 * Places where a collection that lives on is gone through without a copy: a loop over a Map or Set of a field, or of an
 * outer function, or an iterator over one that is handed on; and methods that are generators, which stop in the middle of
 * the state of their object. What runs meanwhile can change the collection: entries are missing then, or come twice.
 */
function liveIterations(text: string, file: string): readonly string[] {
  const program = parseSync(file, text).program as unknown as Node;
  const sourceOf = (node: Node) => text.slice(node.start, node.end);
  const fields = new Set<string>();
  const scopes = new Map<Node, Scope>();
  const found: string[] = [];

  const declare = (node: Node, outer: Scope): void => {
    const scope = functions.has(node.type) ? new Scope(outer) : outer;
    scopes.set(node, scope);
    const { value, init, typeAnnotation, key, id, params } = node;
    if (Array.isArray(params)) for (const param of params.filter(isNode)) scope.declare(param, false);
    if (node.type === 'VariableDeclarator' && isNode(id)) scope.declare(id, isCollection(init));
    const isLive = isNode(typeAnnotation) ? liveType.test(sourceOf(typeAnnotation)) : isCollection(value);
    if (node.type === 'PropertyDefinition' && isLive && isNode(key)) fields.add(`this.${sourceOf(key)}`);
    for (const child of childrenOf(node)) declare(child, scope);
  };
  declare(program, new Scope(null));

  /** Whether this is a collection that outlives the running function. */
  const livesOn = (node: unknown): boolean => {
    if (!isNode(node)) return false;
    if (node.type === 'Identifier') return scopes.get(node)?.isOuterCollection(nameOf(node)) === true;
    return node.type === 'MemberExpression' && fields.has(sourceOf(node));
  };
  /** Whether this is an iterator over one, or over an entry of one. */
  const isIterator = (node: Node): boolean => {
    const method = methodOf(node);
    if (method === null || !iterators.has(method.name) || !isNode(method.object)) return false;
    const entry = methodOf(method.object);
    return livesOn(method.object) || (entry?.name === 'get' && livesOn(entry.object));
  };

  const visit = (node: Node, parent: Node): void => {
    const say = (what: string) => found.push(`${file}: ${what}: ${sourceOf(node).split('\n')[0]}`);
    const { value, right } = node;
    if (isNode(value) && value['generator'] === true) say('generator');
    if (node.type === 'ForOfStatement' && livesOn(right)) say('loop');
    if (isIterator(node) && !isUsedUpBy(parent)) say('iterator');
    for (const child of childrenOf(node)) visit(child, wrappers.has(node.type) ? parent : node);
  };
  visit(program, program);
  return found;
}

/** Whether an iterator is used up at once: by a spread, by `new Map` or `new Set`, or for its first items. */
function isUsedUpBy({ type, id, ...parent }: Node): boolean {
  if (type === 'SpreadElement' || isCollection({ type, ...parent })) return true;
  return type === 'VariableDeclarator' && isNode(id) && id.type === 'ArrayPattern';
}

describe('collections that live on', () => {
  it('are gone through as copies', () => {
    const files = globSync('{main,shared,renderer}/**/*.{ts,tsx}', { cwd: projectFolder });
    expect(files.length).toBeGreaterThan(900);
    const found = files.flatMap((file) =>
      liveIterations(readFileSync(join(projectFolder, file), 'utf8'), file),
    );
    expect(found).toEqual([]);
  });

  const kinds = [
    ['a loop over a field', 'for (const row of this.#rows) tell(row);'],
    ['a loop over the values of a field', 'for (const row of this.#rows.values()) tell(row);'],
    ['a loop over an entry of a field', "for (const row of this.#rows.get('a')?.values() ?? []) tell(row);"],
    ['an iterator that is returned', 'return this.#rows.values();'],
    ['an iterator that is handed on', 'return most(this.#rows.values());'],
    ['a helper of an iterator', 'return this.#rows.values().map(tell);'],
    ['a loop over what an outer function has', 'for (const one of all) tell(one);'],
  ] as const;

  it.each(kinds)('%s is found', (_, body) => {
    const text = `const all = new Set();\nclass List { #rows = new Map(); rows() { ${body} } }`;
    expect(liveIterations(text, 'list.ts')).toHaveLength(1);
  });

  it('a generator that is a method is found', () => {
    expect(liveIterations('class List { *rows() { yield 1; } }', 'list.ts')).toHaveLength(1);
  });

  it.each([
    'for (const row of [...this.#rows.values()]) tell(row);',
    "return [...(this.#rows.get('a')?.values() ?? [])];",
    'return new Set(this.#rows.keys());',
    'const [first] = this.#rows.keys(); return first;',
    'const own = new Set(); for (const one of own) tell(one);',
  ])('a copy is none: %s', (body) => {
    const text = `const all = new Set();\nclass List { #rows = new Map(); rows() { ${body} } }`;
    expect(liveIterations(text, 'list.ts')).toEqual([]);
  });
});
