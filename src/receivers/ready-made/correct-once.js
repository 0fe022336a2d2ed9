// The consumer secret (API secret) of the App. On a server of your own it comes from the environment.
const consumerSecret = 'CONSUMER_SECRET';

/** @param {Request} request */
export default async function (request) {
  const token = new URL(request.url).searchParams.get('crc_token');
  if (request.method === 'GET') return answerChallenge(token);

  // The bytes as they came: parsed and written again, they would be others.
  const body = await request.arrayBuffer();
  if (!(await isSigned(body, request.headers.get('svc-webhooks-signature')))) {
    console.warn('A delivery with a wrong signature, from whomever it is.');
    return new Response('The signature is wrong.', { status: 401 });
  }
  const event = JSON.parse(new TextDecoder().decode(body));

  // A delivery may come twice: again from the platform, when our answer was lost or late, or from somebody who recorded it.
  const seen = (await storage.get('seen')) ?? [];
  if (seen.includes(event.event_id)) {
    console.log(event.event_id, 'came before');
    return new Response('ok'); // a 200 ends the tries
  }
  console.log(event.event_id, kindOf(event), 'for', event.for_user_id);
  // Last of all: a crash before this repeats the work, and does not lose it.
  await storage.set('seen', [...seen, event.event_id].slice(-1000));
  return new Response('ok');
}

// A challenge is a token. Whatever else is signed here could be sent to us as a delivery.
async function answerChallenge(token) {
  if (!/^[\w-]{1,64}$/.test(token ?? '')) return new Response('No crc_token.', { status: 400 });
  const mac = await crypto.subtle.sign('HMAC', await key(), new TextEncoder().encode(token));
  return Response.json({ response_token: `sha256=${base64(mac)}` });
}

// By `verify`, which takes as long for every wrong signature.
async function isSigned(body, header) {
  const [, mac] = /^sha256=([A-Za-z0-9+/]{43}=)$/.exec(header ?? '') ?? [];
  return mac !== undefined && crypto.subtle.verify('HMAC', await key(), bytes(mac), body);
}

const key = () =>
  crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(consumerSecret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
const base64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const kindOf = (event) => Object.keys(event).find((name) => name.endsWith('_events'));
