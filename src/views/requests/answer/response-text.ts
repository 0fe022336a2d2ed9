import { text } from '../../../../worker/api.ts';
import type { HttpResponse } from '../../../../worker/api.ts';
import { statusLine } from '../../../exchange/status-line.ts';

/** A response as HTTP/1.1 writes it (RFC 9112 2.1). */
export function responseMessage({ status, headers, body }: HttpResponse): string {
  const lines = [`HTTP/1.1 ${statusLine(status)}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join('\r\n')}\r\n\r\n${text(body)}`;
}
