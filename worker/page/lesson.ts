/** Starts a lesson's worker, which has its world, and follows its progress. */
import { wrap } from 'comlink';
import { fragmentOf } from '../lesson/asked.ts';
import type { AskedLesson } from '../lesson/asked.ts';
import type { LessonLink, LessonMessage, LessonStanding } from '../lesson/link.ts';
import workerUrl from '../lesson/main.ts?worker&url';
import type { RunReceiver } from '../page-link.ts';
import type { Playground } from './client.ts';
import { playgroundOf } from './connect.ts';
import { startWorker } from './start-worker.ts';

export interface LessonWorld {
  readonly playground: Playground;
  readonly standing: () => Promise<LessonStanding>;
  /** Opens the next step, if the open one is done. */
  readonly next: () => Promise<LessonStanding>;
  /** Records a text in the open step. */
  readonly write: (text: string) => Promise<LessonStanding>;
  /** The listener is called whenever the progress may have changed. Returns the function that unsubscribes. */
  readonly follow: (listener: (standing: LessonStanding) => void) => () => void;
  /** Ends the world. Calls that wait for its answer never get one. */
  readonly leave: () => void;
}

/** Rejects with the reason when the world does not open. */
export async function enterLesson(asked: AskedLesson, run: RunReceiver): Promise<LessonWorld> {
  const started = startWorker(workerUrl + fragmentOf(asked));
  const { worker } = started;
  const link = wrap<LessonLink>(worker);
  const playground = await playgroundOf(started, run);
  return {
    playground,
    standing: () => link.standing(),
    next: () => link.next(),
    write: (text) => link.write(text),
    follow(listener) {
      const hear = ({ data }: MessageEvent<Partial<LessonMessage>>): void => {
        if (data.lesson) listener(data.lesson);
      };
      worker.addEventListener('message', hear);
      return () => worker.removeEventListener('message', hear);
    },
    leave: () => worker.terminate(),
  };
}
