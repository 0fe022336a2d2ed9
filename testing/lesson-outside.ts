/** The world outside a lesson: its person's receivers, whose programs run in Node. */
import type { PlayOptions } from '../lessons/format/play.ts';
import type { Sandbox } from '../worker/contract/receiver-run.ts';
import { Internet } from '../worker/host/receivers/internet.ts';
import { overheard } from '../worker/lesson/overheard.ts';
import { lastingRunner } from './lasting-runner.ts';

const noFiles = (): Promise<never> => Promise.reject(new Error('A lesson has no files of its own'));

/** Starts with the first lesson that has a receiver. */
let sandbox: Sandbox | null = null;

export const outside: NonNullable<PlayOptions['outside']> = (platform, heard) => {
  const internet = new Internet(
    overheard((...asked) => (sandbox ??= lastingRunner())(...asked), heard),
    () => undefined,
    noFiles,
  );
  return {
    send: (request, limits) => internet.send(platform(), request, limits),
    open: (call) => internet.open(platform(), call),
  };
};
