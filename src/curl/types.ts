/** The shells whose quoting is read and written. PowerShell is both Windows PowerShell 5.1 and PowerShell 7. */
export type Shell = 'bash' | 'cmd' | 'PowerShell';
export const shells: readonly Shell[] = ['bash', 'cmd', 'PowerShell'];

/** The request that a curl command sends, without what curl adds by itself to any. */
export interface CurlRequest {
  readonly method: string;
  /** Absolute, without a fragment. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** null without a body. */
  readonly body: string | null;
}

export interface CurlRead extends CurlRequest {
  readonly shell: Shell;
  /** Whole sentences: what was read in another way than curl or the shell might take it. */
  readonly notes: readonly string[];
}

/** Why a command is not read, in a sentence, and where: offsets into the text that was given. */
export interface CurlRefused {
  readonly problem: string;
  readonly start: number;
  readonly end: number;
}

/** One argument, as a program gets it. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of the first command in a text, and where that command ends. */
export interface Line {
  readonly words: readonly Word[];
  readonly end: number;
}

export class Unreadable extends Error {
  readonly start: number;
  readonly end: number;

  constructor(problem: string, start: number, end = start + 1) {
    super(problem);
    this.start = start;
    this.end = end;
  }
}
