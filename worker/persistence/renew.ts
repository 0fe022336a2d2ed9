/**
 * Makes Chromium begin a new file for what it writes next. See decisions/torn-log.md: after a kill its file may end in
 * half a record; it goes on writing behind it, and at the second start from then finds the file damaged and deletes
 * all data of the site. Deleting a database is what makes it begin a new file, so here one comes and goes: twice,
 * because the second waits until the old file is gone.
 */
import Dexie from 'dexie';

/** `name` is that of the database to be kept safe. Never rejects: a browser that refuses is as safe as it was. */
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

/** How long beginning a new file may take, in ms; then the old one is used as it is. */
const renewingMs = 5000;

export async function renewInTime(name: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, renewingMs)));
  await Promise.race([renew(name), late]);
  clearTimeout(timer);
}
