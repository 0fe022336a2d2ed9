/** The world outside a lesson: the receivers that its person has, whose programs run in Node. */
import type { Opening } from '../../lessons/format/opening.ts';
import { Internet } from '../../worker/host/receivers/internet.ts';
import { programRunner } from './program-runner.ts';

const noFiles = (): Promise<never> => Promise.reject(new Error('A lesson has no files of its own'));

export const outside: NonNullable<Opening['outside']> = (platform) => {
  const internet = new Internet(
    programRunner(() => null),
    () => undefined,
    noFiles,
  );
  return {
    send: (request, limits) => internet.send(platform(), request, limits),
    open: (call) => internet.open(platform(), call),
  };
};
