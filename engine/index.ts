/**
 * The public interface of the library: the platform, the types that cross its boundary, and the functions to sign and
 * check with. It only re-exports, so that a program that imports one name does not load the rest. The worker and the
 * page use `inside.ts`.
 */
export { createPlatform } from './create.ts';
export type { Platform, PlatformHistory, PlatformOptions } from './platform.ts';
export type { Clock, Progress } from './time/platform-clock.ts';
export type { ExchangeLog } from './exchanges/log.ts';
export type * from './exchanges/exchange.ts';
export type { CommandAnswer, CommandArgs, CommandId } from './commands.ts';
export type { QuestionAnswer, QuestionArgs, QuestionId } from './questions.ts';
export type { Credential, CredentialKind } from './auth/credentials.ts';
export type * from './reference/describe.ts';

export { schemaVersion, SnapshotTooNew } from './state/migrations/version.ts';
export { SnapshotInvalid } from './state/store/snapshot.ts';
export type { Snapshot } from './state/store/snapshot.ts';

export { hmacSha1, signRequest } from './auth/signature.ts';
export type { OAuthCredentials, SignatureSteps, SignedParameter } from './auth/signature.ts';
export { s256 } from './auth/pkce.ts';
export { loadCrcDoctor, loadDoctor, loadSignature, readScenario } from './lazy.ts';
export type { ScenarioFile } from './scenario-file/read.ts';

export { header, text, utf8 } from './http/messages.ts';
export type { HeaderList, HttpRequest, HttpResponse, RenamedRequest } from './http/messages.ts';
export { isClosed, isResponse } from './http/outcome.ts';
export type * from './http/outcome.ts';
export { failed, isFailure } from './http/send.ts';
export type { Send, SendFailure, SendFailureReason, SendLimits, SendResult, Thrown } from './http/send.ts';
export { SourceFailed } from './http/open.ts';
export type { Open, Opened, OpeningCall } from './http/open.ts';

export type { PermissionLevel } from './spec/permissions.ts';
export type { Plan } from './spec/plans.ts';
export type { ProblemName } from './spec/problems.ts';
export type { Scenario } from './scenarios/scenario.ts';
export type { ChangeSet } from './state/store/store.ts';
