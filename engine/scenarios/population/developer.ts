/** What the Apps of the starter's first Project created before today. */
import type { Write } from '../../state/state.ts';
import { day, hour } from './town.ts';
import type { Town } from './town.ts';

/** App, value, tag. */
const rules = [
  ['2021000000000000401', 'bread OR #oauth', 'bread and signatures'],
  ['2021000000000000402', '(harbour OR ferry) -is:repost', 'the quay'],
  ['2021000000000000403', 'from:aiko_tan has:links', 'new sheets'],
] as const;

/** The share of posts given to each App: one in this many. */
const readers = [
  ['26001', 60],
  ['26002', 18],
] as const;

/** A complete job, and one that waits for its ids. Both are kept long enough that they can be tried during that week. */
const jobs = [
  {
    ...{ id: '2021000000000000201', name: 'Weekly check', secret: 'weekly', ago: 26 * hour },
    // This post had been deleted before the job.
    result:
      '{"id":"2020791278760886272","action":"delete","created_at":"2026-02-09T09:26:00.000Z","reason":"deleted"}\n',
  },
  { id: '2021000000000000202', name: 'Nightly check', secret: 'nightly', ago: 0, result: null },
] as const;

export function keepRecords({ state, write, random, now }: Town): void {
  const { tables } = state;
  const app = tables.apps.must('26001');
  for (const [index, [id, value, tag]] of rules.entries())
    if (!tables.stream_rules.get(id))
      write.stream_rules.insert({ id, app_id: app.id, value, tag, created_at: now - (9 - index) * day });
  for (const job of jobs) keepJob(job, app.id, write, now);
  const today = Math.floor(now / day) * day;
  for (const [app_id, most] of readers) {
    const project_id = tables.apps.get(app_id)?.project_id;
    if (!project_id) continue;
    for (let ago = 1; ago <= 40; ago++) {
      const at = today - ago * day;
      const id = `${project_id}:${app_id}:${at}`;
      // Apps read little on Sundays.
      const posts = new Date(at).getUTCDay() === 0 ? random.below(most / 6) : 10 * random.below(most);
      if (posts > 0 && !tables.usage.get(id)) write.usage.insert({ id, project_id, app_id, day: at, posts });
    }
  }
}

/** Plans the job's next step (choice: compliance-jobs). */
function keepJob(
  { id, name, secret, ago, result }: (typeof jobs)[number],
  app_id: string,
  write: Write,
  now: number,
): void {
  const created_at = now - ago;
  const expiry = created_at + 7 * day;
  const status = result === null ? 'created' : 'complete';
  write.compliance_jobs.put({
    ...{ id, app_id, name, type: 'posts', resumable: false, secret, status, uploaded: null, result },
    ...{ created_at, upload_expires_at: expiry, download_expires_at: expiry },
  });
  const step = 'complianceStep';
  write.jobs.put({ id: `${step}:${id}`, name: step, due: expiry, every_ms: null, data: id });
}
