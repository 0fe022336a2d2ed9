/** Who follows, mutes and blocks whom. */
import { atLeast } from '../../checked/known.ts';
import { areApart } from '../../social/visibility.ts';
import { day } from './town.ts';
import type { Town } from './town.ts';

/** Who mutes and who blocks whom, by username. */
const muted = [
  'mira_holm jonas_berg',
  'mira_holm fergus_boyd',
  'mira_holm quay_raffles',
  'tom_okafor fergus_boyd',
  'sora_hayashi northwind_help',
  'ruth_macrae carla_rios',
  'jay_park quay_raffles',
];
const blocked = [
  'mira_holm quay_raffles',
  'sam_ode quay_raffles',
  'tamar_jikia quay_raffles',
  'aiko_tan quay_raffles',
  'fergus_boyd tom_okafor',
];

export function relateAll(town: Town): void {
  const { people, random, now } = town;
  const byName = new Map(people.map((person) => [person.username, person]));
  const each = (table: 'mutes' | 'blocks', pairs: readonly string[]) => {
    for (const pair of pairs) {
      const [one, other] = pair.split(' ').map((name) => byName.get(name));
      if (one && other) town.relate(table, one.id, other.id, town.between(now - 300 * day, now - 30 * day));
    }
  };
  each('blocks', blocked);
  each('mutes', muted);
  const [mira, jonas] = atLeast(people, 2);
  for (const source of people)
    for (const target of people) {
      if (source === target || areApart(source.id, target.id, town.state.tables)) continue;
      // An example call makes Mira follow Jonas.
      if (source === mira && target === jonas) continue;
      const common = source.topics.filter((topic) => target.topics.includes(topic)).length;
      const share = (target.weight * (1 + 2 * common)) / (source === mira ? 12 : 17);
      if (random.below(1000) >= Math.min(900, share * 1000)) continue;
      const at = town.between(now - 400 * day, now - 29 * day);
      if (target.isProtected && (source === mira ? target.topics.includes('repair') : town.chance(0.4)))
        town.relate('follow_requests', source.id, target.id, town.between(now - 20 * day, now));
      else town.follow(source.id, target.id, at);
    }
  // Mira follows every second protected user, and has asked to follow the others.
  const shy = people.filter((person) => person.isProtected);
  for (const [index, person] of shy.entries()) {
    if (!town.follows(mira.id, person.id)) {
      if (index % 2 === 0) town.follow(mira.id, person.id, now - 90 * day);
      else town.relate('follow_requests', mira.id, person.id, now - 3 * day);
    }
  }
}
