/** Actions of a person on a feed or a run, besides its calls. */
import type { FeedDetail, RunFigures } from '../../../../worker/api.ts';
import { download } from '../../../import/export.ts';
import { copyText } from '../../../parts/clipboard.ts';
import { figure } from '../../../parts/figures.ts';
import { formatRoute } from '../../../router.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { fileName } from '../../../merchants/words.ts';

/** A call about a feed of its merchant, as a link to Requests. */
export function feedCall(
  session: PageSession,
  { id, catalog, owner }: Pick<FeedDetail, 'id' | 'catalog' | 'owner'>,
  endpoint: 'updateProductFeed' | 'deleteProductFeed',
  body?: object,
): string {
  return formatRoute({
    view: 'requests',
    path: [endpoint],
    params: [
      ['path.product_catalog_id', catalog.id],
      ['path.product_feed_id', id],
      ...(body
        ? ([
            ['tab', 'body'],
            ['body', JSON.stringify(body, null, 2)],
          ] as const)
        : []),
      ...(session.app ? ([['app', session.app.id]] as const) : []),
      ['as', owner.username],
    ],
  });
}

/** Downloads the rejected rows that are kept, piece by piece. */
export async function downloadRejected(session: PageSession, runId: string, feed: FeedDetail): Promise<void> {
  const pieces: Blob[] = [];
  for (let from: number | null = 0; from !== null;) {
    const piece: { readonly text: string; readonly next: number | null } | null =
      await session.playground.ask('runs.rejectedFile', runId, from);
    if (!piece) return session.notices.say('This run is not kept any more.');
    pieces.push(new Blob([piece.text]));
    from = piece.next;
  }
  const extension = feed.feed_format === 'TSV' ? 'tsv' : 'csv';
  download(
    new Blob(pieces, { type: `text/${extension === 'tsv' ? 'tab-separated-values' : 'csv'}` }),
    `${fileName(feed.feed_url).replace(/\.\w{1,4}$/, '')}-rejected.${extension}`,
  );
}

/** Copies the rows of one reason as they are in the file. */
export async function copyLines(session: PageSession, { id }: RunFigures, reason: number): Promise<void> {
  const lines = await session.playground.ask('runs.texts', id, reason);
  const isDone = await copyText(lines.join('\n'));
  const what = lines.length === 1 ? 'the line' : `${figure(lines.length)} lines`;
  session.notices.say(isDone ? `Copied ${what}.` : `Could not copy ${what}: the browser does not allow it.`);
}
