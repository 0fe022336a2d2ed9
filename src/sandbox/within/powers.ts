/**
 * Takes from a program what would reach out of it, and says so to anyone who uses it. This explains; what stops is the frame
 * (its opaque origin and its policy), and the tests of the sandbox try the powers themselves.
 */
interface Reasons {
  readonly network: string;
  readonly stores: string;
  readonly alone: string;
  readonly modules: string;
}

export const ofReceiver: Reasons = {
  network: 'a receiver reaches no network: it answers the request that it is given.',
  stores: 'a receiver keeps what it needs in `storage`: get, set and delete.',
  alone: 'a receiver runs alone, for one request at a time.',
  modules: 'a receiver is one module.',
};

export const ofScript: Reasons = {
  network: 'the program reaches this platform by fetch, and nothing else.',
  stores: 'the program keeps nothing from one run to the next.',
  alone: 'the program runs alone.',
  modules: 'the program is one module.',
};

const functions: Readonly<Record<string, keyof Reasons>> = {
  fetch: 'network',
  XMLHttpRequest: 'network',
  WebSocket: 'network',
  WebSocketStream: 'network',
  WebTransport: 'network',
  EventSource: 'network',
  RTCPeerConnection: 'network',
  FontFace: 'network',
  importScripts: 'modules',
  BroadcastChannel: 'alone',
  SharedWorker: 'alone',
  Worker: 'alone',
  close: 'alone',
  postMessage: 'alone',
  webkitRequestFileSystem: 'stores',
  webkitRequestFileSystemSync: 'stores',
  webkitResolveLocalFileSystemURL: 'stores',
  webkitResolveLocalFileSystemSyncURL: 'stores',
};

const objects: Readonly<Record<string, keyof Reasons>> = {
  indexedDB: 'stores',
  caches: 'stores',
  navigator: 'alone',
  fonts: 'network',
};

/**
 * Wherever a name is found from here upwards, it is replaced; an object by a getter, since it is not called. `given`: what
 * stands in the place of some.
 */
export function closePowers(reasons: Reasons, given: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, why] of Object.entries(functions)) {
    const closed = function () {
      throw new TypeError(`${name} is not there: ${reasons[why]}`);
    };
    replace(name, { value: given[name] ?? closed });
  }
  for (const [name, why] of Object.entries(objects)) {
    const get = () => {
      throw new TypeError(`${name} is not there: ${reasons[why]}`);
    };
    replace(name, { get });
  }
  // Where the page's messages come in, with the port: a program hears none.
  replace('onmessage', { value: null });
}

function replace(name: string, by: PropertyDescriptor): void {
  for (
    let holder: object | null = globalThis;
    holder;
    holder = Object.getPrototypeOf(holder) as object | null
  )
    if (Object.hasOwn(holder, name)) Object.defineProperty(holder, name, { configurable: false, ...by });
}
