/**
 * The only script of the sandbox's page: starts programs in their own workers and ends them. It knows nothing about
 * what they do; each program communicates by the port that came with it, with the owner of the other end.
 */
import type { ToFrame, FromFrame } from './frame-protocol.ts';

function hear({ source, ports: [control] }: MessageEvent): void {
  // Its parent is the holder page, which sends no messages.
  if (source !== parent.parent || !control) return;
  removeEventListener('message', hear);
  const workers = new Map<number, Worker>();
  const say = (message: FromFrame) => control.postMessage(message);

  function end(id: number): void {
    workers.get(id)?.terminate();
    workers.delete(id);
  }

  function start(id: number, program: string, port: MessagePort): void {
    const lost = (why: string) => {
      if (!workers.has(id)) return;
      end(id);
      say({ lost: id, why });
    };
    try {
      // As a data: URL: a blob: worker has no crypto.subtle in an opaque origin, and a worker from a file needs an
      // origin.
      const worker = new Worker(`data:text/javascript,${encodeURIComponent(program)}`, { type: 'module' });
      workers.set(id, worker);
      worker.onerror = () => lost('It did not start.');
      // A program has no other way to communicate than its port: a message here is flooding.
      worker.onmessage = worker.onmessageerror = () => lost('It sent a message outside its port.');
      worker.postMessage(null, [port]);
    } catch (error) {
      say({ lost: id, why: String(error) });
    }
  }

  control.onmessage = ({ data, ports: [port] }: MessageEvent<ToFrame>) => {
    if ('ask' in data) say({ alive: true });
    else if ('end' in data) end(data.end);
    else if (port) start(data.start, data.program, port);
  };
  say({ origin: self.origin });
}

addEventListener('message', hear);
