/** The worker of a lesson: a second world in memory, beside the person's own, which continues. */
import { families } from '../../engine/inside.ts';
import { serveOnePage } from '../temporary/serve.ts';
import { lessonIn } from './asked.ts';
import type { LessonLink, LessonMessage } from './link.ts';
import { openLesson } from './open.ts';
import type { OfOnePage } from '../temporary/serve.ts';
import type { OpenedLesson } from './open.ts';

const opened = Promise.withResolvers<OpenedLesson>();
opened.promise.catch(() => undefined); // the page gets this error when its world does not open

const link: Pick<LessonLink, 'standing' | 'next' | 'write'> = {
  standing: async () => (await opened.promise).link.standing(),
  next: async () => (await opened.promise).link.next(),
  write: async (text) => (await opened.promise).link.write(text),
};

async function open(given: OfOnePage) {
  const opening = openLesson(lessonIn(new URL(import.meta.url).hash), { ...given, families }, (lesson) =>
    self.postMessage({ lesson } satisfies LessonMessage),
  );
  opening.then(opened.resolve, opened.reject);
  return (await opening).host;
}

serveOnePage(open, link);
