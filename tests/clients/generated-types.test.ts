/** The types that a public generator makes of openapi.json, and TypeScript's verdict on a client that uses them. */
import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';

/** A small client with the generated types: method, path, input and answer. */
const client = `
import type { components, operations, paths } from './api';

export type Post = components['schemas']['Post'];
type Method = 'get' | 'post' | 'put' | 'delete';
type Methods<P extends keyof paths> = {
  [M in Method]: paths[P][M] extends { responses: unknown } ? M : never;
}[Method];
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never;
type Responses<P extends keyof paths, M extends Methods<P>> =
  paths[P][M] extends { responses: infer R } ? R : never;
type Good<R> = { [S in keyof R]: S extends 200 | 201 ? Json<R[S]> : never }[keyof R];
type Bad<R> = { [S in keyof R]: S extends 200 | 201 ? never : Json<R[S]> }[keyof R];
type Sent<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? { body: B } : { body?: never };
type Asked<O> = O extends { parameters: infer P }
  ? (P extends { path: infer A } ? { path: A } : unknown) &
      (P extends { query: infer Q } ? { query: Q } : P extends { query?: infer Q } ? { query?: Q } : unknown)
  : never;

export declare function call<P extends keyof paths, M extends Methods<P>>(
  method: M,
  path: P,
  options: Asked<paths[P][M]> & Sent<paths[P][M]>,
): Promise<{ ok: true; data: Good<Responses<P, M>> } | { ok: false; error: Bad<Responses<P, M>> }>;
export type { components, operations, paths };
`;

let types = '';

beforeAll(async () => {
  const document = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  types = astToString(await openapiTS(JSON.parse(document) as OpenAPI3));
});

const options: ts.CompilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** TypeScript's errors in these lines, each the body of its own function; by line, the first message. */
function complaints(lines: readonly string[]): (string | null)[] {
  const head = "import { call, type Post, type components, type operations } from './client';\n";
  const body = lines.map((line, at) => `export async function call${at}() { ${line} }`).join('\n');
  const files: Readonly<Record<string, string>> = {
    '/api.ts': types,
    '/client.ts': client,
    '/calls.ts': `${head}export type Names = [Post, components, operations];\n${body}\n`,
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.fileExists = (name) => Object.hasOwn(files, name) || ts.sys.fileExists(name);
  host.readFile = (name) => files[name] ?? ts.sys.readFile(name);
  host.getSourceFile = (name, target) =>
    Object.hasOwn(files, name) ? ts.createSourceFile(name, files[name]!, target) : read(name, target);
  const program = ts.createProgram(['/calls.ts'], options, host);
  const found = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => ({
    at: file?.fileName === '/calls.ts' ? file.getLineAndCharacterOfPosition(start!).line - 2 : -1,
    text: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
  expect(found.filter(({ at }) => at < 0)).toEqual([]);
  return lines.map((_, line) => found.find(({ at }) => at === line)?.text ?? null);
}

const good = [
  `const answer = await call('post', '/2/posts', { body: { text: 'Hello' } });
   if (answer.ok) { const id: string = answer.data.data.id; return id; }
   const status: number = answer.error.status; return status;`,
  `await call('post', '/2/posts', { body: { quote_post_id: '1' } });`,
  `await call('post', '/2/posts', { body: { text: 'Which?', poll: { options: ['a', 'b'], duration_minutes: 5 } } });`,
  `const answer = await call('get', '/2/users/{id}', { path: { id: '1' }, query: { 'user.fields': ['verified'] } });
   if (answer.ok) { const name: string = answer.data.data.name; return name; }
   const code: number | undefined = answer.error.errors[0]?.code; return code;`,
  `const answer = await call('get', '/2/users/{id}/posts', { path: { id: '1' } });
   if (answer.ok) { const posts: Post[] = answer.data.data ?? []; const next: string | undefined = answer.data.meta.next_token; return [posts, next]; }
   const title: string = answer.error.title; return title;`,
  `await call('put', '/2/posts/{post_id}/hidden', { path: { post_id: '1' }, body: { hidden: true } });`,
  `const error: components['schemas']['ApiError'] = { errors: [{ code: 88, message: 'Rate limit exceeded' }] }; return error;`,
].map((line) => line.replaceAll('\n', ' '));

const wrong: readonly (readonly [string, RegExp])[] = [
  [`await call('post', '/2/posts', { body: {} });`, /is not assignable to type/],
  [`await call('post', '/2/posts', { body: { reply_settings: 'everyone' } });`, /is not assignable to type/],
  [`await call('post', '/2/posts', { body: { text: 1 } });`, /is not assignable to type/],
  [`await call('post', '/2/posts', { body: { text: 'x', media: [] } });`, /media/],
  [`await call('get', '/2/nothing', {});`, /not assignable to parameter of type 'never'/],
  [`await call('post', '/2/users/{id}', { path: { id: '1' } });`, /is not assignable to parameter/],
  [`await call('get', '/2/users/{id}', {});`, /is missing|is not assignable/],
  [
    `await call('get', '/2/users/{id}', { path: { id: '1' }, query: { 'user.fields': ['shoe_size'] } });`,
    /shoe_size/,
  ],
  [
    `const answer = await call('get', '/2/users/{id}', { path: { id: '1' } }); if (!answer.ok) { const code: string = answer.error.errors[0]!.code; return code; }`,
    /Type 'number' is not assignable to type 'string'/,
  ],
];

describe('a client with generated types', () => {
  test('compiles if its calls are correct, and each wrong one is rejected', () => {
    const said = complaints([...good, ...wrong.map(([line]) => line)]);
    expect(said.slice(0, good.length)).toEqual(good.map(() => null));
    for (const [at, [line, words]] of wrong.entries())
      expect(said[good.length + at] ?? 'nothing', line).toMatch(words);
  });

  test('has an operation for each id and none of a generator’s own names', () => {
    const names = [...types.matchAll(/^ {8}([A-Z]\w+): /gm)].map(([, name]) => name!);
    expect(names).toEqual(
      expect.arrayContaining(['PostPage', 'CreatePostAnswer', 'LikePostRequest', 'ApiError']),
    );
    // An error response ends with its status.
    expect(names.filter((name) => /\d/.test(name) && !/^[A-Za-z]+[45]\d\d$/.test(name))).toEqual([]);
  });
});
