import type { CodeLanguageId } from '../languages/index.ts';
import { linesOf } from '../lines.ts';
import type { ProgramLine } from '../lines.ts';
import { receiverPrograms } from './programs.ts';

export const receiverIn = (language: CodeLanguageId): ProgramLine[] =>
  linesOf(receiverPrograms[language].trimEnd());
