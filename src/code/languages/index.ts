import type { CodeCall } from '../call.ts';
import type { ProgramLine } from '../lines.ts';
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { javascript, typescript } from './ecmascript.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';

interface CodeLanguage {
  readonly id: string;
  readonly name: string;
  readonly print: (call: CodeCall) => ProgramLine[];
}

export const languages = [
  { id: 'curl', name: 'curl', print: curl },
  { id: 'javascript', name: 'JavaScript', print: javascript },
  { id: 'typescript', name: 'TypeScript', print: typescript },
  { id: 'python', name: 'Python', print: python },
  { id: 'go', name: 'Go', print: go },
  { id: 'ruby', name: 'Ruby', print: ruby },
  { id: 'php', name: 'PHP', print: php },
  { id: 'java', name: 'Java', print: java },
  { id: 'csharp', name: 'C#', print: csharp },
] as const satisfies readonly CodeLanguage[];

export type CodeLanguageId = (typeof languages)[number]['id'];
