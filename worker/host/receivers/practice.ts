/**
 * A second world in memory, in which a webhook is registered for practice. It is made for one registration and then
 * discarded: nothing in the person's world is read, counted or logged. It has the small scenario under its own seed,
 * so its keys are the same each time and differ from those of any other world.
 */
import { composePlatform, known, prove, utf8 } from '../../../engine/inside.ts';
import type { Credential, Family, Platform } from '../../../engine/inside.ts';
import { otherSecret, ownSecret } from '../../contract/practice.ts';
import type { Registering } from '../../contract/practice.ts';
import type { Sandbox } from '../../contract/receiver-run.ts';
import { Internet } from './internet.ts';

const host = 'practice.northwind.example';
const url = `https://${host}/in`;
/** Its plan is Enterprise. */
const practising = 'Atlas Insight';

export interface PracticeHost {
  readonly families: readonly Family[];
  readonly sandbox: Sandbox;
  /** Epoch ms; its clock is frozen. */
  readonly now: number;
  readonly stopped: AbortSignal;
}

export async function registering(
  program: string,
  { families, sandbox, now, stopped }: PracticeHost,
): Promise<Registering> {
  const noFiles = () => Promise.reject(new Error('The practice world has no files'));
  const internet = new Internet(
    (run, timeoutMs) => sandbox(run, timeoutMs, stopped),
    () => {},
    noFiles,
  );
  const platform: Platform = composePlatform({
    scenario: 'small',
    seed: 'practice-5',
    families,
    now: () => now,
    elapsed: () => performance.now(),
    send: (request, limits) => internet.send(platform, request, limits),
  });
  const { app, bearer, others } = keysIn(platform.initialCredentials);
  const code = filled(program, app.consumer_secret, known(others[0], 'another App').consumer_secret);
  const saved = await platform.do('receivers.save', host, code);
  if (!saved.ok) throw new Error(saved.reason);
  const id = 'register';
  const request = {
    ...{ id, method: 'POST', url: `${platform.baseUrl}/2/webhooks` },
    ...{ headers: [['Content-Type', 'application/json']] as const, body: utf8(JSON.stringify({ url })) },
  };
  const { message } = prove(request, { kind: 'bearer', token: bearer }, { nonce: id, timestamp: 0 });
  await platform.handle(message);
  stopped.throwIfAborted();
  const log = platform.exchanges.list();
  return {
    ...{ code, host, url, appName: app.appName, secret: app.consumer_secret },
    otherSecrets: others.map(({ appName, consumer_secret: value }) => ({
      label: `the secret of ${appName}`,
      value,
    })),
    call: known(
      log.find(({ direction }) => direction === 'in'),
      'call',
    ),
    challenge: known(
      log.find(({ direction }) => direction === 'out'),
      'challenge',
    ),
  };
}

type Basic = Extract<Credential, { kind: 'basic' }>;

function keysIn(credentials: readonly Credential[]) {
  const basic = credentials.filter((each): each is Basic => each.kind === 'basic');
  const app = known(
    basic.find(({ appName }) => appName === practising),
    practising,
  );
  const bearer = credentials.find((each) => each.kind === 'app' && each.appId === app.appId);
  if (bearer?.kind !== 'app') throw new Error(`${practising} has no bearer token`);
  return { app, bearer: bearer.bearer_token, others: basic.filter(({ appId }) => appId !== app.appId) };
}

/** Secrets have only letters and digits. */
const filled = (program: string, own: string, other: string): string =>
  program.replaceAll(ownSecret, own).replaceAll(otherSecret, other);
