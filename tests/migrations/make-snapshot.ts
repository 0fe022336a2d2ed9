/**
 * Writes the snapshot of the present schema version: `npx tsx tests/migrations/make-snapshot.ts`. Run it once,
 * right before a release's schema changes; a stored snapshot is never written again.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { start } from '../support/platform.ts';
import { toText } from './stored.ts';

const { platform, as } = await start({ seed: 'stored' });
// Something in every table: a post with a poll, a hidden reply, a deleted message, windows, nonces, refusals, an
// answer of the portal that nobody has acknowledged, and a log.
await as.user().post('/2/posts', { text: 'Kept', poll: { options: ['a', 'b'], duration_minutes: 60 } });
await as.user('jonas_berg').get('/2/users/me');
await as.user().send({ method: 'PUT', path: '/2/posts/2020792285393846272/hidden', json: { hidden: true } });
await as.user('mira_holm', 'Northwind Courier').delete('/2/dm_events/2023804634526646272');
await as.bearer('Lantern Bot').get('/2/posts/2020777185899446272');
await platform.portal.perform('kept', 'createProject', 'Kept', 'free');
await platform.portal.setAbuse(true);
await as.bearer('Lantern Bot').get('/2/posts/2020777185899446272');
await platform.clock.advance(60_000);

const snapshot = platform.snapshot();
const file = new URL(`./snapshots/${snapshot.version}.json`, import.meta.url);
if (existsSync(file)) throw new Error(`${file.pathname} is stored already`);
writeFileSync(file, toText(snapshot));
