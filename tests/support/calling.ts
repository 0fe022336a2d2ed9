/** Raw calls for tests: with any Host and Origin, which `fetch` does not allow. */
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export interface Called {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Calling {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Rejects if no answer comes. */
export const call = (url: string, { method = 'GET', headers = {}, body }: Calling = {}): Promise<Called> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
