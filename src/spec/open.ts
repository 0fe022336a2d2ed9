import { arriving } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { Reading } from './reading.ts';

/** Opens the sheet, which is loaded when first needed, and reports if it cannot be loaded. */
export const openIn =
  (session: PageSession): Reading['open'] =>
  (...wanted) => {
    arriving(() => import('./sheet.svelte.ts'))
      .then(({ showSheet }) => showSheet(session, ...wanted))
      .catch(() => {
        session.notices.say('The specification could not be loaded from the server.');
      });
  };
