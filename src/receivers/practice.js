// The consumer secret (API secret) of the App.
const consumerSecret = 'CONSUMER_SECRET';

/** @param {Request} request */
export default async function (request) {
  const url = new URL(request.url);
  if (url.pathname !== '/in') return new Response('Nothing is here.', { status: 404 });
  const signature = request.headers.get('svc-webhooks-signature')?.slice('sha256='.length) ?? '';
  if (request.method !== 'GET') return receive(request, signature);

  // A challenge is a token. Whatever else is signed here could be sent to us as a delivery.
  const token = url.searchParams.get('crc_token') ?? '';
  if (!/^[\w-]{1,64}$/.test(token)) return new Response('No crc_token.', { status: 400 });
  const mac = await crypto.subtle.sign('HMAC', await key(), new TextEncoder().encode(token));
  const value = btoa(String.fromCharCode(...new Uint8Array(mac)));
  return Response.json({ response_token: `sha256=${value}` });
}

async function receive(request, signature) {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(signature)) return new Response('It is not signed.', { status: 401 });
  const mac = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0));
  const isSigned = await crypto.subtle.verify('HMAC', await key(), mac, await request.arrayBuffer());
  return new Response(isSigned ? 'ok' : 'The signature is wrong.', { status: isSigned ? 200 : 401 });
}

function key() {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const secret = new TextEncoder().encode(consumerSecret);
  return crypto.subtle.importKey('raw', secret, hmac, false, ['sign', 'verify']);
}
