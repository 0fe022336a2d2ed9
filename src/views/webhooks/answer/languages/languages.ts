import { go } from './go.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import type { Language } from './program.ts';

export const languages: readonly Language[] = [node, python, go, php];
