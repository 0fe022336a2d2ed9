import type { Reading } from './reading.ts';

/** A section, or the one where a choice was made. */
export type Wanted = string | { readonly choice: string };

/** What is fetched when somebody first reads on. */
export const loadReader = () => import('./sheet.svelte.ts');

/** Opens the sheet, which is fetched when it is first wanted, and says so where it does not arrive. */
export async function openSection(reading: Reading, opener: HTMLElement, wanted: Wanted): Promise<void> {
  try {
    const { showSheet } = await loadReader();
    await showSheet(reading, opener, wanted);
  } catch {
    reading.session.notices.say('The specification did not arrive from the server that the page came from.');
  }
}
