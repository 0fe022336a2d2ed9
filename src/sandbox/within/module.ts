/** A person's module: how it starts, and why it may fail to start. */
import { ownModule } from './own-module.ts';
import { lineOf } from './position.ts';
import { messageOf } from './shown.ts';

/** Why there is no function to call. */
export interface NotStarted {
  readonly why: string;
  /** In the module, from 1; null if unknown. */
  readonly line: number | null;
}

type Handle = (request: Request) => unknown;
type Exports = Readonly<Record<string, unknown>>;

const isHandle = (value: unknown): value is Handle => typeof value === 'function';

/** The function that answers. Never rejects. */
export async function startModule(code: string): Promise<Handle | NotStarted> {
  const address = ownModule(code);
  try {
    const exported = (await import(/* @vite-ignore */ address)) as Exports;
    const { default: handle } = exported;
    return isHandle(handle) ? handle : withoutFunction(code, exported);
  } catch (error) {
    const why = messageOf(error).replaceAll(address, 'receiver.js');
    const other = /^TypeError: .*(?:module|specifier)/i.test(why) ? importIn(code) : null;
    if (other) return other;
    const line = lineOf(error);
    // An unclosed bracket is reported at the end of the text.
    return { why, line: line && Math.min(line, code.trimEnd().split('\n').length) };
  }
}

/** The first other module that it imports. Browsers do not tell its line, and some repeat the whole code. */
function importIn(code: string): NotStarted | null {
  const found = /^[ \t]*(?:import|export)\b[^'"\n;]{0,400}(['"])(?!data:)([^'"\n]{1,200})\1/m.exec(code);
  return (
    found && {
      why: `It imports ${found[2]}, but a receiver is one module without imports.`,
      line: code.slice(0, found.index).split('\n').length,
    }
  );
}

function withoutFunction(code: string, exported: Exports): NotStarted {
  const place = /^[ \t]*export\b/m.exec(code);
  return {
    why: whyNoFunction(code, exported),
    line: place && code.slice(0, place.index).split('\n').length,
  };
}

function whyNoFunction(code: string, exported: Exports): string {
  if (/^(?:\s|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/.test(code)) return 'Its module is empty.';
  const names = Object.keys(exported);
  const { default: handle } = exported;
  if (names.includes('default')) {
    const kind = handle === null ? 'null' : `of type ${typeof handle}`;
    return `Its default export is ${hasFetch(handle) ? 'an object with `fetch`' : kind}, not a function.`;
  }
  const listed = names.slice(0, 3).map((name) => `\`${name.slice(0, 40)}\``);
  return `It exports ${listed.length === 0 ? 'nothing' : listed.join(', ')}, and no default.`;
}

function hasFetch(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && 'fetch' in value && isHandle(value.fetch);
  } catch {
    return false; // a Proxy, or an own getter
  }
}
