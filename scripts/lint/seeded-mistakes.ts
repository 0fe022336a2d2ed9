/**
 * One mistake for every rule that matters, to check that lint and types find it (`npm run lint:seeded`). `code` is
 * the mistake in a script, `markup` the same mistake in a template; `given` is correct code that both need.
 */
export interface Mistake {
  readonly rule: string;
  readonly given?: string;
  /** Planted in a `.ts` file and in a component's script. */
  readonly code?: string;
  /** Planted in a component's template. */
  readonly markup?: string;
  /** Where the script is planted, if not in both. */
  readonly only?: 'ts' | 'script';
}

const load = 'const load = (): Promise<number> => Promise.resolve(1);';
const anything = "const anything = JSON.parse('1');";
const kind = "type Kind = 'a' | 'b'; const kind = (new Date().getDay() > 3 ? 'a' : 'b') as Kind;";
const list = "const list: readonly string[] = ['a'];";
const text = "const text: string = 'a'; const count: number = 1;";

export const mistakes: readonly Mistake[] = [
  // Promises
  {
    rule: 'no-floating-promises',
    given: load,
    code: 'export function f() { load(); }',
    markup: '<button onclick={() => { load(); }}>x</button>',
  },
  {
    rule: 'no-misused-promises',
    given: load,
    code: 'if (load()) console.log(1);',
    markup: '{#if load()}x{/if}',
  },
  {
    rule: 'no-misused-promises',
    given: load,
    code: '[1].forEach(async () => { await load(); });',
    markup: '<button onclick={() => { [1].forEach(async () => { await load(); }); }}>x</button>',
  },
  {
    rule: 'no-misused-promises',
    given:
      'interface Options { done: () => void } const use = (options: Options) => { options.done(); return 1; };',
    code: 'use({ done: async () => { await Promise.resolve(); } });',
    markup: '{use({ done: async () => { await Promise.resolve(); } })}',
  },
  {
    rule: 'await-thenable',
    code: 'export async function f() { await 1; }',
    markup: '<button onclick={async () => { await 1; }}>x</button>',
  },
  {
    rule: 'return-await',
    given: load,
    code: 'export async function f() { try { return load(); } catch { return 2; } }',
    markup: '<button onclick={async () => { try { return load(); } catch { return 2; } }}>x</button>',
  },
  {
    rule: 'prefer-promise-reject-errors',
    code: "export const p = Promise.reject('no');",
    markup: "<button onclick={() => { void Promise.reject('no'); }}>x</button>",
  },
  {
    rule: 'only-throw-error',
    code: "export function f() { throw 'no'; }",
    markup: "<button onclick={() => { throw 'no'; }}>x</button>",
  },
  {
    rule: 'use-unknown-in-catch-callback-variable',
    given: load,
    code: 'void load().catch((cause: any) => { console.log(1); });',
    markup: '<button onclick={() => { void load().catch((cause: any) => { console.log(1); }); }}>x</button>',
  },
  {
    rule: 'no-async-promise-executor',
    code: 'export const p = new Promise(async (done) => { await Promise.resolve(); done(1); });',
    markup:
      '<button onclick={() => { void new Promise(async (done) => { await Promise.resolve(); done(1); }); }}>x</button>',
  },
  // any
  { rule: 'no-explicit-any', code: 'export const a: any = 1;', markup: '{(1 as any) === 1}' },
  {
    rule: 'no-unsafe-assignment',
    code: "export const { a } = JSON.parse('1') as { a: any };\nexport const b: number = JSON.parse('1');",
    markup: "<button onclick={() => { const b: number = JSON.parse('1'); console.log(b); }}>x</button>",
  },
  {
    rule: 'no-unsafe-argument',
    given: `${anything} const take = (n: number) => n;`,
    code: 'take(anything);',
    markup: '{take(anything)}',
  },
  { rule: 'no-unsafe-call', given: anything, code: 'anything();', markup: '{anything()}' },
  {
    rule: 'no-unsafe-member-access',
    given: anything,
    code: 'export const m = String(anything.name);',
    markup: '{anything.name}',
  },
  {
    rule: 'no-unsafe-return',
    given: anything,
    code: 'export const f = (): number => anything;',
    markup: '<button onclick={() => { const f = (): number => anything; f(); }}>x</button>',
  },
  { rule: 'no-unsafe-function-type', code: 'export let f: Function;' },
  { rule: 'no-unsafe-unary-minus', given: text, code: 'export const n = -text;', markup: '{-text}' },
  {
    rule: 'no-unsafe-declaration-merging',
    code: 'export interface Merged { a: string } export class Merged { b = 1; }',
    only: 'ts',
  },
  {
    rule: 'no-unsafe-enum-comparison',
    code: 'enum E { A, B } const e = [E.A, E.B][0]; export const same = e === 1;',
    only: 'ts',
  },
  // Conditions
  {
    rule: 'no-unnecessary-condition',
    given: 'const record = { name: String(new Date()) };',
    code: "export const n = record?.name ?? 'none';",
    markup: "{record?.name ?? 'none'}",
  },
  {
    rule: 'no-unnecessary-condition',
    given: 'const record = { name: String(new Date()) };',
    code: 'if (record) console.log(1);',
    markup: '{#if record}x{/if}',
  },
  {
    rule: 'no-unnecessary-boolean-literal-compare',
    given: 'const open = new Date().getDay() > 3;',
    code: 'export const o = open === true;',
    markup: '{open === true}',
  },
  {
    rule: 'switch-exhaustiveness-check',
    given: kind,
    code: "export function f() { switch (kind) { case 'a': return 1; } return 2; }",
    markup: "<button onclick={() => { switch (kind) { case 'a': console.log(1); } }}>x</button>",
  },
  { rule: 'eqeqeq', given: kind, code: "export const e = kind == 'a';", markup: "{kind == 'a'}" },
  { rule: 'no-constant-condition', code: "if ('a') console.log(1);", markup: "{'a' ? 1 : 2}" },
  { rule: 'no-constant-binary-expression', code: "export const c = {} || 'a';", markup: "{({}) || 'a'}" },
  {
    rule: 'no-cond-assign',
    given: 'let n = 0;',
    code: 'if (n = 1) console.log(n);',
    markup: '<button onclick={() => { if (n = 1) console.log(n); }}>x</button>',
  },
  { rule: 'use-isnan', given: text, code: 'export const i = count === NaN;', markup: '{count === NaN}' },
  {
    rule: 'valid-typeof',
    given: text,
    code: "export const t = typeof (text as unknown) === 'strnig';",
    markup: "{typeof (text as unknown) === 'strnig'}",
  },
  {
    rule: 'no-dupe-else-if',
    given: text,
    code: "if (text > 'b') console.log(1); else if (text > 'b') console.log(2);",
  },
  { rule: 'no-duplicate-case', given: text, code: 'switch (count) { case 1: break; case 1: break; }' },
  {
    rule: 'no-fallthrough',
    given: text,
    code: 'switch (count) { case 1: console.log(1); case 2: console.log(2); }',
  },
  {
    rule: 'no-unsafe-optional-chaining',
    given: 'const maybe = null as { f: () => number } | null;',
    code: 'export const n = (maybe?.f)();',
    markup: '{(maybe?.f)()}',
  },
  {
    rule: 'no-unsafe-negation',
    given: text,
    code: 'export const n = !text in { a: 1 };',
    only: 'script',
    markup: '{!text in { a: 1 }}',
  },
  // Text
  {
    rule: 'restrict-template-expressions',
    given: 'const record = { a: 1 };',
    code: 'export const t = `${record}`;',
    markup: '{`${record}!`}',
  },
  {
    rule: 'restrict-template-expressions',
    given: list,
    code: 'export const t = `${list}`;',
    markup: '{`${list}!`}',
  },
  {
    rule: 'restrict-plus-operands',
    given: text,
    code: 'export const t = text + count;',
    markup: '{text + count}',
  },
  {
    rule: 'no-base-to-string',
    given: 'const record = { a: 1 };',
    code: 'export const t = String(record);',
    markup: '{String(record)}',
  },
  { rule: 'no-unnecessary-template-expression', code: "export const t = `a${'b'}`;", markup: "{`a${'b'}`}" },
  {
    rule: 'no-unnecessary-type-conversion',
    given: text,
    code: 'export const t = String(text);',
    markup: '{String(text)}',
  },
  { rule: 'no-useless-escape', code: "export const t = 'a\\d';", markup: "{'a\\d'.length}" },
  { rule: 'no-control-regex', code: 'export const r = /\\x00/;', markup: '{(/\\x00/).source}' },
  { rule: 'no-misleading-character-class', code: 'export const r = /[👍]/;', markup: '{(/[👍]/).source}' },
  { rule: 'no-irregular-whitespace', code: 'export const t =\u00a01;' },
  // Types that say too much
  {
    rule: 'no-unnecessary-type-assertion',
    given: text,
    code: 'export const t = text as string;',
    markup: '{(text as string).length}',
  },
  {
    rule: 'no-unnecessary-type-assertion',
    given: text,
    code: 'export const t = text!;',
    markup: '{text!.length}',
  },
  {
    rule: 'no-unnecessary-type-arguments',
    given: 'const same = <T = string>(value?: T) => value;',
    code: 'same<string>();',
    markup: '{same<string>()}',
  },
  {
    rule: 'no-unnecessary-type-constraint',
    code: 'export const f = <T extends unknown>(value: T, other: T) => [value, other];',
  },
  { rule: 'no-redundant-type-constituents', code: 'export type R = unknown | string;' },
  { rule: 'no-duplicate-type-constituents', code: 'export type R = string | string;' },
  { rule: 'no-invalid-void-type', code: 'export type V = string | void;' },
  { rule: 'no-empty-object-type', code: 'export type V = {};' },
  { rule: 'no-wrapper-object-types', code: 'export let s: String;' },
  {
    rule: 'no-meaningless-void-operator',
    given: 'const act = (): void => { console.log(1); };',
    code: 'void act();',
    markup: '<button onclick={() => { void act(); }}>x</button>',
  },
  {
    rule: 'no-extra-non-null-assertion',
    given: 'const maybe = null as string | null;',
    code: 'export const m = maybe!!.length;',
    markup: '{maybe!!.length}',
  },
  {
    rule: 'no-non-null-asserted-optional-chain',
    given: 'const maybe = null as { a: string } | null;',
    code: 'export const m = maybe?.a!;',
    markup: '{maybe?.a!}',
  },
  {
    rule: 'no-non-null-asserted-nullish-coalescing',
    given: 'const maybe = null as string | null;',
    code: "export const m = maybe! ?? 'a';",
    markup: "{maybe! ?? 'a'}",
  },
  { rule: 'prefer-as-const', code: "export let a = 'a' as 'a';" },
  {
    rule: 'prefer-reduce-type-parameter',
    code: 'export const r = [1].reduce((all, one) => all.concat(one), [] as number[]);',
    markup: '{[1].reduce((all, one) => all.concat(one), [] as number[]).length}',
  },
  { rule: 'no-useless-default-assignment', code: "export const f = ([a = 'x']: [string]) => a;" },
  {
    rule: 'consistent-type-imports',
    code: "import { Finding } from './components.ts'; export type F = Finding;",
  },
  { rule: 'no-mixed-enums', code: "enum Mixed { A = 1, B = 'b' } console.log(Mixed);", only: 'ts' },
  { rule: 'no-duplicate-enum-values', code: 'enum Twice { A = 1, B = 1 } console.log(Twice);', only: 'ts' },
  { rule: 'no-namespace', code: 'namespace N { export const a = 1; } console.log(N.a);', only: 'ts' },
  { rule: 'no-require-imports', code: "export const r = require('node:fs') as unknown;" },
  { rule: 'ban-ts-comment', code: '// @ts-ignore\nexport const a: string = 1;' },
  {
    rule: 'triple-slash-reference',
    code: '/// <reference path="./other.ts" />\nexport const a = 1;',
    only: 'ts',
  },
  {
    rule: 'unified-signatures',
    code: 'export function u(a: string): void; export function u(a: number): void; export function u(a: unknown): void { console.log(a); }',
    only: 'ts',
  },
  // Classes and functions
  {
    rule: 'unbound-method',
    given: 'class Counter { n = 1; next() { return this.n; } } const counter = new Counter();',
    code: 'export const { next } = counter; export const n = counter.next;',
    markup: '<button onclick={counter.next}>x</button>',
  },
  {
    rule: 'related-getter-setter-pairs',
    code: 'export class P { #v = 1; get v(): string { return String(this.#v); } set v(v: number) { this.#v = v; } }',
  },
  { rule: 'prefer-return-this-type', code: 'export class P { self(): P { return this; } }' },
  { rule: 'no-extraneous-class', code: 'export class Only { static a = 1; }' },
  { rule: 'no-useless-constructor', code: 'export class U { constructor() {} }' },
  { rule: 'no-misused-new', code: 'export interface M { new (): M }' },
  { rule: 'no-this-alias', code: 'export class T { f() { const self = this; return () => self; } }' },
  { rule: 'no-unused-private-class-members', code: 'export class T { #a = 1; }' },
  {
    rule: 'no-deprecated',
    given: '/** @deprecated Use b. */\nconst a = () => 1;',
    code: 'export const n = a();',
    markup: '{a()}',
  },
  {
    rule: 'no-implied-eval',
    code: "setTimeout('a()', 1);",
    markup: "<button onclick={() => { setTimeout('a()', 1); }}>x</button>",
  },
  {
    rule: 'no-array-delete',
    given: 'const numbers = [1];',
    code: 'delete numbers[0];',
    markup: '<button onclick={() => { delete numbers[0]; }}>x</button>',
  },
  {
    rule: 'no-dynamic-delete',
    given: 'const record: Record<string, number> = {}; const key = String(new Date());',
    code: 'delete record[key];',
    markup: '<button onclick={() => { delete record[key]; }}>x</button>',
  },
  {
    rule: 'no-for-in-array',
    given: list,
    code: 'for (const at in list) console.log(at);',
    markup: '<button onclick={() => { for (const at in list) console.log(at); }}>x</button>',
  },
  {
    rule: 'no-array-constructor',
    code: 'export const a = new Array(1, 2);',
    markup: '{new Array(1, 2).length}',
  },
  // Leftovers
  {
    rule: 'no-unused-vars',
    code: 'const unused = 1;',
    markup: '<button onclick={() => { const unused = 1; }}>x</button>',
  },
  {
    rule: 'no-unused-expressions',
    given: text,
    code: 'text.length;',
    markup: '<button onclick={() => { text.length; }}>x</button>',
  },
  {
    rule: 'no-useless-assignment',
    code: 'export function f() { let a = 1; console.log(a); a = 2; }',
    markup: '<button onclick={() => { let a = 1; console.log(a); a = 2; }}>x</button>',
  },
  { rule: 'no-unassigned-vars', code: 'let never: string | undefined; console.log(never);' },
  {
    rule: 'no-useless-catch',
    given: load,
    code: 'export async function f() { try { await load(); } catch (cause) { throw cause; } }',
  },
  {
    rule: 'preserve-caught-error',
    given: load,
    code: "export async function f() { try { await load(); } catch (cause) { throw new Error('no'); } }",
  },
  {
    rule: 'no-empty',
    given: text,
    code: 'if (count > 1) {}',
    markup: '<button onclick={() => { if (count > 1) {} }}>x</button>',
  },
  { rule: 'no-debugger', code: 'debugger;', markup: '<button onclick={() => { debugger; }}>x</button>' },
  { rule: 'no-var', code: 'var a = 1; console.log(a);', only: 'ts' },
  { rule: 'prefer-const', code: 'let a = 1; console.log(a);', only: 'ts' },
  { rule: 'no-self-assign', given: 'let n = 0;', code: 'n = n;', only: 'ts' },
  {
    rule: 'no-prototype-builtins',
    given: 'const record = { a: 1 };',
    code: "export const h = record.hasOwnProperty('a');",
    markup: "{record.hasOwnProperty('a')}",
  },
  {
    rule: 'no-case-declarations',
    given: text,
    code: 'switch (count) { case 1: const a = 1; console.log(a); }',
  },
  { rule: 'no-empty-pattern', code: 'export const {} = { a: 1 };' },
  {
    rule: 'no-unsafe-finally',
    code: 'export function f() { try { console.log(1); } finally { return 1; } }',
  },
  { rule: 'no-sparse-arrays', code: 'export const a = [1, , 2];', markup: '{[1, , 2].length}' },
  { rule: 'no-loss-of-precision', code: 'export const n = 9007199254740993;', markup: '{9007199254740993}' },
  { rule: 'no-shadow-restricted-names', code: 'export function f(undefined: number) { return undefined; }' },
  { rule: 'for-direction', code: 'for (let i = 0; i < 9; i--) console.log(i);' },
  { rule: 'no-regex-spaces', code: 'export const r = /a  b/;', markup: '{(/a  b/).source}' },
  { rule: 'prefer-rest-params', code: 'export function f() { return arguments; }', only: 'ts' },
  // Our own
  {
    rule: 'boundaries',
    code: "import { createPlatform } from '../../engine/index.ts'; console.log(createPlatform);",
  },
  {
    rule: 'boundaries',
    code: "export const p = () => import('../../engine/index.ts');",
    markup: "{#await import('../../engine/index.ts')}x{/await}",
  },
  {
    rule: 'no-restricted-globals',
    code: "export const r = () => fetch('/x');",
    markup: "<button onclick={() => void fetch('/x')}>x</button>",
  },
  {
    rule: 'no-restricted-globals',
    code: "export const r = () => localStorage.getItem('x');",
    markup: '<button onclick={() => localStorage.clear()}>x</button>',
  },
  {
    rule: 'restricted-syntax',
    code: "export const r = () => self.fetch('/x');",
    markup: "<button onclick={() => void self.fetch('/x')}>x</button>",
  },
  {
    rule: 'restricted-syntax',
    code: "export const r = (line: { text: string }) => line.text.includes('revoked');",
    markup: "{((line: { text: string }) => line.text.includes('revoked'))({ text: '' })}",
  },
  // Svelte
  { rule: 'svelte/no-at-html-tags', given: text, markup: '{@html text}' },
  { rule: 'svelte/no-at-debug-tags', given: text, markup: '{@debug text}' },
  { rule: 'svelte/require-each-key', given: list, markup: '{#each list as each}{each}{/each}' },
  {
    rule: 'svelte/valid-each-key',
    given: `${list} const other = 'a';`,
    markup: '{#each list as each (other)}{each}{/each}',
  },
  { rule: 'svelte/prefer-const', code: 'let n = 1; console.log(n);', only: 'script' },
  { rule: 'svelte/no-inspect', code: 'let n = $state(1); $inspect(n); n = 2;', only: 'script' },
  { rule: 'svelte/no-useless-mustaches', markup: "<p>{'text'}</p>" },
  { rule: 'svelte/no-object-in-text-mustaches', markup: '<p>{{ a: 1 }}</p>' },
  {
    rule: 'svelte/no-dupe-else-if-blocks',
    given: text,
    markup: "{#if text > 'b'}1{:else if text > 'b'}2{/if}",
  },
  { rule: 'svelte/no-dupe-style-properties', markup: '<p style="color: red; color: blue">x</p>' },
  { rule: 'svelte/no-not-function-handler', markup: '<button onclick={1}>x</button>' },
  {
    rule: 'unused-props',
    code: 'let { a }: { a: string; b: number } = $props(); console.log(a);',
    only: 'script',
  },
  { rule: 'svelte/no-unused-svelte-ignore', markup: '<!-- svelte-ignore a11y_autofocus -->\n<p>x</p>' },
  {
    rule: 'svelte/prefer-writable-derived',
    code: 'let { a }: { a: number } = $props(); let b = $state(0); $effect(() => { b = a; }); const set = () => { b = 3; }; console.log(set);',
    only: 'script',
  },
  {
    rule: 'svelte/no-unnecessary-state-wrap',
    code: "import { SvelteMap } from 'svelte/reactivity'; const map = $state(new SvelteMap<string, number>()); console.log(map.size);",
    only: 'script',
  },
  {
    rule: 'svelte/no-useless-children-snippet',
    given: "import Icon from '../parts/Icon.svelte';",
    markup: '<Icon>{#snippet children()}x{/snippet}</Icon>',
  },
  { rule: 'svelte/no-raw-special-elements', markup: '<head></head>' },
  {
    rule: 'svelte/no-dom-manipulating',
    given: 'let element: HTMLElement; const act = () => { element.textContent = "a"; };',
    markup: '<p bind:this={element}>{1}</p><button onclick={act}>x</button>',
  },
  {
    rule: 'unused-props',
    given: 'interface Props { a: string; b: number }',
    code: 'let { a }: Props = $props(); console.log(a);',
    only: 'script',
  },
  // Types
  { rule: 'TS2345', given: 'const take = (n: number) => n;', code: "take('a');", markup: "{take('a')}" },
  {
    rule: 'TS2322',
    code: "export const n: number = 'a';",
    markup: "<button onclick={() => { const n: number = 'a'; console.log(n); }}>x</button>",
  },
  { rule: 'TS2532', given: list, code: 'export const n = list[0].length;', markup: '{list[0].length}' },
  {
    rule: 'TS18047',
    given: 'const maybe = (new Date().getDay() > 3 ? null : { a: 1 });',
    code: 'export const n = maybe.a;',
    markup: '{maybe.a}',
  },
  { rule: 'TS2339', given: text, code: 'export const n = text.size;', markup: '{text.size}' },
  { rule: 'TS2304', code: 'export const n = nowhere;', markup: '{nowhere}' },
  {
    rule: 'TS6133',
    code: 'export function f() { const unused = 1; }',
    markup: '<button onclick={() => { const unused = 1; }}>x</button>',
  },
  {
    rule: 'TS2375',
    given: 'interface Exact { a?: string } const none = undefined as string | undefined;',
    code: 'export const e: Exact = { a: none };',
  },
  {
    rule: 'TS7006',
    code: 'export const f = (a) => 1;',
    markup: '<button onclick={() => { const f = (a) => 1; f(1); }}>x</button>',
  },
  { rule: 'TS7029', given: text, code: 'switch (count) { case 1: console.log(1); case 2: console.log(2); }' },
  { rule: 'TS4114', code: 'class A { a() { return 1; } } export class B extends A { a() { return 2; } }' },
  { rule: 'TS2307', code: "import { a } from './nowhere.ts'; console.log(a);" },
  { rule: 'TS2741', given: "import Icon from '../parts/Icon.svelte';", markup: '<Icon />' },
  {
    rule: 'TS2353',
    given: "import SectionMark from '../spec/SectionMark.svelte';",
    markup: '<SectionMark unknown={1} />',
  },
  { rule: 'TS2820', markup: '<button type="sumbit">x</button>' },
  { rule: 'a11y_missing_attribute', markup: '<img src="a.png">' },
  {
    rule: 'state_referenced_locally',
    code: 'let n = $state(1); const twice = n * 2; n = 2; console.log(twice);',
    only: 'script',
  },
  { rule: 'css_unused_selector', markup: '<p>x</p><style>.none { color: red; }</style>' },
];
