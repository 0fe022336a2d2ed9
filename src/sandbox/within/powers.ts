/**
 * Takes from a receiver what would reach out of it, and says so to anyone who uses it. This explains; what stops is the frame
 * (its opaque origin and its policy), and the tests of the sandbox try the powers themselves.
 */
const network = 'a receiver reaches no network: it answers the request that it is given.';
const stores = 'a receiver keeps what it needs in `storage`: get, set and delete.';
const alone = 'a receiver runs alone, for one request at a time.';

const functions: Readonly<Record<string, string>> = {
  fetch: network,
  XMLHttpRequest: network,
  WebSocket: network,
  WebSocketStream: network,
  WebTransport: network,
  EventSource: network,
  RTCPeerConnection: network,
  FontFace: network,
  importScripts: 'a receiver is one module.',
  BroadcastChannel: alone,
  SharedWorker: alone,
  Worker: alone,
  close: alone,
  postMessage: alone,
  webkitRequestFileSystem: stores,
  webkitRequestFileSystemSync: stores,
  webkitResolveLocalFileSystemURL: stores,
  webkitResolveLocalFileSystemSyncURL: stores,
};

const objects: Readonly<Record<string, string>> = {
  indexedDB: stores,
  caches: stores,
  navigator: alone,
  fonts: network,
};

/** Wherever a name is found from here upwards, it is replaced; an object by a getter, since it is not called. */
export function closePowers(): void {
  for (const [name, why] of Object.entries(functions)) {
    const closed = function () {
      throw new TypeError(`${name} is not there: ${why}`);
    };
    replace(name, { value: closed });
  }
  for (const [name, why] of Object.entries(objects)) {
    const get = () => {
      throw new TypeError(`${name} is not there: ${why}`);
    };
    replace(name, { get });
  }
  // Where the page's messages come in, with the port: a receiver hears none.
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
