/**
 * Removes a program's access to the outside, with an explanation for anyone who uses it. This only explains; the frame
 * (its opaque origin and its policy) enforces, and the tests of the sandbox try the access itself.
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
 * Replaces each name wherever it is found from here up the prototype chain; an object becomes a getter, since it is not
 * called. `given`: replacements for some of the names.
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
  // The page's messages arrive here, with the port; the program must not receive them.
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
