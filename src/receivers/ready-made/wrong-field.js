// The consumer secret (API secret) of the App. On a server of your own it comes from the environment.
const consumerSecret = 'CONSUMER_SECRET';

/** @param {Request} request */
export default async function (request) {
  if (request.method !== 'GET') return new Response('ok');
  const token = new URL(request.url).searchParams.get('crc_token') ?? '';
  // The platform looks for `response_token`.
  return Response.json({ token: `sha256=${await sign(token)}` });
}

async function sign(text) {
  const encoder = new TextEncoder();
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(consumerSecret), hmac, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(mac)));
}
