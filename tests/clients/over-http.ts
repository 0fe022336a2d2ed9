/** Sends a request over HTTP as a browser does; the caller handles redirects. */
import { unshared } from '../../engine/inside.ts';
import type { HttpRequest, Outcome } from '../../engine/inside.ts';

export async function overHttp({ method, url, headers, body }: HttpRequest): Promise<Outcome> {
  const init = { method, headers: headers.map(([name, value]) => [name, value] as [string, string]) };
  const response = await fetch(url, { ...init, redirect: 'manual', ...(body && { body: unshared(body) }) });
  return {
    ...{ kind: 'response', status: response.status, headers: [...response.headers] },
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
