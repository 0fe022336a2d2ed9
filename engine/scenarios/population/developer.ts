/** What the Apps of the starter's first Project left at the platform before today. */
import { day, hour } from './town.ts';
import type { Town } from './town.ts';

/** App, value, tag. */
const rules = [
  ['2021000000000000401', 'bread OR #oauth', 'bread and signatures'],
  ['2021000000000000402', '(harbour OR ferry) -is:repost', 'the quay'],
  ['2021000000000000403', 'from:aiko_tan has:links', 'new sheets'],
] as const;

/** Posts that each App was given, one in so many of those there were. */
const readers = [
  ['26001', 60],
  ['26002', 18],
] as const;

export function keepRecords({ state, write, random, now }: Town): void {
  const { tables } = state;
  const app = tables.apps.get('26001')!;
  for (const [index, [id, value, tag]] of rules.entries())
    if (!tables.stream_rules.get(id))
      write.stream_rules.insert({ id, app_id: app.id, value, tag, created_at: now - (9 - index) * day });
  if (!tables.compliance_jobs.get('2021000000000000201'))
    write.compliance_jobs.insert({
      id: '2021000000000000201',
      app_id: app.id,
      type: 'posts',
      name: 'Nightly check',
      resumable: false,
      status: 'created',
      created_at: now,
      upload_expires_at: now + hour,
      download_expires_at: now + 7 * day,
      secret: 'nightly',
      uploaded: null,
      result: null,
    });
  const today = Math.floor(now / day) * day;
  for (const [app_id, most] of readers) {
    const project_id = tables.apps.get(app_id)?.project_id;
    if (!project_id) continue;
    for (let ago = 1; ago <= 40; ago++) {
      const at = today - ago * day;
      const id = `${project_id}:${app_id}:${at}`;
      // Nobody reads on every Sunday.
      const posts = new Date(at).getUTCDay() === 0 ? random.below(most / 6) : 10 * random.below(most);
      if (posts > 0 && !tables.usage.get(id)) write.usage.insert({ id, project_id, app_id, day: at, posts });
    }
  }
}
