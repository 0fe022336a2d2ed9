/** The supported shells. PowerShell is both Windows PowerShell 5.1 and PowerShell 7. */
export type Shell = 'bash' | 'cmd' | 'PowerShell';
export const shells: readonly Shell[] = ['bash', 'cmd', 'PowerShell'];

/** The request that a curl command sends, without curl's default headers. */
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
  /** Whole sentences: what was read differently from how curl or the shell might read it. */
  readonly notes: readonly string[];
}

/** Why a command could not be read, in a sentence, and where: offsets into the given text. */
export interface CurlRefused {
  readonly problem: string;
  readonly start: number;
  readonly end: number;
}

/** One argument, as a program receives it. */
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
