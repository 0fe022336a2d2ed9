import type { ReceiverView } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { WebhookWatch } from '../watch.svelte.ts';
import { withLines } from './lines-to-add.ts';
import type { Edit } from './lines-to-add.ts';

/** Changes a receiver's program, with Undo. Resolves to why it was not saved, as a sentence, or null. */
export async function addLines(
  session: PageSession,
  watch: WebhookWatch,
  { host, code }: ReceiverView,
  edits: readonly Edit[],
): Promise<string | null> {
  const { playground, notices } = session;
  const added = withLines(code, edits);
  const put = async (text: string): Promise<string | null> => {
    const saved = await playground.do('receivers.save', host, text);
    if (saved.ok) await watch.look();
    return saved.ok ? null : saved.reason;
  };
  const refused = await put(added);
  if (refused !== null) return refused;
  notices.say(`The lines were added to ${host}.`, {
    label: 'Undo',
    run: () => void undo(),
  });
  return null;

  async function undo(): Promise<void> {
    const now = await playground.ask('receivers.get', host);
    if (now?.code !== added)
      return notices.say(`${host} was changed since the lines were added: it stays as it is.`);
    const why = await put(code);
    if (why !== null) notices.say(why);
  }
}
