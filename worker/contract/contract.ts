/**
 * The one contract of the worker: what a page may call, with which arguments and answers. The page's client, the
 * check of arguments and the dispatch to the host derive from it. A method is one entry here and its handler in
 * `worker/host/`.
 */
import type {
  Advice,
  Again,
  CommandAnswer,
  CommandArgs,
  CommandId,
  Credential,
  Exchange,
  HttpRequest,
  QuestionAnswer,
  QuestionArgs,
  QuestionId,
  Recipe,
  SendResult,
} from '../../engine/inside.ts';
import {
  anything,
  blob,
  bytes,
  either,
  flag,
  having,
  listOf,
  number,
  object,
  oneOf,
  optional,
  ruled,
  text,
  tuple,
} from '../../engine/declaration/checks.ts';
import type { Check } from '../../engine/declaration/checks.ts';
import { isFileName } from './file.ts';
import type { Conduct, FileHead, FilesState, StoredFile } from './file.ts';
import type { ReceiverCall } from './receiver-call.ts';
import type { JustSent } from './sent.ts';
import type { Watched } from './receiver-run.ts';
import type { OnCopy, TriedOnCopy } from './load.ts';
import type { Registering } from './practice.ts';
import type { Rehearsed, RehearsedStep } from './rehearsal.ts';
import type { Streaming } from './streaming.ts';
import type { Imported, Inspected } from './transfer.ts';
import type { Exporting } from './exporting.ts';
import type { Exported } from './transfer.ts';
import type { ExportHead, ExportOptions, ExportSize } from './transfer.ts';
import type { ClockState, Greeting, Jumped, Replaced, Undone } from './world.ts';

/**
 * What happens to a call whose leader ends before it has answered: it is sent again. `freely`: doing it twice has the
 * same effect as once. `by id`: its handler gets the call's id, and does each id only once.
 */
type Repeat = 'freely' | 'by id';

const entry = <const P extends Repeat, A extends readonly unknown[], R>(
  repeat: P,
  takes: Check<A>,
  _answers: Gives<R>,
): { readonly repeat: P; readonly takes: Check<A>; readonly answers?: Gives<R> } => ({ repeat, takes });

/** The answer of a method. Answers of our own worker are only typed, not checked. */
type Gives<R> = (answer: R) => R;
const gives =
  <R>(): Gives<R> =>
  (answer) =>
    answer;

const givesNothing: Gives<void> = (answer) => answer;

const request = object<HttpRequest>({
  id: optional(text),
  method: text,
  url: text,
  headers: listOf(tuple<[name: string, value: string]>(text, text)),
  body: optional(bytes),
  again: optional(having<Again>('of', 'how')),
  unasked: optional(oneOf(true)),
});

const named = <Id extends string>() =>
  tuple<[id: Id, args: readonly unknown[]]>(text as Check<Id>, listOf(anything));

const fileName = ruled(text, isFileName);

const isCredential = having<Credential>('id', 'appId', 'appName', 'kind');

const isExported = having<Exported>('format', 'version', 'tables');
const isExportOptions = object<ExportOptions>({
  ...{ token: text, packed: flag, files: flag },
  lessons: optional(listOf(text)),
});

/**
 * What replaces the whole world. `withoutUndo`: the present world need not be kept, and is deleted first if there is
 * too little room.
 */
const mayBeFinal = <T>(check: Check<T>): Check<[by: T] | [by: T, withoutUndo: boolean]> =>
  either(tuple<[by: T]>(check), tuple<[by: T, withoutUndo: boolean]>(check, flag));

export const contract = {
  greet: entry('freely', tuple(), gives<Greeting>()),
  send: entry('by id', tuple<[request: HttpRequest]>(request), gives<Exchange>()),
  /** What would fix the refused call with this request id now. */
  advise: entry('freely', tuple<[requestId: string]>(text), gives<Advice | null>()),
  /** Something that a person does outside the API: a command of the engine, which checks the arguments. */
  do: entry('by id', named<CommandId>(), gives<CommandAnswer>()),
  /** Something that a page wants to know: a question of the engine, which checks the arguments. */
  ask: entry('freely', named<QuestionId>(), gives<unknown>()),
  /**
   * Sends a load to a copy of the platform. Rejects with a RangeError if the load is too large, and with an
   * AbortError when it is stopped. Events of type `trial` with its token report the progress.
   */
  tryLoad: entry(
    'freely',
    tuple<[load: OnCopy, token: string]>(having('call', 'count', 'perSecond', 'waiting', 'fresh'), text),
    gives<TriedOnCopy>(),
  ),
  /**
   * Saves this code as a receiver at the practice address and registers it there, in a second world that is made for
   * this and discarded. Rejects with an AbortError when it is stopped, and with the reason if the code cannot be
   * saved.
   */
  tryRegistering: entry('freely', tuple<[code: string, token: string]>(text, text), gives<Registering>()),
  /** Stops the trial with this token. */
  stopTrial: entry('freely', tuple<[token: string]>(text), givesNothing),
  /** Takes steps on a copy of the platform. Rejects with the reason where the copy refuses a command. */
  rehearse: entry(
    'freely',
    tuple<[steps: readonly RehearsedStep[]]>(listOf(having<RehearsedStep>('kind'))),
    gives<Rehearsed>(),
  ),
  /** The log, oldest first; only the calls of these endpoints, if some are named. */
  exchanges: entry(
    'freely',
    either(tuple(), tuple<[endpointIds: readonly string[]]>(listOf(text))),
    gives<readonly Exchange[]>(),
  ),
  advance: entry('by id', tuple<[ms: number]>(number), gives<Jumped>()),
  /** Stops the jumps of the clock requested so far, in any tab. Resolves when they have ended. */
  cancelJump: entry('freely', tuple(), gives<ClockState>()),
  /**
   * Brings back the state before the last jump; otherwise the clock never goes backwards. If more than counters would
   * be lost, it asks first, unless `accepted` is true.
   */
  undoJump: entry('by id', tuple<[accepted: boolean]>(flag), gives<Undone>()),
  freeze: entry('freely', tuple(), gives<ClockState>()),
  resume: entry('freely', tuple(), gives<ClockState>()),
  /** The latest requests to a receiver and the lines that it logged, newest last, in memory. */
  receiverLog: entry('freely', tuple<[host: string]>(text), gives<readonly ReceiverCall[]>()),
  clearReceiverLog: entry('freely', tuple<[host: string]>(text), givesNothing),
  /**
   * Sends a request to a receiver as a person's own trial: it is only in the receiver's log. Sent again when the
   * leader ends meanwhile.
   */
  tryReceiver: entry(
    'freely',
    tuple<[host: string, request: HttpRequest]>(text, request),
    gives<SendResult>(),
  ),
  /** The same without effects: its storage is a copy, and nothing is logged. What the program does is recorded. */
  watchReceiver: entry(
    'freely',
    tuple<[host: string, request: HttpRequest]>(text, request),
    gives<Watched>(),
  ),
  /** The files of the simulated internet, served at `addressOf` their names. They do not belong to a world. */
  files: entry('freely', tuple(), gives<FilesState>()),
  /**
   * Stores a file, replacing one with the same name. Rejects with `FileRefused` when it cannot be kept, and with an
   * AbortError when it was cancelled. Events report the progress.
   */
  putFile: entry('by id', tuple<[name: string, body: Blob]>(fileName, blob), gives<StoredFile>()),
  /** The same for a file that is generated here. Rejects with a TypeError for an invalid recipe. */
  generateFile: entry(
    'by id',
    tuple<[name: string, recipe: Recipe]>(fileName, having('seed', 'rows', 'format')),
    gives<StoredFile>(),
  ),
  /** The first 64 KiB, and whether that is the whole file; null for an unknown file. */
  fileHead: entry('freely', tuple<[name: string]>(fileName), gives<FileHead | null>()),
  cancelFile: entry('freely', tuple<[name: string]>(fileName), givesNothing),
  removeFile: entry('freely', tuple<[name: string]>(fileName), givesNothing),
  setFileConduct: entry(
    'freely',
    tuple<[name: string, conduct: Conduct]>(fileName, having('type')),
    givesNothing,
  ),
  /** Adds a credential to the vault, or replaces the one with the same id. */
  keep: entry('freely', tuple<[credential: Credential]>(isCredential), givesNothing),
  /** Removes a credential from the vault. */
  forget: entry('freely', tuple<[credentialId: string]>(text), givesNothing),
  exportSnapshot: entry('freely', tuple(), gives<Exported>()),
  /** The size of an export. */
  exportSize: entry('freely', tuple(), gives<ExportSize>()),
  /**
   * Everything as a file, in a stream. Events of type `transfer` with its token report the progress, in bytes before
   * compression.
   */
  exportFile: entry('by id', tuple<[options: ExportOptions]>(isExportOptions), gives<ExportHead>()),
  /**
   * Describes the contents of such a file. Rejects with the reason if it could not be imported. Changes nothing, except
   * that the seeded users are created, so that the present contents include them. What was read is kept for `importFile`
   * with the same token. Events of type `transfer` report how much of the file was read.
   */
  inspectFile: entry('freely', tuple<[file: Blob, token: string]>(blob, text), gives<Inspected>()),
  /**
   * Discards everything and continues from the file. The vault keeps those of the file's credentials that are in
   * force; if the file has none, those that it had. Rejects as `inspectFile` does, and then changes nothing. Files of
   * feeds are added to the present ones, and replace those with the same names.
   */
  importFile: entry(
    'by id',
    either(
      tuple<[file: Blob, token: string]>(blob, text),
      tuple<[file: Blob, token: string, withoutUndo: boolean]>(blob, text, flag),
    ),
    gives<Imported>(),
  ),
  /** Stops reading the file with this token, whose call then rejects with an `AbortError`, and forgets what was read. */
  cancelImport: entry('freely', tuple<[token: string]>(text), givesNothing),
  /** Like `importFile`, from the result of `exportSnapshot`. */
  importSnapshot: entry('by id', mayBeFinal(isExported), gives<Replaced>()),
  /** Saves everything again if there was no room for it. Whether there is now, the state of the storage says. */
  saveAgain: entry('freely', tuple(), givesNothing),
  /** Replaces everything by a new start of the scenario. */
  reset: entry('by id', mayBeFinal(oneOf('starter', 'empty')), gives<Replaced>()),
  /**
   * Cancels the resets and imports under way, in all tabs; they answer `cancelled`. A replacement that is already in
   * force stays, and so does one that had to delete the old world first.
   */
  cancelReplacement: entry('freely', tuple(), givesNothing),
  /**
   * Brings back what the last reset or import replaced. If more than counters would be lost, it asks first, unless
   * `accepted` is true.
   */
  undoReplacement: entry('by id', tuple<[accepted: boolean]>(flag), gives<Undone>()),
};

type Contract = typeof contract;
export type Method = keyof Contract;
export type ArgsOf<M extends Method> =
  Contract[M]['takes'] extends Check<infer A extends readonly unknown[]> ? A : never;
export type AnswerOf<M extends Method> =
  NonNullable<Contract[M]['answers']> extends Gives<infer R> ? R : never;

const isMethod = (value: unknown): value is Method =>
  typeof value === 'string' && Object.hasOwn(contract, value);

/** The methods whose answers may have a stream. */
type Streams = 'send' | 'exportFile';

type Handled<M extends Method> = Promise<AnswerOf<M> | (M extends Streams ? Streaming<AnswerOf<M>> : never)>;

/** Answers calls, with one handler for each method. */
export type Handlers = {
  readonly [M in Method]: Contract[M]['repeat'] extends 'by id'
    ? (id: string, ...args: ArgsOf<M>) => Handled<M>
    : (...args: ArgsOf<M>) => Handled<M>;
};

/** A call with its id, which stays the same when it is sent again. */
export interface Call {
  readonly id: string;
  readonly method: Method;
  readonly args: readonly unknown[];
}

/** Throws a TypeError for an unknown method and for invalid arguments. */
export function dispatch(handlers: Handlers, { id, method, args }: Call): Promise<unknown> {
  checkCall(method, args);
  const handler = handlers[method] as (...all: readonly unknown[]) => Promise<unknown>;
  return contract[method].repeat === 'by id'
    ? handler.call(handlers, id, ...args)
    : handler.call(handlers, ...args);
}

/** Throws a TypeError for an unknown method and for invalid arguments. */
export function checkCall(method: string, args: readonly unknown[]): asserts method is Method {
  if (!isMethod(method)) throw new TypeError(`There is no method ${method}`);
  if (!contract[method].takes(args)) throw new TypeError(`${method} does not take what it was given`);
}

type Plain = { readonly [M in Method]: (...args: ArgsOf<M>) => Promise<AnswerOf<M>> };

/** The worker as seen by a page. */
export interface PlaygroundApi extends Omit<Plain, 'send' | 'do' | 'ask' | 'exportFile'> {
  /** A retry after a takeover has only one effect: the request has the given id, or that of the call. */
  send(request: HttpRequest): Promise<JustSent>;
  do<C extends CommandId>(id: C, ...args: CommandArgs<C>): Promise<CommandAnswer<C>>;
  ask<Q extends QuestionId>(id: Q, ...args: QuestionArgs<Q>): Promise<QuestionAnswer<Q>>;
  exportFile(options: ExportOptions): Promise<Exporting>;
}
