/** All that the page may import from beyond `src`. Nothing is made here. */
export {
  appsPerProject,
  base64,
  covers,
  decodeForm,
  encodeForm,
  encodeRfc3986,
  header,
  hmacSha1,
  isClosed,
  isFailure,
  isResponse,
  loadChoices,
  loadCrcDoctor,
  loadDoctor,
  loadTrials,
  loadSignature,
  plans,
  s256,
  signRequest,
  specialNameOf,
  splitUrl,
  startFailureIn,
  text,
  utf8,
  webhooksPerApp,
} from '../engine/inside.ts';
export type * from '../engine/inside.ts';
export { connect } from './page/connect.ts';
export { newId } from './ids.ts';
export type { Playground } from './page/client.ts';
export type { PlaygroundEvent } from './events.ts';
export { addressOf, filesHost, isFileName, mostFileBytes, mostFiles } from './host/files/file.ts';
export type { ArrivingFile, Conduct, FileHead, FilesState, Origin, StoredFile } from './host/files/file.ts';
export type { ReceiverCall } from './host/receivers/log.ts';
export type {
  ConsoleLevel,
  ConsoleLine,
  FromRunner,
  ReceiverRan,
  ReceiverRun,
  RunReceiver,
  ToRunner,
} from './host/receivers/run.ts';
export type { OnCopy } from './host/load-trial.ts';
export type { OpenStream, Sent } from './sent.ts';
export type { Contents, Inspected } from './host/transfer/contents.ts';
export type { Exporting } from './host/transfer/exporting.ts';
export type { ExportSize } from './host/transfer/write.ts';
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
} from './world.ts';
