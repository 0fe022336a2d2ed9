import { decodeForm, header, isForm, text } from '../../../../worker/api.ts';
import type { EndpointOutline, Exchange } from '../../../../worker/api.ts';
import { callLink } from '../../../exchange/call-link.ts';
import { longestHash } from '../../../router.ts';

/**
 * The link that fills Requests with the call of an entry, to be sent to this platform with the person's own keys. A
 * sentence if there is none.
 */
export function linkAgain(
  endpoints: readonly EndpointOutline[],
  exchange: Exchange,
): { readonly href: string } | { readonly whyNot: string } {
  const { endpointId, direction, request } = exchange;
  if (direction === 'out') return { whyNot: 'It was sent by the platform.' };
  if (endpointId === null) return { whyNot: 'It calls no endpoint of this platform.' };
  const body = request.body?.length ? text(request.body) : '';
  const more: [string, string][] =
    body === ''
      ? []
      : isForm(header(request.headers, 'content-type'))
        ? decodeForm(body)
            .filter(([name]) => !name.startsWith('oauth_'))
            .map(([name, value]) => [`form.${name}`, value])
        : [['body', body]];
  const [address = '', query = ''] = request.url.split('?');
  // A signature in the query belongs to the keys that made it.
  const kept = query.split('&').filter((pair) => !pair.startsWith('oauth_'));
  const url = kept.join('&') === '' ? address : `${address}?${kept.join('&')}`;
  const href = callLink(endpoints, { ...exchange, request: { ...request, url } }, more);
  return href.length > longestHash ? { whyNot: 'Its body is too long for a draft.' } : { href };
}
