/** The developer portal: what is done there is kept before it is answered, and done once however often it is asked for. */
import type { State } from '../state/state.ts';
import type { PortalActions } from './actions.ts';
import type { Portal, PortalAnswer, PortalMethod } from './contract.ts';

/** Answers that nobody has acknowledged are of pages that have gone: only so many of them are kept. */
const answersKept = 64;

/** `commit` keeps what was changed, and is null when there is nothing to wait for. */
export function createPortal(
  actions: PortalActions,
  state: State,
  commit: () => Promise<void> | null,
): Portal {
  const settled = async <T>(answer: T): Promise<T> => {
    await commit();
    return answer;
  };

  function once(id: string, method: PortalMethod, args: readonly unknown[]): PortalAnswer {
    const known = state.tables.portal_answers.get(id);
    if (known) return known.answer as PortalAnswer;
    const before = state.journal.length;
    const command = actions[method].bind(actions) as (...given: readonly unknown[]) => PortalAnswer;
    const answer = command(...args);
    // What changed nothing may be decided anew.
    if (state.journal.length > before) keepAnswer(state, id, answer);
    return answer;
  }

  return {
    projects: () => actions.projects(),
    apps: () => actions.apps(),
    users: () => actions.users(),
    notices: () => actions.notices(),
    abuseEnabled: () => actions.abuseEnabled(),
    apiKeyHint: (appId) => actions.apiKeyHint(appId),
    createProject: async (...args) => settled(actions.createProject(...args)),
    setPlan: async (...args) => settled(actions.setPlan(...args)),
    createApp: async (...args) => settled(actions.createApp(...args)),
    attachApp: async (...args) => settled(actions.attachApp(...args)),
    updateApp: async (...args) => settled(actions.updateApp(...args)),
    deleteApp: async (...args) => settled(actions.deleteApp(...args)),
    regenerate: async (...args) => settled(actions.regenerate(...args)),
    revoke: async (...args) => settled(actions.revoke(...args)),
    setSuspended: async (...args) => settled(actions.setSuspended(...args)),
    liftAbuse: async (...args) => settled(actions.liftAbuse(...args)),
    setAbuse: async (...args) => settled(actions.setAbuse(...args)),
    perform: async (id, method, ...args) => settled(once(id, method, args) as PortalAnswer<typeof method>),
    async acknowledge(id) {
      if (!state.tables.portal_answers.get(id)) return;
      state.transact((write) => void write.portal_answers.remove(id));
      await commit();
    },
  };
}

/** Beside the change that it tells of, and so in one commit with it. */
function keepAnswer(state: State, id: string, answer: PortalAnswer): void {
  const kept = [...state.tables.portal_answers.values()].sort((a, b) => a.number - b.number);
  state.transact((write) => {
    for (const { id } of kept.slice(0, Math.max(0, kept.length + 1 - answersKept)))
      write.portal_answers.remove(id);
    write.portal_answers.insert({ id, number: (kept.at(-1)?.number ?? 0) + 1, answer });
  });
}
