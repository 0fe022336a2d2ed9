import { isRecord } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';

/** Whether a post replies to another, as the world has it now; false for a post that is gone. */
export async function isReplyIn({ playground }: PageSession, postId: string): Promise<boolean> {
  const row = await playground.ask('explorer.look', 'posts', postId).catch(() => null);
  const referenced = row?.['referenced_posts'];
  return (
    Array.isArray(referenced) && referenced.some((each) => isRecord(each) && each['type'] === 'replied_to')
  );
}
