/** Projects and their plans (specification 2.5). */
import { oneOf, text, tuple } from '../../declaration/checks.ts';
import { command } from '../../declaration/command.ts';
import { plans } from '../../spec/plans.ts';
import type { Plan } from '../../spec/plans.ts';
import type { State } from '../../state/state.ts';
import { holdToPlan } from '../../webhooks/registry.ts';
import type { Made, PortalResult, ProjectView } from '../contract.ts';
import { firstUser } from '../owner.ts';
import { projectView } from '../queries.ts';
import { noProject, refused } from '../refused.ts';
import { mostProjects, projectNameObjection } from '../settings.ts';

const plan = oneOf<Plan>(...plans);

export const createProject = command(
  tuple(text, plan),
  ({ state }: { readonly state: State }, name, plan): Made<ProjectView> => {
    const objection = projectNameObjection(name);
    if (objection !== null) return refused(objection);
    if (state.tables.projects.size >= mostProjects)
      return refused(`There are ${mostProjects} Projects already.`);
    const owner = firstUser(state);
    if (!owner) return refused('There is no user who could own it.');
    const id = state.transact(
      (write) =>
        write.projects.insert({ id: state.nextId(), name: name.trim(), owner_id: owner.id, plan }).id,
    );
    return { ok: true, made: projectView(state.tables.projects.must(id)) };
  },
);

/** choice: plan-change */
export const setPlan = command(
  tuple(text, plan),
  ({ state }: { readonly state: State }, projectId, plan): PortalResult => {
    if (!state.tables.projects.get(projectId)) return noProject;
    state.transact((write) => {
      write.projects.update(projectId, { plan });
      holdToPlan(projectId, state.tables, write);
    });
    return { ok: true };
  },
);
