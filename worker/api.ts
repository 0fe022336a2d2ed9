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
  loadRehearsal,
  loadSignature,
  plans,
  s256,
  signRequest,
  splitUrl,
  text,
  utf8,
  webhooksPerApp,
} from '../engine/index.ts';
export type * from '../engine/index.ts';
export { connect } from './connect.ts';
export { newId } from './ids.ts';
export type { Playground } from './client.ts';
export type { PlaygroundEvent } from './events.ts';
export { addressOf, filesHost, isFileName, mostFileBytes, mostFiles } from './files/file.ts';
export type { ArrivingFile, Conduct, FileHead, FilesState, Origin, StoredFile } from './files/file.ts';
export type { ReceiverCall } from './receivers/log.ts';
export type {
  ConsoleLevel,
  ConsoleLine,
  FromRunner,
  ReceiverRan,
  ReceiverRun,
  RunReceiver,
  ToRunner,
} from './receivers/run.ts';
export type { OnCopy } from './rehearsal.ts';
export type { OpenStream, Sent } from './sent.ts';
export type { Contents, Inspected } from './transfer/contents.ts';
export type { Exporting } from './transfer/exporting.ts';
export type { ExportSize } from './transfer/write.ts';
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
