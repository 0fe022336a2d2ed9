import { header, keysOf } from '../../../../../worker/api.ts';
import { parseCurl } from '../../../../curl/parse.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { actAs } from '../../call/draft.svelte.ts';
import type { Draft } from '../../call/draft.svelte.ts';
import type { CallTab } from '../../call/call-tab.svelte.ts';
import type { CallTabs } from '../../call/call-tabs.svelte.ts';
import { matchEndpoint } from '../../call/match-endpoint.ts';
import { curlRoute } from './curl-route.ts';
import { heldCredential } from './held-credential.ts';

/**
 * Opens a curl command's call beside the open ones, or in place of an untouched one, and says so with Undo. Resolves to
 * the reason, as a sentence, if it cannot; otherwise null.
 */
export async function openFromCurl(
  command: string,
  session: PageSession,
  tabs: CallTabs,
): Promise<string | null> {
  const read = parseCurl(command);
  if ('problem' in read) return read.problem;
  const { world, greeting, reference } = session;
  await reference.list().catch(() => undefined);
  const outline = matchEndpoint(session.endpoints, read.method, read.url, greeting);
  if (outline) await reference.load(outline.id).catch(() => undefined);
  const authorization = header(read.headers, 'authorization');
  const held =
    authorization === undefined
      ? null
      : heldCredential(authorization, world.vault, session.secrets.requestToken);
  const undo = wayBack(session, tabs);
  const problem = tabs.openBeside(curlRoute(read, reference.endpoint(outline?.id ?? null), held, world));
  if (problem) return problem;
  const of = held && `${held.appName}${held.userId ? ` for @${userOf(session, held.userId)}` : ''}`;
  const proof =
    authorization === undefined
      ? 'without credentials'
      : of
        ? `authorized again with what is kept of ${of}`
        : 'with its Authorization header as it is, because its keys are not kept here';
  const opened = tabs.current;
  const said = [`Read as a curl command for ${read.shell}, ${proof}.`, ...read.notes].join(' ');
  session.notices.say(said, { label: 'Undo', run: () => undo(opened) });
  return null;
}

const userOf = ({ world }: PageSession, id: string): string =>
  world.users.find((user) => user.id === id)?.username ?? id;

/** Closes the opened call and returns to the one shown now; if that was replaced, restores it. */
function wayBack(session: PageSession, tabs: CallTabs): (opened: CallTab) => void {
  const before = tabs.current;
  const { route } = before;
  const refill = refilling(before.draft);
  return (opened) => {
    if (opened === before) return refill();
    tabs.close(opened);
    tabs.show(before);
    actAs(session, route);
  };
}

/** Remembers a call exactly, with the parts that no link has: edited secrets and rows that are off. */
function refilling(draft: Draft): () => void {
  const { route, edits, method, url, body, auth, tab } = draft;
  const { path, nonce, timestamp, noncePinned, timestampPinned } = draft;
  const copies = (rows: Draft['query']) => rows.map((row) => ({ ...row }));
  const [query, headers, form] = [draft.query, draft.headers, draft.form].map(copies);
  return () => {
    draft.load(route);
    Object.assign(draft, { method, url, body, auth, tab, path, query, headers, form });
    Object.assign(draft, { nonce, timestamp, noncePinned, timestampPinned });
    for (const field of keysOf(edits)) draft.editCredential(field, edits[field] ?? '');
  };
}
