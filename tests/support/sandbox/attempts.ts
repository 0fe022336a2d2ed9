/**
 * Ways out of the sandbox, for any browser. Each is the body of an async function in a worker of the sandbox's frame, which
 * has what the browser gives, nothing taken away. `away` and `here` are addresses of a server elsewhere, which lets everybody
 * in, and of the site that the page came from; `channel` is the name of the engine's. It gives back what it got hold of; to
 * throw, or to give nothing, is to have failed. And no address may be asked for anything.
 */
export interface Attempt {
  readonly name: string;
  readonly code: string;
}

const attempt = (name: string, code: string): Attempt => ({ name, code });

/** Waits for one of two events, and gives something if it is the first. */
const until = `const until = (target, good, bad) => new Promise((resolve, reject) => {
  target['on' + good] = () => resolve(good);
  target['on' + bad] = () => reject(new Error(bad));
  setTimeout(reject, 1500, new Error('nothing'));
});`;

export const attempts: readonly Attempt[] = [
  attempt('fetch', `return (await fetch(away + 'fetch', { mode: 'no-cors' })).type;`),
  attempt('fetch of the site itself', `return (await fetch(here + 'index.html', { mode: 'no-cors' })).type;`),
  attempt(
    'fetch that outlives',
    `return (await fetch(away + 'keepalive', { keepalive: true, mode: 'no-cors' })).type;`,
  ),
  attempt('fetch of a data: address', `return await (await fetch('data:,x')).text();`),
  attempt(
    'fetch of a blob: address',
    `return await (await fetch(URL.createObjectURL(new Blob(['x'])))).text();`,
  ),
  attempt(
    'XMLHttpRequest',
    `const request = new XMLHttpRequest();
     request.open('GET', away + 'xhr', false);
     request.send();
     return String(request.status);`,
  ),
  attempt(
    'WebSocket',
    `${until} return until(new WebSocket(away.replace('http', 'ws') + 'ws'), 'open', 'error');`,
  ),
  attempt(
    'WebSocket of the site itself',
    `${until} return until(new WebSocket(here.replace('http', 'ws') + 'ws'), 'open', 'error');`,
  ),
  attempt(
    'WebSocketStream',
    `const { readable } = await new WebSocketStream(away.replace('http', 'ws') + 'wss').opened;
     return String(readable);`,
  ),
  attempt(
    'WebTransport',
    `const transport = new WebTransport(away.replace('http:', 'https:') + 'transport');
     transport.closed.catch(() => {});
     await Promise.race([transport.ready, new Promise((_, reject) => setTimeout(reject, 1500))]);
     return 'ready';`,
  ),
  attempt('EventSource', `${until} return until(new EventSource(away + 'events'), 'open', 'error');`),
  attempt('sendBeacon', `return navigator.sendBeacon(away + 'beacon', 'x') && 'sent';`),
  attempt('importScripts', `importScripts(away + 'script.js'); return 'imported';`),
  ...[
    `away + 'module.js'`,
    `here + 'theme.js'`,
    `'https://example.invalid/module.js'`,
    `URL.createObjectURL(new Blob(['export {}'], { type: 'text/javascript' }))`,
    `'data:text/javascript,import ' + JSON.stringify(away + 'static.js')`,
    `'data:text/javascript,export * from ' + JSON.stringify(here + 'theme.js')`,
    `'file:///etc/hostname'`,
    `'about:blank'`,
    `'javascript:1'`,
    `'filesystem:' + away + 'x.js'`,
    `'ftp://127.0.0.1/x.js'`,
  ].map((address) => attempt(`import of ${address}`, `await import(${address}); return 'imported';`)),
  attempt(
    'import of JSON',
    `return JSON.stringify(await import(away + 'x.json', { with: { type: 'json' } }));`,
  ),
  attempt('import of a style', `return String(await import(away + 'x.css', { with: { type: 'css' } }));`),
  attempt(
    'WebRTC',
    `const udp = 'stun:' + new URL(away).host;
     const peer = new RTCPeerConnection({ iceServers: [{ urls: udp }] });
     peer.createDataChannel('x');
     await peer.setLocalDescription(await peer.createOffer());
     await new Promise((resolve) => setTimeout(resolve, 500));
     return 'gathering';`,
  ),
  attempt(
    'an image',
    `const image = new Image();
     image.src = away + 'image.png';
     await image.decode();
     return 'shown';`,
  ),
  attempt(
    'an image that is drawn',
    `return String(await createImageBitmap(await (await fetch(away + 'drawn.png')).blob()));`,
  ),
  attempt(
    'a font',
    `const face = new FontFace('x', 'url(' + away + 'font.woff2)');
     self.fonts.add(face);
     await face.load();
     return 'loaded';`,
  ),
  attempt(
    'a style that imports',
    `const sheet = new CSSStyleSheet();
     await sheet.replace('@import url(' + away + 'style.css)');
     return 'replaced';`,
  ),
  ...['prefetch', 'preconnect', 'dns-prefetch', 'modulepreload', 'stylesheet', 'icon'].map((rel) =>
    attempt(
      `a link of ${rel}`,
      `const link = document.createElement('link');
       link.rel = '${rel}';
       link.href = away + '${rel}';
       document.head.append(link);
       return 'linked';`,
    ),
  ),
  attempt('navigation of the top', `top.location = away + 'top'; return 'gone';`),
  attempt('navigation of the frame', `parent.location = away + 'frame'; return 'gone';`),
  attempt(
    'navigation of itself',
    `self.location = away + 'self';
     location.href = away + 'href';
     if (!location.href.startsWith('data:')) return 'gone';
     location.assign(away + 'assign');
     return 'gone';`,
  ),
  attempt('a window', `return String(open(away + 'window'));`),
  attempt('a window by a client', `return String(await clients.openWindow(away + 'client'));`),
  attempt(
    'a download',
    `const link = document.createElement('a');
     link.download = 'x';
     link.href = URL.createObjectURL(new Blob(['x']));
     link.click();
     return 'clicked';`,
  ),
  attempt('a file that is saved', `return String(await showSaveFilePicker());`),
  attempt('the parent', `return parent.document.title;`),
  attempt('what stands above', `return top.location.href;`),
  attempt('cookies', `return document.cookie = 'x=1';`),
  attempt('cookies of the store', `await cookieStore.set('x', '1'); return 'set';`),
  attempt('localStorage', `localStorage.setItem('x', '1'); return localStorage.getItem('x');`),
  attempt('sessionStorage', `sessionStorage.setItem('x', '1'); return 'set';`),
  attempt('indexedDB', `${until} return until(indexedDB.open('x'), 'success', 'error');`),
  attempt('databases of indexedDB', `return JSON.stringify(await indexedDB.databases());`),
  // WebKit has separate caches for an opaque origin: those of the site would contain what the page stored there.
  attempt('caches of the site', `if (await caches.has('of the page')) return 'found';`),
  attempt('files of the site', `return String(await navigator.storage.getDirectory());`),
  attempt('buckets', `return String(await navigator.storageBuckets.open('x'));`),
  attempt('a file system', `return String(webkitRequestFileSystemSync(0, 1));`),
  attempt(
    'locks of the engine',
    `return await navigator.locks.request(channel, { ifAvailable: true }, () => 'held');`,
  ),
  attempt('a service worker', `return String(await navigator.serviceWorker.register(here + 'theme.js'));`),
  attempt(
    'a shared worker',
    `${until} return until(new SharedWorker(here + 'theme.js').port, 'message', 'error');`,
  ),
  attempt(
    'the channel of the engine',
    `const heard = new Promise((resolve, reject) => {
       const engine = new BroadcastChannel(channel);
       engine.onmessage = ({ data }) => resolve('heard ' + JSON.stringify(data));
       engine.postMessage({ type: 'ping', from: 'the sandbox' });
       setTimeout(reject, 1000, new Error('nobody'));
     });
     return heard;`,
  ),
  attempt(
    'a worker of the site',
    `${until} return until(new Worker(here + 'theme.js'), 'message', 'error');`,
  ),
  ...['blob:', 'data:'].map((scheme) =>
    attempt(
      `what a nested ${scheme} worker may do`,
      `const code = \`
         const tries = [
           () => fetch(\${JSON.stringify(away + 'nested')}, { mode: 'no-cors' }),
           () => import(\${JSON.stringify(away + 'nested.js')}),
           () => new Promise((resolve, reject) => {
             const socket = new WebSocket(\${JSON.stringify(away.replace('http', 'ws') + 'nested-ws')});
             socket.onopen = resolve;
             socket.onerror = reject;
           }),
           () => new Promise((resolve, reject) => {
             const opening = indexedDB.open('x');
             opening.onsuccess = resolve;
             opening.onerror = reject;
           }),
         ];
         Promise.allSettled(tries.map(async (each) => each())).then((all) =>
           postMessage(all.map(({ status }) => status).join()));\`;
       const address = '${scheme}' === 'data:'
         ? 'data:text/javascript,' + encodeURIComponent(code)
         : URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
       const worker = new Worker(address, { type: 'module' });
       const said = await new Promise((resolve, reject) => {
         worker.onmessage = ({ data }) => resolve(data);
         worker.onerror = reject;
         setTimeout(resolve, 3000, '');
       });
       if (said.includes('fulfilled')) return said;`,
    ),
  ),
  attempt('code from text', `return new Function('return "run"')();`),
  attempt(
    'code from text, later',
    `return await new Promise((resolve, reject) => {
    self.late = resolve;
    setTimeout('late("run")');
    setTimeout(reject, 200);
  });`,
  ),
  attempt('a realm of its own', `return new ShadowRealm().evaluate('"run"');`),
  attempt(
    'WebAssembly',
    `await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
     if (self.origin !== 'null') return self.origin;`,
  ),
  attempt('an origin of its own', `if (self.origin !== 'null') return self.origin;`),
];
