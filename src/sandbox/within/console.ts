/** `console`, for the author of the receiver. */
import type { ConsoleLevel } from '../../../worker/api.ts';
import { lineHere } from './position.ts';
import { shown } from './shown.ts';

type Log = (level: ConsoleLevel, text: string, line: number | null) => void;

const levels = ['debug', 'log', 'info', 'warn', 'error'] as const;

/** The other methods of a console do nothing. */
export function consoleOf(log: Log): Console {
  const said = (values: readonly unknown[]) =>
    values.map((value) => (typeof value === 'string' ? value : shown(value))).join(' ');
  const own: Partial<Record<string, (...values: unknown[]) => void>> = {};
  for (const level of levels) own[level] = (...values) => log(level, said(values), lineHere());
  own.trace = (...values) => log('debug', said(values), lineHere());
  own.assert = (holds, ...values) => {
    if (!holds) log('error', said(['Assertion failed:', ...values]), lineHere());
  };
  const ignore = () => undefined;
  return new Proxy(own as unknown as Console, {
    get: (target, name): unknown => Reflect.get(target, name) ?? ignore,
  });
}
