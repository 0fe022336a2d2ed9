import { formOf, queryOf } from './call.ts';
import type { CodeCall } from './call.ts';
import type { CodeLanguageId } from './languages/index.ts';

/** A limit of a language's client or compiler: whether a call exceeds it, and an explanation in a sentence. */
interface Limit {
  readonly languages: readonly CodeLanguageId[];
  readonly isMet: (call: CodeCall) => boolean;
  readonly reason: string;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const textsOf = (call: CodeCall): readonly string[] => {
  const { target, headers, body } = call;
  const pairs = [...(queryOf(call) ?? []), ...(formOf(call) ?? []), ...headers].flat();
  return [
    target.kind === 'based' ? target.path : target.url,
    ...pairs.filter((each) => typeof each === 'string'),
    ...(body?.kind === 'text' ? [body.text] : []),
  ];
};

/** U+200E, U+200F and U+202A to U+202E, as they appear in an address. */
const directions = /%E2%80%(?:8[EF]|A[A-E])/i;

const limits: readonly Limit[] = [
  {
    languages: ['javascript', 'typescript', 'csharp'],
    isMet: ({ method, body }) => body !== null && /^(?:GET|HEAD)$/i.test(method),
    reason: 'Its HTTP client sends no body with GET or HEAD.',
  },
  {
    languages: ['curl'],
    isMet: (call) => textsOf(call).some((text) => text.includes('\0')),
    reason: 'bash cannot hold the character U+0000.',
  },
  {
    languages: ['curl'],
    isMet: ({ body }) => body?.kind === 'text' && bytesOf(body.text) > 131_071,
    reason: 'Linux takes at most 131,071 bytes in one argument, and the body is longer.',
  },
  {
    languages: ['java'],
    isMet: (call) => textsOf(call).some((text) => bytesOf(text) > 65_535),
    reason: 'Java takes at most 65,535 bytes in one string literal, and a string of this call is longer.',
  },
  {
    languages: ['csharp'],
    isMet: (call) =>
      directions.test(call.target.kind === 'based' ? call.target.path : call.target.url) ||
      (queryOf(call) ?? [])
        .flat()
        .some((each) => typeof each === 'string' && /[\u200e\u200f\u202a-\u202e]/.test(each)),
    reason: 'Mono and .NET Framework drop text-direction marks from an address.',
  },
];

/** Why a language cannot make this call; null if it can. */
export const limitOf = (language: CodeLanguageId, call: CodeCall): string | null =>
  limits.find(({ languages, isMet }) => languages.includes(language) && isMet(call))?.reason ?? null;
