/** `#lesson-starts`, as a worker sees it: scripts/vite/lesson-starts-source.ts records it in Node, which no worker has. */
import type { LessonStarts } from './format/starts.ts';

/** By the lesson's slug. */
export const starts: Readonly<Record<string, () => Promise<LessonStarts>>>;
