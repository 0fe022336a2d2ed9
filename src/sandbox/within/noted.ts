/**
 * Notes what a receiver reads of a watched request, and which HMACs it computes. The receiver does not notice, and its
 * calls behave as usual.
 */
import type { BodyRead, HeaderRead, MacMade, Noted } from '../../../worker/api.ts';
import { most } from '../message.ts';
import { lineHere } from './position.ts';

const { defineProperty } = Object;
const ways = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'] as const;
const iterating = ['entries', 'keys', 'values', 'forEach', Symbol.iterator] as const;

/** The notes of one watched request. A program answers one such request, and ends. */
export class Notes {
  readonly #headers: HeaderRead[] = [];
  readonly #reads: BodyRead[] = [];
  readonly #macs: MacMade[] = [];
  readonly #body: Uint8Array;

  constructor(body: Uint8Array) {
    this.#body = body;
  }

  get all(): Noted {
    return { headers: this.#headers, reads: this.#reads, macs: this.#macs };
  }

  /** The same request, with its reads noted. */
  request(request: Request): Request {
    const { headers } = request;
    for (const name of ['get', 'has'] as const)
      defineProperty(headers, name, {
        value: (...args: readonly unknown[]): unknown => {
          this.#header(String(args[0]).toLowerCase());
          return called(Headers.prototype, name, headers, args);
        },
      });
    for (const name of iterating)
      defineProperty(headers, name, {
        value: (...args: readonly unknown[]): unknown => {
          this.#header('*');
          return called(Headers.prototype, name, headers, args);
        },
      });
    for (const name of ways.filter((each) => each in request))
      defineProperty(request, name, {
        value: (): unknown => {
          this.#read(name);
          return called(Request.prototype, name, request, []);
        },
      });
    const stream = request.body;
    defineProperty(request, 'body', {
      get: () => {
        this.#read('body');
        return stream;
      },
    });
    defineProperty(request, 'clone', {
      value: () => this.request(Request.prototype.clone.call(request)),
    });
    return request;
  }

  /** The bytes of imported keys are known, those of generated keys are not. */
  hmacs(): void {
    const keys = new WeakMap<CryptoKey, Uint8Array>();
    const { subtle } = crypto;
    const [importKey, sign, verify] = [
      subtle.importKey.bind(subtle),
      subtle.sign.bind(subtle),
      subtle.verify.bind(subtle),
    ];
    const replace = (name: string, value: unknown) => defineProperty(SubtleCrypto.prototype, name, { value });
    replace('importKey', async (...args: Parameters<SubtleCrypto['importKey']>) => {
      const key = await Reflect.apply(importKey, subtle, args);
      const [format, data] = args;
      if (format === 'raw') keys.set(key, copied(data));
      return key;
    });
    replace('sign', (...args: Parameters<SubtleCrypto['sign']>) => {
      this.#mac('sign', args[1], args[2], keys);
      return Reflect.apply(sign, subtle, args);
    });
    replace('verify', (...args: Parameters<SubtleCrypto['verify']>) => {
      this.#mac('verify', args[1], args[3], keys);
      return Reflect.apply(verify, subtle, args);
    });
  }

  #header(name: string): void {
    const line = lineHere();
    if (this.#headers.length < most.noted && name.length <= most.key) this.#headers.push({ name, line });
  }

  #read(how: BodyRead['how']): void {
    if (this.#reads.length < most.noted) this.#reads.push({ how, line: lineHere() });
  }

  #mac(act: MacMade['act'], key: CryptoKey, data: unknown, keys: WeakMap<CryptoKey, Uint8Array>): void {
    const line = lineHere();
    if (key.algorithm.name !== 'HMAC' || this.#macs.length >= most.noted) return;
    const bytes = copied(data);
    const known = keys.get(key);
    const of = known && decoder.decode(known).slice(0, most.key);
    const isBody = bytes.length === this.#body.length && bytes.every((byte, at) => byte === this.#body[at]);
    this.#macs.push({ act, key: of ?? null, bytes: bytes.length, isBody, line });
  }
}

/** The browser's own behaviour. */
function called(holder: object, name: PropertyKey, self: object, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(holder, name);
  return typeof method === 'function' ? Reflect.apply(method, self, args) : undefined;
}

const decoder = new TextDecoder();

/** Empty for anything but bytes, which WebCrypto itself refuses. */
function copied(data: unknown): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data.slice(0));
  if (!ArrayBuffer.isView(data)) return new Uint8Array();
  return new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
}
