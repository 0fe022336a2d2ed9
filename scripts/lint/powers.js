/** The ambient powers that a part of the project may not use, and what to use instead. */

const clock =
  "The engine has no clock of its own: take platform time from the services' clock (options.now).";
const dice =
  'The engine has no dice of its own: draw from the seeded Random, so that a seed repeats its bytes.';
const timer = 'The engine keeps no timers: schedule a job; the host keeps the one timer (options.wake).';
const outside = 'The engine reaches no network: the outside world comes in as an option of createPlatform.';
const storage =
  'The engine stores nothing itself: changes go to options.commit, in a transaction of the store.';
const surroundings =
  'The engine runs anywhere: it may not know what it runs in. Let the host pass in what is needed.';
const localTime = 'Local time differs from machine to machine: use the UTC form.';

const engineGlobals = {
  [timer]: [
    'setTimeout',
    'setInterval',
    'setImmediate',
    'clearTimeout',
    'clearInterval',
    'queueMicrotask',
    'requestAnimationFrame',
    'requestIdleCallback',
  ],
  [outside]: ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'BroadcastChannel', 'MessageChannel'],
  [storage]: ['indexedDB', 'localStorage', 'sessionStorage', 'caches'],
  [surroundings]: [
    'document',
    'window',
    'self',
    'globalThis',
    'global',
    'navigator',
    'location',
    'process',
    'Worker',
    'Intl',
  ],
  'Durations come from options.elapsed, and only traces have them.': ['performance'],
  'Random values come from the seeded Random, digests from @noble/hashes.': ['crypto'],
  'The engine prints nothing: leave a line in the exchange’s trace.': ['console'],
  'No code from text.': ['eval', 'Function'],
};

const networkGlobals = {
  'No request leaves the page (decisions/threat-model.md): the outside world is simulated.': [
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'WebSocketStream',
    'EventSource',
    'WebTransport',
    'RTCPeerConnection',
    'importScripts',
  ],
};

const storageGlobals = {
  'What the page remembers has a slot of src/parts/storage.ts, which says whether a reset sets it aside.': [
    'localStorage',
    'sessionStorage',
  ],
};

const networkProperties = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'WebTransport',
  'sendBeacon',
];

const restrictedGlobals = (byMessage) =>
  Object.entries(byMessage).flatMap(([message, names]) => names.map((name) => ({ name, message })));

/** A trace is for people: decisions must depend on the data of its lines. */
const byTraceText = {
  selector:
    'CallExpression[callee.property.name=/^(includes|startsWith|endsWith|match)$/] > MemberExpression.callee > MemberExpression.object[property.name="text"]:matches([object.name="line"], [object.property.name="line"])',
  message: 'The words of a trace may change: decide by its verb, problem, reason or visitor.',
};

export const engineRules = {
  'no-restricted-globals': ['error', ...restrictedGlobals(engineGlobals)],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: clock },
    { object: 'Math', property: 'random', message: dice },
  ],
  'no-restricted-syntax': [
    'error',
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: clock },
    { selector: 'CallExpression[callee.name="Date"]', message: clock },
    {
      selector:
        'MemberExpression[property.name=/^((get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)|getTimezoneOffset)$/]',
      message: localTime,
    },
    {
      selector:
        'MemberExpression[property.name=/^(toLocale(?!UpperCase|LowerCase)\\w*String|localeCompare)$/]',
      message: 'Locales differ from machine to machine: format and compare by code points.',
    },
    byTraceText,
  ],
};

export const pageAndWorkerRules = {
  'no-restricted-globals': ['error', ...restrictedGlobals({ ...networkGlobals, ...storageGlobals })],
  'no-restricted-syntax': [
    'error',
    {
      selector: `MemberExpression[object.name=/^(globalThis|self|window|navigator)$/][property.name=/^(${networkProperties.join('|')})$/]`,
      message: Object.keys(networkGlobals)[0],
    },
    {
      selector: 'CallExpression[callee.property.name="toLocaleString"][arguments.length=1]',
      message: 'The first use of Intl holds the page up: figure() of src/parts/figures.ts groups thousands.',
    },
    byTraceText,
  ],
};

/** For the files that implement the slots. */
export const storageRules = {
  'no-restricted-globals': ['error', ...restrictedGlobals(networkGlobals)],
};
