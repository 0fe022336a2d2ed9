import { planName } from '../../../worker/api.ts';
import type { Plan, World } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';

/** Changes the plan of a Project. Says so, with Undo, or says why that is impossible. */
export async function switchPlan(
  { playground, notices }: PageSession,
  project: Pick<World['projects'][number], 'id' | 'name' | 'plan'>,
  plan: Plan,
): Promise<void> {
  const { id, name, plan: before } = project;
  if (before === plan) return;
  const result = await playground.do('portal.setPlan', id, plan);
  if (!result.ok) return notices.say(result.reason);
  notices.say(`${name} is on plan ${planName(plan)} now.`, {
    label: 'Undo',
    run: () => void playground.do('portal.setPlan', id, before),
  });
}
