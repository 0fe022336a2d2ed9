/** Finds positions in a person's code. */
import { isOwn, placeInStack } from './own-module.ts';

interface Placed {
  readonly stack?: unknown;
  /** Firefox. */
  readonly lineNumber?: unknown;
  /** WebKit. */
  readonly line?: unknown;
}

const { reportError } = globalThis;

/** The line that an error comes from, from 1; null if unknown. */
export function lineOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null;
  try {
    const { stack, lineNumber, line }: Placed = error;
    const inStack = lineInStack(stack);
    if (inStack !== null || !(error instanceof SyntaxError)) return inStack;
    // Code with a syntax error has no caller.
    const said = [lineNumber, line].find((each) => Number.isInteger(each)) ?? reportedLine(error);
    return typeof said === 'number' && said > 0 ? said : null;
  } catch {
    return null; // an own getter threw
  }
}

/** The line of the caller in the module. */
export const lineHere = (): number | null => lineInStack(new Error().stack);

function lineInStack(stack: unknown): number | null {
  const found = typeof stack === 'string' ? placeInStack.exec(stack) : null;
  return found ? Number(found[1]) : null;
}

/** Receives the line of the next reported error, while this is set. */
let asked: ((line: number | null) => void) | null = null;

/** Calls back for uncaught errors and rejections. The browser's own console does not show them. */
export function hearUncaught(hear: (error: unknown, line: number | null) => void): void {
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    hear(event.reason, lineOf(event.reason));
  });
  addEventListener('error', (event) => {
    event.preventDefault();
    const line = isOwn(event.filename) ? event.lineno : null;
    if (asked) asked(line);
    else hear(event.error, line);
  });
}

/** Chromium tells the position of a syntax error only in the event of an uncaught error. */
function reportedLine(error: SyntaxError): number | null {
  let found: number | null = null;
  asked = (line) => (found = line);
  reportError(error);
  asked = null;
  return found;
}
