/** Trial requests to a receiver: a challenge as the platform sends it, and a signed delivery. */
import { base64, loadCrcDoctor, utf8 } from '../../../../worker/api.ts';
import type {
  ChangedLine,
  CrcDiagnosis,
  HttpRequest,
  KnownValues,
  Playground,
  SendResult,
} from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';

export interface CheckTrial {
  readonly kind: 'check';
  readonly diagnosis: CrcDiagnosis;
  readonly answered: string;
  /** A possible repair; null if none was found. */
  readonly change: ChangedLine | null;
}

export interface DeliveryTrial {
  readonly kind: 'delivery';
  /** Whether each was answered correctly, and how. */
  readonly signed: { readonly isRight: boolean; readonly answered: string };
  readonly tampered: { readonly isRight: boolean; readonly answered: string };
}

export type Trial = CheckTrial | DeliveryTrial;

export interface TriedReceiver {
  readonly playground: Playground;
  readonly host: string;
  /** The URL of the callback; the request goes to its path. */
  readonly url: string;
  readonly secret: string;
}

export async function tryCheck(
  { playground, host, url, secret }: TriedReceiver,
  known: KnownValues,
  code: string,
): Promise<CheckTrial> {
  const { diagnoseCrc, changeIn } = await loadCrcDoctor();
  const token = tokenOf(crypto.getRandomValues(new Uint8Array(16)));
  const asked = `${url}${url.includes('?') ? '&' : '?'}crc_token=${token}`;
  const request: HttpRequest = { method: 'GET', url: asked, headers: [['accept', 'application/json']] };
  const answer = await playground.tryReceiver(host, request);
  const call = (await playground.receiverLog(host)).findLast((each) => each.url === asked);
  const ms = Math.round(call?.ms ?? 0);
  const diagnosis = diagnoseCrc({ token, secret, url: asked, answer, ms, known });
  const { mistake } = diagnosis;
  return {
    kind: 'check',
    diagnosis,
    answered: `${saidOf(answer)} in ${figure(ms)} ms`,
    change: mistake && changeIn(code, mistake),
  };
}

/** Sends it twice: as the platform would, and with one character of its body changed under the same signature. */
export async function tryDelivery(
  { playground, host, url, secret }: TriedReceiver,
  now: number,
): Promise<DeliveryTrial> {
  const { diagnoseSignature } = await loadCrcDoctor();
  const body = exampleEvent(now);
  const signature = diagnoseSignature({ body: utf8(body), secret, computed: '' }).answer;
  const deliver = (text: string) =>
    playground.tryReceiver(host, {
      method: 'POST',
      url,
      headers: [
        ['content-type', 'application/json'],
        ['svc-webhooks-signature', signature],
      ],
      body: utf8(text),
    });
  const signed = await deliver(body);
  const tampered = await deliver(body.replace('"follow"', '"follov"'));
  return {
    kind: 'delivery',
    signed: { isRight: statusOf(signed) === 200, answered: saidOf(signed) },
    tampered: { isRight: isRefusal(statusOf(tampered)), answered: saidOf(tampered) },
  };
}

/** `choice: event-shapes`. No user has these ids, and its own id differs each time. */
function exampleEvent(now: number): string {
  const [target, source] = ['1', '2'];
  return JSON.stringify({
    event_id: String(now * 1000 + Math.floor(Math.random() * 1000)),
    for_user_id: target,
    follow_events: [
      { type: 'follow', created_timestamp: String(now), target: { id: target }, source: { id: source } },
    ],
  });
}

const tokenOf = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const statusOf = (result: SendResult): number | null => ('status' in result ? result.status : null);
const isRefusal = (status: number | null): boolean => status !== null && status >= 400 && status < 500;
const saidOf = (result: SendResult): string => ('status' in result ? String(result.status) : result.message);
