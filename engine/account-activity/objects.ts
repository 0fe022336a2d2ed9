/**
 * The objects in events: posts, users and messages, as the subscribed user sees them (choices: event-shapes,
 * event-objects).
 */
import { findEntities } from '../social/entities.ts';
import { Renderer, postFields, userFields } from '../social/renderer.ts';
import type { World } from '../social/world.ts';
import type { DmEvent } from '../state/tables/conversations.ts';
import type { Post } from '../state/tables/posts.ts';

/** Every field except counts, which change all the time, and private fields. */
const selection = {
  'post.fields': postFields.filter((field) => field !== 'public_metrics'),
  'user.fields': userFields.filter(
    (field) => !['public_metrics', 'confirmed_email', 'pinned_post_id'].includes(field),
  ),
};

const renderer = (platform: World) => new Renderer(platform, selection, { user: null, seesEmail: false });

export const userObject = (id: string, platform: World): object =>
  renderer(platform).user(platform.tables.users.must(id));

/** A post with its author. */
export const postObject = (post: Post, platform: World): object => ({
  ...renderer(platform).post(post),
  user: userObject(post.author_id, platform),
});

/** A message as a participant sees it: `target` names the recipient or, in a group, the conversation. */
export function messageObject(
  { id, created_at, text, sender_id, dm_conversation_id }: DmEvent,
  participants: readonly string[],
  notified: string,
  appId: string | null,
  { tables }: World,
): object {
  const received = sender_id !== notified;
  const others = participants.filter((each) => each !== sender_id);
  const isPair = dm_conversation_id.includes('-');
  const entities = findEntities(text!, (name) => tables.users.firstBy('username', name.toLowerCase())?.id);
  return {
    type: 'message_create',
    id,
    created_timestamp: String(created_at),
    message_create: {
      target: {
        ...(isPair ? { recipient_id: others[0] } : received && { recipient_id: notified }),
        ...(!isPair && { conversation_id: dm_conversation_id }),
      },
      sender_id,
      ...(appId !== null && { source_app_id: appId }),
      message_data: { text, entities: entities ?? {} },
    },
  };
}

/** The maps beside a message: its users, and the App that sent it. */
export function besideMessage(
  { sender_id }: DmEvent,
  notified: string,
  participants: readonly string[],
  appId: string | null,
  platform: World,
): object {
  const others = participants.length === 2 ? participants : [notified];
  const users = [...new Set([sender_id, ...others])];
  const app = appId === null ? undefined : platform.tables.apps.get(appId);
  return {
    users: Object.fromEntries(users.map((id) => [id, userObject(id, platform)])),
    apps: app ? { [app.id]: { id: app.id, name: app.name, url: app.website_url } } : {},
  };
}

/** The event that says that the App can no longer act for the user. */
export const revokeObject = (appId: string, userId: string, at: number): object => ({
  revoke: {
    date_time: new Date(at).toISOString(),
    target: { app_id: appId },
    source: { user_id: userId },
  },
});
