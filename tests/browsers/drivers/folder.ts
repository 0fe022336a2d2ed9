import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Engine } from './driver.ts';

/** A browser with its own folder, which is removed when the browser is killed or does not start. */
export async function inOwnFolder(
  engine: Engine,
  launch: (folder: string) => Promise<Browser>,
): Promise<Browser> {
  const folder = await mkdtemp(path.join(tmpdir(), `playground-${engine}-`));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const browser = await launch(folder);
    return {
      ...browser,
      async kill() {
        await browser.kill();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
