/** Every question about the platform's state, by group. A group is loaded when the first of its questions is asked. */
import { arriving } from './declaration/arriving.ts';
import type { AnyQuestion, Groups, IdOf, MemberAt } from './declaration/command.ts';
import type { Endpoint } from './declaration/endpoint.ts';
import type { Route } from './declaration/family.ts';
import type { Services } from './declaration/services.ts';
import type { ExchangeLog } from './exchanges/log.ts';
import type { Abuse } from './limits/abuse.ts';
import type { Windows } from './limits/windows.ts';
import { questions as firstSteps } from './pipeline/first-steps-questions.ts';
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
  /** The declaration of an endpoint, loaded if necessary. */
  readonly load: (endpointId: string) => Promise<Endpoint | undefined>;
  /** Every route, loaded if necessary. */
  readonly routes: () => Promise<readonly Route[]>;
  readonly seedPopulation: (name?: PopulationName) => Promise<void>;
  /** The services that handlers use. */
  readonly services: Services;
  /** Lets other tasks run between the pieces of a long answer. */
  readonly turn: () => Promise<void>;
}

export const questions = {
  portal: async () => (await arriving(() => import('./portal/questions/index.ts'))).questions,
  receivers: async () => (await arriving(() => import('./portal/questions/receivers.ts'))).questions,
  limits: async () => (await arriving(() => import('./limits/questions.ts'))).questions,
  webhooks: async () => (await arriving(() => import('./webhooks/questions.ts'))).questions,
  activity: async () => (await arriving(() => import('./account-activity/questions.ts'))).questions,
  remedies: async () => (await arriving(() => import('./remedies/questions.ts'))).questions,
  lists: async () => (await arriving(() => import('./pipeline/questions.ts'))).questions,
  exchanges: async () => (await arriving(() => import('./pipeline/exchange-questions.ts'))).questions,
  /** Part of the first load, because the page asks for it while its first line is shown. */
  firstSteps: () => Promise.resolve(firstSteps),
  sources: async () => (await arriving(() => import('./feeds/source-questions.ts'))).questions,
  catalog: async () => (await arriving(() => import('./catalog/questions.ts'))).questions,
  merchants: async () => (await arriving(() => import('./merchants/questions.ts'))).questions,
  sets: async () => (await arriving(() => import('./catalog/set-questions.ts'))).questions,
  runs: async () => (await arriving(() => import('./feeds/run-questions.ts'))).questions,
  tokens: async () => (await arriving(() => import('./auth/questions.ts'))).questions,
  stream: async () => (await arriving(() => import('./endpoints/v2/search/questions.ts'))).questions,
  explorer: async () => (await arriving(() => import('./explorer/questions.ts'))).questions,
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
