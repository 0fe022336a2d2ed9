/** The registry of webhooks for tests: one App, its receivers, and what the App sees. */
import type { CommandArgs, PlatformOptions } from '../../engine/index.ts';
import { start } from '../../testing/platform.ts';
import type { Answer } from '../../testing/platform.ts';
import { honest, Receivers } from '../../testing/receivers.ts';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly valid: boolean;
  readonly created_at: string;
}

export const hour = 3_600_000;
export const host = 'hooks.atlas.example';
export const hook = `https://${host}/events`;

/** Atlas Insight is on Enterprise, which allows five webhooks; `host` answers with its secret. */
export async function openWebhooks(appName = 'Atlas Insight', options: PlatformOptions = {}) {
  const receivers = new Receivers();
  const { platform, as } = await start({ send: receivers.send, ...options });
  const { consumer_secret: secret } = as.credential('basic', appName);
  receivers.at(host, honest(secret));
  const app = as.bearer(appName);
  const appId = as.credential('app', appName).appId;
  const project = platform.portal.apps().find(({ id }) => id === appId)!.projectId!;
  const register = (url: unknown = hook, by = app) => by.post('/2/webhooks', { url });
  /** Registers a webhook, which must succeed. */
  const registered = async (url: string = hook, by = app): Promise<Webhook> => {
    const answer = await register(url, by);
    if (answer.status !== 200) throw new Error(answer.text);
    return webhookIn(answer);
  };
  const list = async (by = app): Promise<readonly Webhook[]> =>
    (await by.get('/2/webhooks')).json.data as unknown as readonly Webhook[];
  const only = async (): Promise<Webhook> => (await list())[0]!;
  const put = (id: string, by = app) => by.send({ method: 'PUT', path: `/2/webhooks/${id}` });
  const remove = (id: string, by = app) => by.delete(`/2/webhooks/${id}`);
  const setPlan = (plan: CommandArgs<'portal.setPlan'>[1]) => platform.do('portal.setPlan', project, plan);
  const pass = (hours: number) => platform.clock.advance(hours * hour);
  return {
    ...{ platform, as, receivers, secret, app, appId },
    ...{ register, registered, list, only, put, remove, setPlan, pass },
  };
}

export type Webhooks = Awaited<ReturnType<typeof openWebhooks>>;

export const webhookIn = (answer: Answer): Webhook => answer.json as unknown as Webhook;

/** The refusal: status, code and reason, with the message after the reason. */
export function reasonOf(answer: Answer): [status: number, code: number, reason: unknown] {
  const [error] = answer.json.errors;
  if (!error!.message.startsWith(`${String(error!.reason)}: `)) throw new Error(answer.text);
  return [answer.status, error!.code, error!.reason];
}

export const refusedFor = (reason: string): [number, number, string] => [400, 214, reason];
