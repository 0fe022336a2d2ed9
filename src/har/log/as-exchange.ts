/** A HAR entry as an exchange, so that it is filtered, shown and compared like one of the log. */
import { splitUrl, utf8 } from '../../../worker/api.ts';
import type { Exchange } from '../../../worker/api.ts';
import { fitsPath, variablesIn } from '../../parts/path-form.ts';
import type { WholeHarEntry } from '../read.ts';
import type { KnownEndpoint } from './contract.ts';

export function asExchange(entry: WholeHarEntry, endpoints: readonly KnownEndpoint[]): Exchange {
  const { at, call, sentAt, status, rest } = entry;
  const { method, url, headers, body } = call;
  return {
    sequence: at + 1,
    at: sentAt ?? NaN,
    durationMs: rest.durationMs,
    direction: rest.direction,
    endpointId: rest.direction === 'in' ? endpointOf(entry, endpoints) : null,
    appId: null,
    userId: null,
    request: { method, url, headers, ...(body !== null && { body: utf8(body) }) },
    outcome:
      status === null || rest.answer === null
        ? { kind: 'closed', reason: rest.failure ?? 'not in the file' }
        : { kind: 'response', status, ...rest.answer },
    trace: [],
    windows: [],
  };
}

/** By path alone: the same API may have been called on another host. */
function endpointOf({ call, rest }: WholeHarEntry, endpoints: readonly KnownEndpoint[]): string | null {
  if (endpoints.some(({ id }) => id === rest.operationId)) return rest.operationId;
  const path = splitUrl(call.url)?.path.replace(/(?<=.)\/$/, '');
  if (path === undefined) return null;
  const fitting = endpoints.filter(
    (each) =>
      each.method === call.method.toUpperCase() &&
      [each.path, ...each.aliases].some((form) => fitsPath(form, path)),
  );
  return fitting.sort((a, b) => variablesIn(a.path) - variablesIn(b.path))[0]?.id ?? null;
}
