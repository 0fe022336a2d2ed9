/** Results as plain data, so that an error crosses a boundary with its fields and not only its message. */

export type Reply =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** A stream belongs to it. */
      readonly streams?: true;
    }
  | { readonly ok: false; readonly error: PlainError };

export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Own properties that can be cloned. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export async function replyOf(work: () => Promise<unknown>): Promise<Reply> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: plainError(error) };
  }
}

/** The value; or throws the error. */
export function valueOf(reply: Reply): unknown {
  if (reply.ok) return reply.value;
  throw revive(reply.error);
}

export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, fields: {} };
  const fields = Object.fromEntries(
    Object.entries(error).filter(([key, value]) => key !== 'name' && clonable(value)),
  );
  return { name: error.name, message: error.message, stack: error.stack, fields };
}

const kinds: Readonly<Record<string, new (message: string) => Error>> = { RangeError, TypeError };

function revive({ name, message, stack, fields }: PlainError): Error {
  const error = new (kinds[name] ?? Error)(message);
  Object.defineProperty(error, 'name', { value: name, configurable: true });
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, fields);
}

function clonable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
