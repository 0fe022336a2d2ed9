/** TypeScript declarations of what a receiver has, for its editor: for use with the `es2023` library only. */
export const receiverDeclarations = `/** What a receiver keeps from one request to the next: 1,000 items and 256 KiB at most. Values are JSON. */
declare const storage: {
  /** undefined for a key that was never set. */
  get(key: string): Promise<any>;
  /** A key has 200 characters at most, a value 64 KiB. Rejects with a RangeError for more. */
  set(key: string, value: unknown): Promise<void>;
  /** Whether it was there. */
  delete(key: string): Promise<boolean>;
};

/** What is logged here is shown beside the code: 100 lines a request at most. */
declare const console: Record<'debug' | 'log' | 'info' | 'warn' | 'error', (...values: unknown[]) => void>;

type BodyInit = string | ArrayBuffer | ArrayBufferView | Blob | URLSearchParams | ReadableStream;
type HeadersInit = Headers | Record<string, string> | [name: string, value: string][];

declare class Headers implements Iterable<[name: string, value: string]> {
  constructor(init?: HeadersInit);
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(each: (value: string, name: string) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

interface Body {
  readonly body: ReadableStream | null;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array>;
  json(): Promise<any>;
  text(): Promise<string>;
}

interface Request extends Body {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  clone(): Request;
}
declare const Request: {
  new (input: string | URL | Request, init?: { method?: string; headers?: HeadersInit; body?: BodyInit }): Request;
};

interface Response extends Body {
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly headers: Headers;
  clone(): Response;
}
interface ResponseInit {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}
declare const Response: {
  new (body?: BodyInit | null, init?: ResponseInit): Response;
  json(value: unknown, init?: ResponseInit): Response;
  redirect(url: string | URL, status?: 301 | 302 | 303 | 307 | 308): Response;
  /** To anyone who called, a connection that was lost. */
  error(): Response;
};

declare class URLSearchParams implements Iterable<[name: string, value: string]> {
  constructor(init?: string | Record<string, string> | [string, string][] | URLSearchParams);
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

declare class URL {
  constructor(url: string | URL, base?: string | URL);
  static canParse(url: string, base?: string): boolean;
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  toString(): string;
}

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: ArrayBuffer | ArrayBufferView): string;
}
declare function atob(base64: string): string;
declare function btoa(bytes: string): string;

declare class Blob {
  constructor(parts?: (string | ArrayBuffer | ArrayBufferView | Blob)[], options?: { type?: string });
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}
declare class ReadableStream {
  constructor(source?: {
    start?(controller: StreamController): void | Promise<void>;
    pull?(controller: StreamController): void | Promise<void>;
    cancel?(reason: unknown): void | Promise<void>;
  });
}
interface StreamController {
  enqueue(chunk: Uint8Array): void;
  close(): void;
  error(reason?: unknown): void;
}

interface CryptoKey {
  readonly type: 'secret' | 'private' | 'public';
}
type Bytes = ArrayBuffer | ArrayBufferView;
type Algorithm = string | { name: string; [parameter: string]: unknown };
declare const crypto: {
  getRandomValues<T extends ArrayBufferView>(bytes: T): T;
  randomUUID(): string;
  readonly subtle: {
    importKey(
      format: 'raw' | 'pkcs8' | 'spki' | 'jwk',
      key: Bytes | object,
      algorithm: Algorithm,
      extractable: boolean,
      usages: ('sign' | 'verify' | 'encrypt' | 'decrypt' | 'deriveBits' | 'deriveKey')[],
    ): Promise<CryptoKey>;
    sign(algorithm: Algorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>;
    /** Takes as long for every wrong signature. */
    verify(algorithm: Algorithm, key: CryptoKey, signature: Bytes, data: Bytes): Promise<boolean>;
    digest(algorithm: Algorithm, data: Bytes): Promise<ArrayBuffer>;
  };
};

declare function setTimeout(call: (...values: any[]) => void, ms?: number, ...values: unknown[]): number;
declare function clearTimeout(timer: number | undefined): void;
declare function setInterval(call: (...values: any[]) => void, ms?: number, ...values: unknown[]): number;
declare function clearInterval(timer: number | undefined): void;
declare function queueMicrotask(call: () => void): void;
declare function structuredClone<T>(value: T): T;
`;
