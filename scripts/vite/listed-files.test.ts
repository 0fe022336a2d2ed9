import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from './listed-files.ts';

test('the offline copy has the site, the language service last, and no page of another document', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-'));
  try {
    const names = [
      ...['assets/a-1.js', 'assets/log.worker-1.js', 'assets/ts.worker-1.js'],
      ...['embed.html', 'examples/plain.html', 'index.html', 'served.html', 'service-worker.js'],
    ];
    await mkdir(path.join(folder, 'assets'));
    await mkdir(path.join(folder, 'examples'));
    for (const name of names) await writeFile(path.join(folder, name), name);
    const { first, later } = await filesIn(folder);
    expect(first.map(([file]) => file)).toEqual([
      'assets/a-1.js',
      'assets/log.worker-1.js',
      'embed.html',
      '',
    ]);
    expect(later.map(([file, , bytes]) => [file, bytes])).toEqual([['assets/ts.worker-1.js', 21]]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
