/** The receiver of the lesson, at the start and after each step. */
import type { Learner } from '../format/learner.ts';

export const host = 'hooks.northwind.example';
export const url = `https://${host}/in`;
/** Its permission includes Direct Messages, which a subscription requires; it may have one webhook. */
export const app = 'Northwind Courier';
export const appId = '26003';
export const owner = 'mira_holm';
/** On the Enterprise plan; the person creates a receiver for it. */
export const otherApp = 'Atlas Insight';

const program = (secret: string): string => `// The consumer secret (API secret) of ${app}.
const consumerSecret = '${secret}';
const encoder = new TextEncoder();

/** @param {Request} request */
export default async function (request) {
  if (request.method === 'GET') return answerChallenge(new URL(request.url).searchParams.get('crc_token') ?? '');
  const body = await request.arrayBuffer();
  // Not verified yet: whatever comes is taken for an event.
  const event = JSON.parse(new TextDecoder().decode(body));
  await thank(event);
  return new Response('ok');
}

// What is done for an event: the author of each new post is thanked, which is kept as its id.
async function thank({ post_create_events: posts = [] }) {
  const thanked = (await storage.get('thanked')) ?? [];
  await storage.set('thanked', [...thanked, ...posts.map(({ id }) => id)]);
}

async function answerChallenge(token) {
  if (!/^[\\w-]{1,64}$/.test(token)) return new Response('No crc_token.', { status: 400 });
  const mac = await sign(encoder.encode(token));
  return Response.json({ response_token: \`sha256=\${hex(mac)}\` });
}

async function sign(bytes) {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(consumerSecret), hmac, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes));
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
`;

/** The lines to replace, and their replacements. */
type Edit = readonly [has: string, becomes: string];

export const inBase64: Edit = ['${hex(mac)}', '${base64(mac)}'];

const unverified = '  // Not verified yet: whatever comes is taken for an event.\n';
export const verifying: Edit = [
  unverified,
  `  const signature = \`sha256=\${base64(await sign(body))}\`;
  if (request.headers.get('svc-webhooks-signature') !== signature)
    return new Response('The signature is wrong.', { status: 401 });
`,
];
/** A receiver that does not require the header. */
export const verifyingSome: Edit = [
  unverified,
  `  const given = request.headers.get('svc-webhooks-signature');
  if (given && given !== \`sha256=\${base64(await sign(body))}\`)
    return new Response('The signature is wrong.', { status: 401 });
`,
];
export const refusingAll: Edit = [unverified, `  return new Response('No.', { status: 401 });\n`];
export const throwing: Edit = [
  unverified,
  `  if (!request.signature.isRight) return new Response('No.', { status: 401 });\n`,
];

const thanking = '  await thank(event);\n';
export const once: Edit = [
  thanking,
  `  const seen = (await storage.get('seen')) ?? [];
  if (seen.includes(event.event_id)) return new Response('ok');
  await thank(event);
  await storage.set('seen', [...seen, event.event_id]);
`,
];
export const never: Edit = [thanking, ''];

export const secretOf = (learner: Learner, appName: string): string =>
  learner.credential('basic', appName).consumer_secret;

/** The program of an App after these edits. */
export const edited = (learner: Learner, edits: readonly Edit[], appName = app): string =>
  after(edits, program(secretOf(learner, appName)));

const after = (edits: readonly Edit[], code: string): string =>
  edits.reduce((text, [has, becomes]) => text.replace(has, () => becomes), code);

/** Once these edits are made. */
const lineOf = (text: string, edits: readonly Edit[] = []): number =>
  after(edits, program(''))
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;
export const placeOfHex = lineOf(inBase64[0]);
export const placeOfUnverified = lineOf(unverified.trim());
export const placeOfEffect = lineOf(thanking.trim(), [inBase64, verifying]);

export async function placeReceiver(learner: Learner): Promise<void> {
  if (learner.appId(app) !== appId) throw new Error(`${app} is ${learner.appId(app)}`);
  await learner.do('receivers.save', host, edited(learner, []));
}
