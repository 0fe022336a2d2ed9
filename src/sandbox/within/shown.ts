/** Formats values as a console does, briefly. */
const deepest = 4;
const mostMembers = 50;
const longest = 2048;

/**
 * An error's name and message; any other thrown value as it is. Never throws, although a Proxy may throw for any
 * access.
 */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error) : `Thrown: ${shown(error)}`;
  } catch {
    return 'An error that cannot be shown';
  }
}

export function shown(value: unknown): string {
  try {
    return show(value, [], false).slice(0, longest);
  } catch {
    return 'A value that cannot be shown'; // an own getter threw
  }
}

/** `above`: the objects that contain it. `isPart`: texts inside another value are quoted. */
function show(value: unknown, above: readonly object[], isPart: boolean): string {
  if (typeof value === 'string') return isPart ? JSON.stringify(value.slice(0, longest)) : value;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name || '(anonymous)'}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (above.includes(value)) return '[circular]';
  if (value instanceof Error) return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp || value instanceof URL) return String(value);
  if (value instanceof Request) return `Request ${value.method} ${value.url}`;
  if (value instanceof Response) return `Response ${value.status}`;
  if (value instanceof Uint8Array)
    return `Uint8Array(${value.length}) [${value.slice(0, 16).join(', ')}${value.length > 16 ? ', …' : ''}]`;
  return showMembers(value, [...above, value]);
}

function showMembers(value: object, above: readonly object[]): string {
  const list: Iterable<unknown> | null = Array.isArray(value) || value instanceof Set ? value : null;
  const { constructor: made }: { readonly constructor?: unknown } = value;
  const name = list || typeof made !== 'function' || made === Object ? '' : `${made.name} `;
  if (above.length > deepest) return list ? '[…]' : `${name}{…}`;
  const pairs = value instanceof Map || value instanceof Headers || value instanceof URLSearchParams;
  const members = list
    ? [...list].slice(0, mostMembers + 1).map((each) => show(each, above, true))
    : (pairs ? [...value] : Object.entries(value))
        .slice(0, mostMembers + 1)
        .map(([key, each]) => `${String(key)}: ${show(each, above, true)}`);
  if (members.length > mostMembers) members.splice(mostMembers, 1, '…');
  if (list) return `[${members.join(', ')}]`;
  return members.length === 0 ? `${name}{}` : `${name}{ ${members.join(', ')} }`;
}
