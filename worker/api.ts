/** Everything that the page may import from outside `src`. Nothing is implemented here. */
export {
  appsPerProject,
  arriving,
  asText,
  authorized,
  base64,
  capital,
  codeLifetime,
  covers,
  crcLimits,
  decodeForm,
  encodeForm,
  encodeRfc3986,
  findExchanges,
  header,
  hmacSha1,
  inGroups,
  isClosed,
  isFailure,
  isForm,
  isList,
  isOneOf,
  isRecord,
  isResponse,
  isText,
  isWhole,
  itemAt,
  keysOf,
  known,
  lastOf,
  longestPost,
  loadChoices,
  loadCrcDoctor,
  loadDoctor,
  loadHarRequest,
  loadTrials,
  loadSignature,
  planName,
  plans,
  prove,
  recordOf,
  refuserOf,
  requestTokenLifetime,
  s256,
  scopeTexts,
  signRequest,
  signatureSteps,
  mostCallsOfJump,
  mostWrongVerifiers,
  specialNameOf,
  splitUrl,
  text,
  timestampTolerance,
  unshared,
  utf8,
  valueOf,
  webhooksPerApp,
} from '../engine/inside.ts';
export type * from '../engine/inside.ts';
export { connect } from './page/connect.ts';
export { startOwn } from './page/start-worker.ts';
export { enterLesson } from './page/lesson.ts';
export type { LessonWorld } from './page/lesson.ts';
export type { LessonStanding } from './lesson/link.ts';
export { mostWritten } from './lesson/link.ts';
export { attach } from './page/attached.ts';
export { openKept } from './page/kept.ts';
export { openTemporary, temporaryWorker } from './page/temporary.ts';
export { scenarios } from './temporary/world.ts';
export type { TemporaryWorld } from './temporary/world.ts';
export { newId } from './ids.ts';
export { tabsAmong } from './tabs/presence.ts';
export type { Playground } from './page/client.ts';
export type { PlaygroundEvent } from './contract/events.ts';
export { addressOf, filesHost, isFileName, mostFileBytes, mostFiles } from './contract/file.ts';
export type { ArrivingFile, Conduct, FileHead, FilesState, Origin, StoredFile } from './contract/file.ts';
export type { ReceiverCall } from './contract/receiver-call.ts';
export type {
  BodyRead,
  ConsoleLevel,
  ConsoleLine,
  HeaderRead,
  MacMade,
  Noted,
  ReceiverRan,
  ReceiverRun,
  Watched,
} from './contract/receiver-run.ts';
export type { FromRunner, RunReceiver, ToRunner } from './page-link.ts';
export type { Registering } from './contract/practice.ts';
export type { OnCopy, TriedOnCopy, WrittenWaiting } from './contract/load.ts';
export type { Given, Kept, ProvedBy, RehearsalHost, Rehearsed, RehearsedStep } from './contract/rehearsal.ts';
export { openStream } from './contract/sent.ts';
export type { JustSent, OpenStream, Sent } from './contract/sent.ts';
export type { Contents, Inspected } from './contract/transfer.ts';
export type { Exporting } from './contract/exporting.ts';
export type { ExportSize } from './contract/transfer.ts';
export type {
  ClockState,
  Greeting,
  Jumped,
  JumpState,
  LoadingState,
  Replaced,
  Replacer,
  StorageState,
  Undone,
  World,
} from './contract/world.ts';
