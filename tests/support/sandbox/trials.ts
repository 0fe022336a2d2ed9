import type { Page } from '@playwright/test';
import type { ReceiverCall } from '../../../worker/api.ts';
import type {} from '../harness/main.ts';

/** The result of a request to a receiver. */
export interface Trial {
  /** Its status, or why there is none. */
  readonly outcome: number | string;
  readonly body: string;
  readonly log: ReceiverCall;
}

/** Saves code for a host and sends it one request. Runs in the page of a harness. */
export async function tryInPage({ code, host }: { code: string; host: string }): Promise<Trial> {
  const { playground } = await harness;
  const saved = await playground.do('receivers.save', host, code);
  if (!saved.ok) throw new Error(saved.reason);
  const request = { method: 'POST', url: `https://${host}/in?a=b`, headers: [['x-said', 'hello']] as const };
  const result = await playground.tryReceiver(host, request);
  const log = (await playground.receiverLog(host)).at(-1)!;
  if ('kind' in result) return { outcome: result.reason, body: result.message, log };
  return { outcome: result.status, body: new TextDecoder().decode(result.body), log };
}

export const tryCode = (page: Page, code: string, host = 'hooks.northwind.example'): Promise<Trial> =>
  page.evaluate(tryInPage, { code, host });
