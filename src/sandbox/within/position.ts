/** Where in a person's code something happened. */
import { isOwn, placeInStack } from './own-module.ts';

interface Placed {
  readonly stack?: unknown;
  /** Firefox. */
  readonly lineNumber?: unknown;
  /** WebKit. */
  readonly line?: unknown;
}

const { reportError } = globalThis;

/** The line that an error comes from, from 1; null for one that knows none. */
export function lineOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null;
  try {
    const { stack, lineNumber, line }: Placed = error;
    const inStack = lineInStack(stack);
    if (inStack !== null || !(error instanceof SyntaxError)) return inStack;
    // What does not parse has not been called from anywhere.
    const said = [lineNumber, line].find((each) => Number.isInteger(each)) ?? reportedLine(error);
    return typeof said === 'number' && said > 0 ? said : null;
  } catch {
    return null; // its own getters
  }
}

/** The line that calls this. */
export const lineHere = (): number | null => lineInStack(new Error().stack);

function lineInStack(stack: unknown): number | null {
  const found = typeof stack === 'string' ? placeInStack.exec(stack) : null;
  return found ? Number(found[1]) : null;
}

/** While it is asked for: where the line of an error that is reported goes. */
let asked: ((line: number | null) => void) | null = null;

/** Errors and rejections that nobody caught. The browser's own console does not show them. */
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

/** Chromium says the place of a syntax error to nobody but the event of an error that nobody caught. */
function reportedLine(error: SyntaxError): number | null {
  let found: number | null = null;
  asked = (line) => (found = line);
  reportError(error);
  asked = null;
  return found;
}
