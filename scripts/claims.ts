/**
 * Where code asserts a type that the compiler cannot check: casts, non-null assertions, `any`, comments that silence
 * Svelte.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';

export interface Claims {
  /** `value as T`, without `as const`. */
  readonly casts: number;
  /** `value!` */
  readonly nonNull: number;
  readonly any: number;
  /** `svelte-ignore` comments. */
  readonly ignored: number;
}

/** The allowed numbers, without tests. Lower them when there are fewer. */
export const mostClaims: Claims = { casts: 153, nonNull: 346, any: 0, ignored: 0 };

const sides = ['engine', 'lessons', 'worker', 'src', 'scripts'];
const none: Claims = { casts: 0, nonNull: 0, any: 0, ignored: 0 };

export const sum = (all: readonly Claims[]): Claims =>
  all.reduce(
    (one, other) => ({
      casts: one.casts + other.casts,
      nonNull: one.nonNull + other.nonNull,
      any: one.any + other.any,
      ignored: one.ignored + other.ignored,
    }),
    none,
  );

/** The kinds with more than `mostClaims` allows, as sentences. */
export const claimsBeyond = (found: Claims): string[] =>
  (['casts', 'nonNull', 'any', 'ignored'] as const)
    .filter((kind) => found[kind] > mostClaims[kind])
    .map(
      (kind) => `${kind}: ${found[kind]}, at most ${mostClaims[kind]}. npm run casts says where they are.`,
    );

/** The claims of a TypeScript file or a Svelte component. */
export const claimsIn = (file: string, source: string): Claims =>
  file.endsWith('.svelte') ? inComponent(source) : inScript(file, source);

function inScript(file: string, source: string): Claims {
  const counts = { ...none };
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) counts.casts++;
    if (ts.isNonNullExpression(node)) counts.nonNull++;
    if (node.kind === ts.SyntaxKind.AnyKeyword) counts.any++;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return counts;
}

/** By the nodes of Svelte's parser, for scripts and templates alike. */
function inComponent(source: string): Claims {
  const counts = { ...none, ignored: source.split('svelte-ignore').length - 1 };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const type: unknown = 'type' in node ? node.type : undefined;
    if (type === 'TSAsExpression' && !isConst(node)) counts.casts++;
    if (type === 'TSNonNullExpression') counts.nonNull++;
    if (type === 'TSAnyKeyword') counts.any++;
    for (const [name, child] of Object.entries(node)) if (name !== 'metadata') visit(child);
  };
  visit(parse(source, { modern: true }));
  return counts;
}

const isConst = (node: object): boolean =>
  JSON.stringify('typeAnnotation' in node ? node.typeAnnotation : null).includes('"name":"const"');

const isCounted = (file: string): boolean =>
  /\.(ts|svelte)$/.test(file) && !/\.(test|spec)\.ts$|\.d\.ts$/.test(file);

/** By folder, two levels deep (`engine/doctor`), or by file in one folder. */
export function claimsBy(root: string, only?: string): ReadonlyMap<string, Claims> {
  const all = new Map<string, Claims>();
  for (const file of filesOf(root, only ? [only] : sides)) {
    const name = only ? file : file.split('/').slice(0, -1).slice(0, 2).join('/');
    const found = claimsIn(file, readFileSync(path.join(root, file), 'utf8'));
    all.set(name, sum([all.get(name) ?? none, found]));
  }
  return all;
}

const filesOf = (root: string, folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isCounted)
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
      .sort(),
  );
