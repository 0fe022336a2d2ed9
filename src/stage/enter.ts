/** Enters, resets and leaves the stage. */
import { isList, openTemporary } from '../../worker/api.ts';
import { formatRoute, parseRoute } from '../router.ts';
import { run } from '../sandbox/run.ts';
import { messageOf } from '../state/message-of.ts';
import { place, visitOfTab } from '../state/place.svelte.ts';
import { PageSession } from '../state/session.svelte.ts';
import { leave, ownOf, show } from '../visit/show.ts';
import { StageHere } from './here.ts';
import { isSeed, moment, Rehearsal, sizes } from './rehearsal.svelte.ts';

/** Shows the stage, with the seed of the person's own world. If it cannot be opened, says why. */
export async function goOnStage(from: PageSession): Promise<void> {
  const own = ownOf(from);
  await tryTo(own, async () => {
    const stage = new Rehearsal(own.greeting.seed, start(), usualSize());
    await show(await opened(own, stage), own, stage.address);
    note(stage);
  });
}

/** After a reload: the stage starts again. */
export async function comeBack(own: PageSession, left: unknown): Promise<void> {
  const [seed, size] = isList(left) ? left : [];
  const isKnown = typeof seed === 'string' && isSeed(seed) && typeof size === 'number' && size in sizes;
  if (!isKnown) return visitOfTab.write(null);
  await tryTo(own, async () => {
    const stage = new Rehearsal(seed, start(), size);
    await show(await opened(own, stage), own, stage.address);
  });
}

/** What is open when the stage is entered, without what belongs to the person's own world. */
export function start(hash = location.hash): string {
  const read = parseRoute(hash);
  if ('problem' in read) return '#/requests';
  const { view, path } = read;
  return formatRoute({ view, path: view === 'requests' ? path.slice(0, 1) : [], params: [] });
}

/** 125 % where there is room for it. */
const usualSize = (): number => sizes.indexOf(innerWidth < 1200 ? 112.5 : 125);

const note = ({ seed, size }: Rehearsal): void => visitOfTab.write(JSON.stringify({ stage: [seed, size] }));

async function tryTo(own: PageSession, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    (place.shown ?? own).notices.say(`The stage could not be opened. ${messageOf(error)}`);
  }
}

async function opened(own: PageSession, stage: Rehearsal): Promise<PageSession> {
  const world = await openTemporary({ seed: stage.seed, frozenAt: moment }, run);
  try {
    const [greeting, { default: Around }, { default: Status }] = await Promise.all([
      world.playground.greet(),
      import('./OnStage.svelte'),
      import('../visit/Status.svelte'),
    ]);
    const session = new PageSession(world.playground, greeting, own.reference);
    const showNext = async (next: Rehearsal): Promise<void> =>
      tryTo(own, async () => {
        const again = await opened(own, next);
        await here.settled();
        if (next === stage) stage.nextRun();
        await show(again, own, next.address);
        note(next);
      });
    const here: StageHere = new StageHere(Around, stage, world, {
      again: () => showNext(stage),
      leave: () => leave(start()),
      reseed: (seed) => showNext(new Rehearsal(seed, stage.address, stage.size)),
      note: () => note(stage),
    });
    session.visit = here;
    session.Status = Status;
    return session;
  } catch (error) {
    world.end();
    throw error;
  }
}
