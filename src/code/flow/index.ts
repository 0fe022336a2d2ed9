import type { CodeLanguageId } from '../languages/index.ts';
import type { ProgramLine } from '../lines.ts';
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { javascript, typescript } from './ecmascript.ts';
import type { FlowCode } from './flow.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';

/** The program for a flow, in each language. */
export const flowPrinters: Readonly<Record<CodeLanguageId, (flow: FlowCode) => ProgramLine[]>> = {
  curl,
  javascript,
  typescript,
  python,
  go,
  ruby,
  php,
  java,
  csharp,
};
