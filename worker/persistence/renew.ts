/**
 * Makes Chromium begin a new file for its next writes. See decisions/torn-log.md: after a kill its file may end in
 * half a record. It appends to that file and, at the second start from then, finds it damaged and deletes all data of
 * the site. Deleting a database makes it begin a new file, so here one is created and deleted: twice, because the
 * second deletion waits until the old file is gone.
 */
import Dexie from 'dexie';

/** `name` is that of the database to protect. Never rejects: if a browser refuses, the data is as safe as before. */
export async function renew(name: string): Promise<void> {
  const passing = new Dexie(`${name}:passing`, { cache: 'disabled' });
  try {
    passing.version(1).stores({});
    for (let time = 0; time < 2; time++) {
      await passing.open();
      await passing.delete({ disableAutoOpen: false });
    }
  } catch {
    passing.close();
  }
}

/** How long beginning a new file may take, in ms; afterwards the old one is used unchanged. */
const renewingMs = 5000;

export async function renewInTime(name: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, renewingMs)));
  await Promise.race([renew(name), late]);
  clearTimeout(timer);
}
