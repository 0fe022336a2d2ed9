// The consumer secret (API secret) of the App. On a server of your own it comes from the environment.
const consumerSecret = 'CONSUMER_SECRET';

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {Request} request */
export default async function (request) {
  // Later than the 3 seconds of a challenge; within the 10 seconds of a delivery.
  await wait(5000);
  if (request.method !== 'GET') return new Response('ok');
  const token = new URL(request.url).searchParams.get('crc_token') ?? '';
  return Response.json({ response_token: `sha256=${await sign(token)}` });
}

async function sign(text) {
  const encoder = new TextEncoder();
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(consumerSecret), hmac, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(mac)));
}
