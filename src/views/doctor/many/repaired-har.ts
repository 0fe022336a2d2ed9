import { header, loadHarRequest, utf8 } from '../../../../worker/api.ts';
import type { CurlRequest } from '../../../curl/types.ts';

interface Signed {
  readonly request: CurlRequest;
  /** Epoch ms. */
  readonly signedAt: number;
}

/** Requests that were not sent yet, as a HAR 1.2 file. Like a request without an answer, each has the status 0. */
export async function repairedHar(requests: readonly Signed[]): Promise<string> {
  const { harPairs, harRequest, noHarResponse } = await loadHarRequest();
  const entryOf = ({ request: { method, url, headers, body }, signedAt }: Signed): object => ({
    startedDateTime: new Date(signedAt).toISOString(),
    time: 0,
    request: harRequest({
      ...{ method, url, headers: harPairs(headers), cookies: [] },
      body:
        body === null
          ? null
          : { mimeType: header(headers, 'content-type') ?? 'text/plain', text: body, isBase64: false },
      size: body === null ? 0 : utf8(body).length,
    }),
    response: noHarResponse,
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  });
  const creator = { name: 'svc Playground', version: '1' };
  return JSON.stringify({ log: { version: '1.2', creator, entries: requests.map(entryOf) } }, null, 2);
}
