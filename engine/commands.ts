/** Every command, by group. A group is loaded when the first of its commands is called. */
import { arriving } from './declaration/arriving.ts';
import type { AnyCommand, Groups, IdOf, MemberAt } from './declaration/command.ts';
import type { OutboxQueue } from './declaration/services.ts';
import type { Abuse } from './limits/abuse.ts';
import type { State } from './state/state.ts';
import type { PopulationName } from './state/tables/platform.ts';

/** What commands may use of the platform. */
export interface CommandPlatform {
  readonly state: State;
  readonly abuse: Abuse;
  readonly outbox: OutboxQueue;
}

export const commands = {
  portal: async () => (await arriving(() => import('./portal/commands/index.ts'))).commands,
  ads: async () => (await arriving(() => import('./ads/commands.ts'))).commands,
  catalog: async () => (await arriving(() => import('./catalog/commands.ts'))).commands,
  feeds: async () => (await arriving(() => import('./feeds/commands.ts'))).commands,
  users: async () => (await arriving(() => import('./portal/commands/users.ts'))).commands,
  deliveries: async () => (await arriving(() => import('./portal/commands/deliveries.ts'))).commands,
  receivers: async () => (await arriving(() => import('./portal/commands/receivers.ts'))).commands,
} satisfies Groups<AnyCommand<CommandPlatform>>;

/**
 * The population that must exist before a command of the group runs: a new advertiser account joins those of the
 * scenario.
 */
export const populationsOf: Readonly<Record<string, PopulationName>> = { ads: 'ads' };

/** `portal.createApp` and so on. */
export type CommandId = IdOf<typeof commands>;

type Run<Id extends CommandId> = MemberAt<typeof commands, Id>['run'];

export type CommandArgs<Id extends CommandId> = Id extends CommandId
  ? Run<Id> extends (platform: never, ...args: infer A) => unknown
    ? A
    : never
  : never;

export type CommandAnswer<Id extends CommandId = CommandId> = ReturnType<Run<Id>>;
