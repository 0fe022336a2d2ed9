/** The delivery that is watched or forged: an event of the webhook, or an example if none is named. */
import type { ReceiverView, Webhook } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { ActivityWatch } from '../activity/activity.svelte.ts';
import type { Signature } from '../activity/verified.ts';
import { gistWords } from '../activity/words.ts';
import { receiverAt } from '../thrown/reason.ts';
import { otherSecretOf, keysIn, secretOf } from '../vault/app-keys.ts';
import type { WebhookWatch } from '../watch.svelte.ts';

export interface Subject {
  readonly webhook: Webhook & { readonly appId: string };
  readonly receiver: ReceiverView;
  readonly body: string;
  /** "direct_message_events", and who did what. */
  readonly kind: string;
  readonly gist: string;
  readonly secret: string;
  readonly appName: string;
  /** The secret of an App that does not own the webhook. */
  readonly other: { readonly secret: string; readonly appName: string };
  readonly signature: Signature;
}

/** A sentence if it cannot be done; null while it is unknown. */
export function subjectOf(
  session: PageSession,
  watch: WebhookWatch,
  activity: ActivityWatch,
  webhookId: string,
): Subject | string | null {
  const webhook = watch.webhook(webhookId);
  if (!watch.isKnown) return null;
  if (!webhook) return 'There is no webhook of this id, or it was deleted.';
  const receiver = receiverAt(webhook.url, watch.receivers);
  if (!receiver) return `No receiver answers at ${webhook.url} inside this page, so there is none to watch.`;
  const { vault } = session.world;
  const secret = secretOf(vault, webhook.appId);
  const nameOf = (appId: string): string => session.world.apps.find(({ id }) => id === appId)?.name ?? appId;
  const appName = nameOf(webhook.appId);
  if (secret === null) return `The vault holds no API secret of ${appName}, so nothing can be signed here.`;
  const { opened, signature, openedKnown } = activity;
  if (!signature || (!opened && !openedKnown)) return null;
  if (!opened) return 'This event is not kept any more.';
  const otherSecret = otherSecretOf(vault, webhook.appId);
  const other = keysIn(vault).find((each) => each.secret === otherSecret);
  return {
    webhook,
    receiver,
    body: opened.body,
    kind: opened.kind,
    gist: gistWords(opened),
    secret,
    appName,
    other: { secret: other?.secret ?? `${secret}x`, appName: other?.appName ?? 'another App' },
    signature,
  };
}
