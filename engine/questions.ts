/** Every question about the platform's state, by group. A group is loaded with the first of its questions that is asked. */
import type { AnyQuestion, Groups, IdOf, MemberAt } from './declaration/command.ts';
import type { Endpoint } from './declaration/endpoint.ts';
import type { Route } from './declaration/family.ts';
import type { Services } from './declaration/services.ts';
import type { ExchangeLog } from './exchanges/log.ts';
import type { Abuse } from './limits/abuse.ts';
import type { Windows } from './limits/windows.ts';
import type { Read, State } from './state/state.ts';
import type { PopulationName } from './state/tables/platform.ts';

/** What questions may use of the platform. */
export interface QuestionPlatform {
  readonly baseUrl: string;
  /** By host of the APIs. */
  readonly bases: Readonly<Record<'api' | 'ads', string>>;
  readonly state: State;
  readonly tables: Read;
  readonly windows: Windows;
  readonly abuse: Abuse;
  readonly exchanges: ExchangeLog;
  /** The declaration of an endpoint, loaded if need be. */
  readonly load: (endpointId: string) => Promise<Endpoint | undefined>;
  /** Every route, loaded if need be. */
  readonly routes: () => Promise<readonly Route[]>;
  readonly seedPopulation: (name?: PopulationName) => Promise<void>;
  /** What handlers read with. */
  readonly services: Services;
  /** Lets others have their turn: between the pieces of a long answer. */
  readonly turn: () => Promise<void>;
}

export const questions = {
  portal: async () => (await import('./portal/questions/index.ts')).questions,
  receivers: async () => (await import('./portal/questions/receivers.ts')).questions,
  limits: async () => (await import('./limits/questions.ts')).questions,
  webhooks: async () => (await import('./webhooks/questions.ts')).questions,
  activity: async () => (await import('./account-activity/questions.ts')).questions,
  remedies: async () => (await import('./remedies/questions.ts')).questions,
  lists: async () => (await import('./pipeline/questions.ts')).questions,
  sources: async () => (await import('./feeds/source-questions.ts')).questions,
  catalog: async () => (await import('./catalog/questions.ts')).questions,
  merchants: async () => (await import('./merchants/questions.ts')).questions,
  sets: async () => (await import('./catalog/set-questions.ts')).questions,
  runs: async () => (await import('./feeds/run-questions.ts')).questions,
  tokens: async () => (await import('./auth/questions.ts')).questions,
  explorer: async () => (await import('./explorer/questions.ts')).questions,
} satisfies Groups<AnyQuestion<QuestionPlatform>>;

/** `limits.report` and so on. */
export type QuestionId = IdOf<typeof questions>;

type Answer<Id extends QuestionId> = MemberAt<typeof questions, Id>['answer'];

export type QuestionArgs<Id extends QuestionId> = Id extends QuestionId
  ? Answer<Id> extends (platform: never, ...args: infer A) => unknown
    ? A
    : never
  : never;

export type QuestionAnswer<Id extends QuestionId = QuestionId> = Awaited<ReturnType<Answer<Id>>>;
