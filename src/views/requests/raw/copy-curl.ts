import { text } from '../../../../worker/api.ts';
import type { HttpRequest } from '../../../../worker/api.ts';
import type { Shell } from '../../../curl/types.ts';
import { writeCurl } from '../../../curl/write.ts';
import { copyText } from '../../../parts/clipboard.ts';

/** Copies a message as a curl command; resolves to the result in words. */
export async function copyCurl({ method, url, headers, body }: HttpRequest, shell: Shell): Promise<string> {
  const written = writeCurl({ method, url, headers, body: body?.length ? text(body) : null }, shell);
  if ('problem' in written) return written.problem;
  return (await copyText(written.text)) ? `Copied for ${shell}` : 'The clipboard is closed to this page';
}
