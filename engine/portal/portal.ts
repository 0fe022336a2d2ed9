/** The developer portal: what is done there is kept before it is answered, and done once however often it is asked for. */
import type { State } from '../state/state.ts';
import type { Portal, PortalAnswer, PortalCommands, PortalMethod, PortalQueries } from './contract.ts';

/** Answers that nobody has acknowledged are of pages that have gone: only so many of them are kept. */
const answersKept = 64;

/**
 * `load` gives the commands, when the first is given. `commit` keeps what was changed, and is null when there is nothing
 * to wait for.
 */
export function createPortal(
  queries: PortalQueries,
  load: () => Promise<PortalCommands>,
  state: State,
  commit: () => Promise<void> | null,
): Portal {
  let loaded: PortalCommands | undefined;
  const commands = async (): Promise<PortalCommands> => (loaded ??= await load());

  const call = (given: PortalCommands, method: PortalMethod, args: readonly unknown[]): PortalAnswer =>
    (given[method].bind(given) as (...all: readonly unknown[]) => PortalAnswer)(...args);

  function once(
    given: PortalCommands,
    id: string,
    method: PortalMethod,
    args: readonly unknown[],
  ): PortalAnswer {
    const known = state.tables.portal_answers.get(id);
    if (known) return known.answer as PortalAnswer;
    const before = state.journal.length;
    const answer = call(given, method, args);
    // What changed nothing may be decided anew.
    if (state.journal.length > before) keepAnswer(state, id, answer);
    return answer;
  }

  const settled =
    <M extends PortalMethod>(method: M) =>
    async (...args: Parameters<PortalCommands[M]>): Promise<PortalAnswer<M>> => {
      const answer = call(await commands(), method, args) as PortalAnswer<M>;
      await commit();
      return answer;
    };

  return {
    projects: () => queries.projects(),
    apps: () => queries.apps(),
    users: () => queries.users(),
    notices: () => queries.notices(),
    abuseEnabled: () => queries.abuseEnabled(),
    apiKeyHint: (appId) => queries.apiKeyHint(appId),
    createProject: settled('createProject'),
    setPlan: settled('setPlan'),
    createApp: settled('createApp'),
    attachApp: settled('attachApp'),
    detachApp: settled('detachApp'),
    updateApp: settled('updateApp'),
    deleteApp: settled('deleteApp'),
    regenerate: settled('regenerate'),
    revoke: settled('revoke'),
    setSuspended: settled('setSuspended'),
    liftAbuse: settled('liftAbuse'),
    restoreAbuse: settled('restoreAbuse'),
    setAbuse: settled('setAbuse'),
    allow: settled('allow'),
    setBlocked: settled('setBlocked'),
    answerFollower: settled('answerFollower'),
    redeliverEvent: settled('redeliverEvent'),
    duplicateEvent: settled('duplicateEvent'),
    replayEvents: settled('replayEvents'),
    dropEvent: settled('dropEvent'),
    saveReceiver: settled('saveReceiver'),
    removeReceiver: settled('removeReceiver'),
    clearReceiver: settled('clearReceiver'),
    async perform(id, method, ...args) {
      const answer = once(await commands(), id, method, args) as PortalAnswer<typeof method>;
      await commit();
      return answer;
    },
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
