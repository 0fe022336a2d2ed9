import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const sources = ['engine', 'lessons', 'testing', 'worker', 'src', 'public', 'scripts/vite'];
const files = [
  ...['svelte.config.js', 'index.html', 'sandbox.html', 'vite.config.ts', 'package-lock.json'],
  'openapi.json',
];

/** Whether dist/ can be served as it is. The modification time of a folder shows that a file was removed from it. */
export async function distState(): Promise<'missing' | 'stale' | 'current'> {
  const built = await modified('dist/index.html');
  if (built === 0) return 'missing';
  const times = await Promise.all([...files.map(modified), ...sources.map(newest)]);
  return Math.max(...times) > built ? 'stale' : 'current';
}

/** Epoch ms; 0 for what does not exist. */
async function modified(name: string): Promise<number> {
  return stat(name).then(
    (info) => info.mtimeMs,
    () => 0,
  );
}

async function newest(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const shipped = entries.filter((name) => !name.endsWith('.test.ts'));
  const times = await Promise.all([folder, ...shipped.map((name) => path.join(folder, name))].map(modified));
  return Math.max(...times);
}
