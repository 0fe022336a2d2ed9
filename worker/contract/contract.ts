/**
 * The one contract of the worker: what a page may call, what goes in, what comes out. The page's client, the check of
 * what arrives and the dispatch to the host derive from it; a method is one entry here and its handler in `worker/host/`.
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
 * What becomes of a call whose leader is gone before it has answered: it is sent again. `freely`: doing it twice is
 * doing it once. `by id`: its handler is given the call's id, and does once what has this id.
 */
type Repeat = 'freely' | 'by id';

const entry = <const P extends Repeat, A extends readonly unknown[], R>(
  repeat: P,
  takes: Check<A>,
  _answers: Gives<R>,
): { readonly repeat: P; readonly takes: Check<A>; readonly answers?: Gives<R> } => ({ repeat, takes });

/** What a method answers: our own worker's answers are known by their type alone, and nobody checks them. */
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
});

const named = <Id extends string>() =>
  tuple<[id: Id, args: readonly unknown[]]>(text as Check<Id>, listOf(anything));

const fileName = ruled(text, isFileName);

const isCredential = having<Credential>('id', 'appId', 'appName', 'kind');

const isExported = having<Exported>('format', 'version', 'tables');
const isExportOptions = object<ExportOptions>({ token: text, packed: flag, files: flag });

/** What takes the place of everything. `withoutUndo`: what is there need not be kept, and is deleted first where room is short. */
const mayBeFinal = <T>(check: Check<T>): Check<[by: T] | [by: T, withoutUndo: boolean]> =>
  either(tuple<[by: T]>(check), tuple<[by: T, withoutUndo: boolean]>(check, flag));

export const contract = {
  greet: entry('freely', tuple(), gives<Greeting>()),
  send: entry('by id', tuple<[request: HttpRequest]>(request), gives<Exchange>()),
  /** What mends the refused call of this request id, as things stand now. */
  advise: entry('freely', tuple<[requestId: string]>(text), gives<Advice | null>()),
  /** What a person does outside the API: a command of the engine, which checks what it takes. */
  do: entry('by id', named<CommandId>(), gives<CommandAnswer>()),
  /** What a page wants to know: a question of the engine, which checks what it takes. */
  ask: entry('freely', named<QuestionId>(), gives<unknown>()),
  /**
   * Sends a load to a copy of the platform. Rejects with a RangeError for more than it sends, with an AbortError when it is
   * stopped. Events of `trial` with its token tell how far it is.
   */
  tryLoad: entry(
    'freely',
    tuple<[load: OnCopy, token: string]>(having('call', 'count', 'perSecond', 'waiting', 'fresh'), text),
    gives<TriedOnCopy>(),
  ),
  /**
   * Makes a receiver of this code at the practice address and registers it there, in a second world that is made for it and
   * thrown away. Rejects with an AbortError when it is stopped, and with the reason where the code cannot be kept.
   */
  tryRegistering: entry('freely', tuple<[code: string, token: string]>(text, text), gives<Registering>()),
  /** Ends the trial with this token. */
  stopTrial: entry('freely', tuple<[token: string]>(text), givesNothing),
  /** Takes steps on a copy of the platform. Rejects with the reason where the copy refuses a command. */
  rehearse: entry(
    'freely',
    tuple<[steps: readonly RehearsedStep[]]>(listOf(having<RehearsedStep>('kind'))),
    gives<Rehearsed>(),
  ),
  exchanges: entry('freely', tuple(), gives<readonly Exchange[]>()),
  advance: entry('by id', tuple<[ms: number]>(number), gives<Jumped>()),
  /** Stops the jumps of the clock that were asked for until now, of whichever tab. Resolves when they are over. */
  cancelJump: entry('freely', tuple(), gives<ClockState>()),
  /**
   * Brings back how things were before the last jump: the clock itself never runs back. Asks first where more than counters
   * would be lost, unless that is `accepted`.
   */
  undoJump: entry('by id', tuple<[accepted: boolean]>(flag), gives<Undone>()),
  freeze: entry('freely', tuple(), gives<ClockState>()),
  resume: entry('freely', tuple(), gives<ClockState>()),
  /** What a receiver was asked lately and what it logged, the newest last, in memory. */
  receiverLog: entry('freely', tuple<[host: string]>(text), gives<readonly ReceiverCall[]>()),
  clearReceiverLog: entry('freely', tuple<[host: string]>(text), givesNothing),
  /** Asks a receiver as a person's own trial: in its log, in no other. Asked again when the leader is gone meanwhile. */
  tryReceiver: entry(
    'freely',
    tuple<[host: string, request: HttpRequest]>(text, request),
    gives<SendResult>(),
  ),
  /** The same, and nothing stays of it: its storage is a copy, and no log has it. What the program does is noted. */
  watchReceiver: entry(
    'freely',
    tuple<[host: string, request: HttpRequest]>(text, request),
    gives<Watched>(),
  ),
  /** The files of the simulated internet: served at `addressOf` their names, whatever world there is. */
  files: entry('freely', tuple(), gives<FilesState>()),
  /**
   * Takes a file in, in the place of one of the same name. Rejects with `FileRefused` when it cannot be kept, with an AbortError
   * when it was cancelled. How far it is comes as events.
   */
  putFile: entry('by id', tuple<[name: string, body: Blob]>(fileName, blob), gives<StoredFile>()),
  /** The same for a file that is generated here. Rejects with a TypeError for what is no recipe. */
  generateFile: entry(
    'by id',
    tuple<[name: string, recipe: Recipe]>(fileName, having('seed', 'rows', 'format')),
    gives<StoredFile>(),
  ),
  /** The first 64 KiB, and whether that is all; null for a file that is not there. */
  fileHead: entry('freely', tuple<[name: string]>(fileName), gives<FileHead | null>()),
  cancelFile: entry('freely', tuple<[name: string]>(fileName), givesNothing),
  removeFile: entry('freely', tuple<[name: string]>(fileName), givesNothing),
  setFileConduct: entry(
    'freely',
    tuple<[name: string, conduct: Conduct]>(fileName, having('type')),
    givesNothing,
  ),
  /** Adds a credential to the vault or replaces the one of the same id. */
  keep: entry('freely', tuple<[credential: Credential]>(isCredential), givesNothing),
  /** Takes a credential out of the vault. */
  forget: entry('freely', tuple<[credentialId: string]>(text), givesNothing),
  exportSnapshot: entry('freely', tuple(), gives<Exported>()),
  /** How large an export would be. */
  exportSize: entry('freely', tuple(), gives<ExportSize>()),
  /**
   * Everything as a file, which comes as a stream. Events of `transfer` with its token tell how far it is, in bytes before
   * they are packed.
   */
  exportFile: entry('by id', tuple<[options: ExportOptions]>(isExportOptions), gives<ExportHead>()),
  /**
   * What is in such a file. Rejects with the reason for what could not be imported; changes nothing, except that
   * the seeded users are created, so that what is here is counted with them. What was found is kept
   * for `importFile` with the same token. Events of `transfer` tell how much of the file was read.
   */
  inspectFile: entry('freely', tuple<[file: Blob, token: string]>(blob, text), gives<Inspected>()),
  /**
   * Throws everything away and continues from there. The vault keeps what came with it, as far as it is in force; where
   * nothing came, what it had. Rejects as `inspectFile` does, and then nothing was changed. Files of feeds come beside those
   * that are here, and in the place of those of the same name.
   */
  importFile: entry(
    'by id',
    either(
      tuple<[file: Blob, token: string]>(blob, text),
      tuple<[file: Blob, token: string, withoutUndo: boolean]>(blob, text, flag),
    ),
    gives<Imported>(),
  ),
  /** Ends the reading of the file with this token, which then rejects with an `AbortError`, and forgets what was found in it. */
  cancelImport: entry('freely', tuple<[token: string]>(text), givesNothing),
  /** The same as `importFile` from what `exportSnapshot` gave. */
  importSnapshot: entry('by id', mayBeFinal(isExported), gives<Replaced>()),
  /** Starts the scenario again in the place of everything. */
  reset: entry('by id', mayBeFinal(oneOf('starter', 'empty')), gives<Replaced>()),
  /**
   * Ends the resets and imports that are under way, of all tabs; they give `cancelled`. What is in force already stays, and so
   * does a replacement that had to delete what was there first.
   */
  cancelReplacement: entry('freely', tuple(), givesNothing),
  /**
   * Brings back what the last reset or import took the place of. Asks first where more than counters would be lost, unless that
   * is `accepted`.
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

/** The methods whose answers may have a stream behind them. */
type Streams = 'send' | 'exportFile';

type Handled<M extends Method> = Promise<AnswerOf<M> | (M extends Streams ? Streaming<AnswerOf<M>> : never)>;

/** Answers calls: one handler for each method. */
export type Handlers = {
  readonly [M in Method]: Contract[M]['repeat'] extends 'by id'
    ? (id: string, ...args: ArgsOf<M>) => Handled<M>
    : (...args: ArgsOf<M>) => Handled<M>;
};

/** A call with the id that it keeps however often it is sent. */
export interface Call {
  readonly id: string;
  readonly method: Method;
  readonly args: readonly unknown[];
}

/** Throws a TypeError for a method that is not there and for arguments that it does not take. */
export function dispatch(handlers: Handlers, { id, method, args }: Call): Promise<unknown> {
  checkCall(method, args);
  const handler = handlers[method] as (...all: readonly unknown[]) => Promise<unknown>;
  return contract[method].repeat === 'by id'
    ? handler.call(handlers, id, ...args)
    : handler.call(handlers, ...args);
}

/** Throws a TypeError for a method that is not there and for arguments that it does not take. */
export function checkCall(method: string, args: readonly unknown[]): asserts method is Method {
  if (!isMethod(method)) throw new TypeError(`There is no method ${method}`);
  if (!contract[method].takes(args)) throw new TypeError(`${method} does not take what it was given`);
}

type Plain = { readonly [M in Method]: (...args: ArgsOf<M>) => Promise<AnswerOf<M>> };

/** The worker as a page calls it. */
export interface PlaygroundApi extends Omit<Plain, 'send' | 'do' | 'ask' | 'exportFile'> {
  /** A retry after a takeover has one effect: the request has the id that it was given, or that of the call. */
  send(request: HttpRequest): Promise<JustSent>;
  do<C extends CommandId>(id: C, ...args: CommandArgs<C>): Promise<CommandAnswer<C>>;
  ask<Q extends QuestionId>(id: Q, ...args: QuestionArgs<Q>): Promise<QuestionAnswer<Q>>;
  exportFile(options: ExportOptions): Promise<Exporting>;
}
