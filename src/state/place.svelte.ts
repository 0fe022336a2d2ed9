import { ofTabItself } from '../parts/storage.ts';
import type { PageSession } from './session.svelte.ts';

class Place {
  /** null before the first, and during a switch. */
  shown = $state.raw<PageSession | null>(null);
}

/** The world that the page shows: the person's own, or another one for a while. */
export const place = new Place();

/** The lesson or stage that this tab is in, for a reload; empty in the person's own world. */
export const visitOfTab = ofTabItself('visit:1');
