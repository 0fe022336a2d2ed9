import { isRecord } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';

/** Whether a post is a reply, by the world's current state; false for a deleted post. */
export async function isReplyIn({ playground }: PageSession, postId: string): Promise<boolean> {
  const row = await playground.ask('explorer.look', 'posts', postId).catch(() => null);
  const referenced = row?.['referenced_posts'];
  return (
    Array.isArray(referenced) && referenced.some((each) => isRecord(each) && each['type'] === 'replied_to')
  );
}
