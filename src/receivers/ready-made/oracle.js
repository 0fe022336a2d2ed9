// The consumer secret (API secret) of the App. On a server of your own it comes from the environment.
const consumerSecret = 'CONSUMER_SECRET';

/** @param {Request} request */
export default async function (request) {
  if (request.method !== 'GET') return receive(request);
  // Unsafe. This signs whatever it is asked to, for everybody. Who sends the text of an event as the token gets its signature
  // in the answer, and with it a delivery that is not told from a true one. Sign what looks like a token, and nothing else.
  const text = new URL(request.url).searchParams.get('crc_token') ?? '';
  return Response.json({ response_token: await sign(text) });
}

async function receive(request) {
  const body = await request.text();
  const isTrue = request.headers.get('svc-webhooks-signature') === (await sign(body));
  console.log(isTrue ? 'It is signed, so it seems true:' : 'It is forged:', body);
  return new Response('ok', { status: isTrue ? 200 : 401 });
}

async function sign(text) {
  const encoder = new TextEncoder();
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(consumerSecret), hmac, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(text));
  return `sha256=${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}
