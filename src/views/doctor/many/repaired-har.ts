import { decodeForm, header, isForm, splitUrl, utf8 } from '../../../../worker/api.ts';
import type { CurlRequest } from '../../../curl/types.ts';

interface Signed {
  readonly request: CurlRequest;
  /** Epoch ms. */
  readonly signedAt: number;
}

const pairs = (of: readonly (readonly [string, string])[]) => of.map(([name, value]) => ({ name, value }));

/** Requests that were not sent yet, as a HAR 1.2 file. Like a request without an answer, each has the status 0. */
export const repairedHar = (requests: readonly Signed[]): string =>
  JSON.stringify(
    {
      log: {
        version: '1.2',
        creator: { name: 'svc Playground', version: '1' },
        entries: requests.map(entryOf),
      },
    },
    null,
    2,
  );

function entryOf({ request: { method, url, headers, body }, signedAt }: Signed): object {
  const type = header(headers, 'content-type');
  return {
    startedDateTime: new Date(signedAt).toISOString(),
    time: 0,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: pairs(decodeForm(splitUrl(url)?.query ?? '')),
      ...(body !== null && {
        postData: {
          mimeType: type ?? 'text/plain',
          ...(isForm(type) && { params: pairs(decodeForm(body)) }),
          text: body,
        },
      }),
      headersSize: -1,
      bodySize: body === null ? 0 : utf8(body).length,
    },
    response: {
      status: 0,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}
