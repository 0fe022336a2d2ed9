/**
 * How commands and questions are declared. A command is what a person does outside the API: in the developer portal, as
 * the platform's staff, as another user. A question is what a page asks about the platform's state.
 * `engine/commands.ts` and `engine/questions.ts` list them by group; each group is loaded when it is first used.
 */
import type { Check } from './checks.ts';

/** The answer of every command: done, or the reason why nothing was done. */
export type CommandResult = { readonly ok: boolean };

/**
 * `Needs` is the part of the platform that the command uses. A command runs synchronously: it makes one transaction, or
 * none if it is refused.
 */
export interface Command<in Needs, A extends readonly unknown[], R extends CommandResult> {
  readonly takes: Check<A>;
  readonly run: (platform: Needs, ...args: A) => R;
}

/** A question changes nothing, so it may be asked again. */
export interface Question<in Needs, A extends readonly unknown[], R> {
  readonly takes: Check<A>;
  readonly answer: (platform: Needs, ...args: A) => R | Promise<R>;
}

export const command = <Needs, A extends readonly unknown[], R extends CommandResult>(
  takes: Check<A>,
  run: (platform: Needs, ...args: A) => R,
): Command<Needs, A, R> => ({ takes, run });

export const question = <Needs, A extends readonly unknown[], R>(
  takes: Check<A>,
  answer: (platform: Needs, ...args: A) => R | Promise<R>,
): Question<Needs, A, R> => ({ takes, answer });

/** A command without its argument types. */
export interface AnyCommand<Platform> {
  readonly takes: (value: unknown) => boolean;
  readonly run: (platform: Platform, ...args: never[]) => CommandResult;
}

/** A question without its argument types. */
export interface AnyQuestion<Platform> {
  readonly takes: (value: unknown) => boolean;
  readonly answer: (platform: Platform, ...args: never[]) => unknown;
}

/** Loads the members of a group, by name. */
export type Groups<T> = Readonly<Record<string, () => Promise<Readonly<Record<string, T>>>>>;

type MembersOf<Load> = Load extends () => Promise<infer Members> ? Members : never;

/** `group.name` of every member. */
export type IdOf<G> = {
  readonly [Name in keyof G & string]: `${Name}.${keyof MembersOf<G[Name]> & string}`;
}[keyof G & string];

/** The type of the member with this id. */
export type MemberAt<G, Id extends string> = Id extends `${infer Group}.${infer Name}`
  ? Group extends keyof G
    ? Name extends keyof MembersOf<G[Group]>
      ? MembersOf<G[Group]>[Name]
      : never
    : never
  : never;

/** Finds `group.name`. Rejects with a TypeError for an unknown id or invalid arguments. */
export async function memberOf<T extends { readonly takes: (value: unknown) => boolean }>(
  groups: Groups<T>,
  id: string,
  args: readonly unknown[],
): Promise<T> {
  const [group = '', name = ''] = id.split('.');
  const members = Object.hasOwn(groups, group) ? await groups[group]!() : {};
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (!member) throw new TypeError(`There is no ${id}`);
  if (!member.takes(args)) throw new TypeError(`${id} does not take these arguments`);
  return member;
}
