#!/usr/bin/env node
/** `svc-playground serve`: the platform over HTTP on this machine, until Ctrl+C. `svc-playground init`: a scenario file. */
import { parseArgs } from 'node:util';
import { writeScenario } from './init.ts';
import { BadInput, serve } from './serve.ts';
import type { LocalServer, ServeOptions } from './serve.ts';
import { welcome } from './welcome.ts';

const help = `svc-playground init [file]

  Writes a scenario file with comments, by default scenario.yaml, for --scenario.

svc-playground serve [options]

  --port <number>            default 4010; 0 for any free port
  --host <address>           a loopback address, default 127.0.0.1
  --scenario <name or file>  starter (default), small, empty, or a scenario file, YAML or JSON
  --snapshot <file>          continues from a file that the page exported
  --data <folder>            keeps the world in a folder, and continues from the world in it
  --seed <text>              the same seed gives the same people, keys and ids
  --frozen                   stops the clock; the control path moves it
  --receiver <name>=<url>    sends webhooks for a host name to an http address on the loopback
  --feed <url>=<file>        serves the URL of a feed from a file
  --site                     serves the page as well, attached to this platform
  --allow-origin <origin>    lets the pages of an origin call the platform
  --names <file>             accepts the names of a client written for another platform
  --help

--receiver, --feed and --allow-origin may be given several times.`;

/** A mistake in the command line. The program prints the message and exits with 2. */
class Usage extends BadInput {}

function optionsOf(args: readonly string[]): ServeOptions | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  if (positionals.join(' ') !== 'serve')
    throw new Usage(
      `The commands are serve and init, not "${positionals.join(' ')}": svc-playground --help lists the options`,
    );
  const { host, scenario, snapshot, data, seed, frozen, names, site } = values;
  return {
    ...(values.port !== undefined && { port: portOf(values.port) }),
    ...(host !== undefined && { host }),
    ...(scenario !== undefined && { scenario }),
    ...(snapshot !== undefined && { snapshot }),
    ...(data !== undefined && { data }),
    ...(seed !== undefined && { seed }),
    ...(frozen && { frozen }),
    ...(names !== undefined && { names }),
    ...(site && { site }),
    receivers: Object.fromEntries(
      (values.receiver ?? []).map((each) => pairOf('--receiver', each, each.indexOf('='))),
    ),
    feeds: Object.fromEntries(
      (values.feed ?? []).map((each) => pairOf('--feed', each, each.lastIndexOf('='))),
    ),
    allowOrigins: values['allow-origin'] ?? [],
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        scenario: { type: 'string' },
        snapshot: { type: 'string' },
        data: { type: 'string' },
        seed: { type: 'string' },
        frozen: { type: 'boolean', default: false },
        site: { type: 'boolean', default: false },
        receiver: { type: 'string', multiple: true },
        feed: { type: 'string', multiple: true },
        'allow-origin': { type: 'string', multiple: true },
        names: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}

function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text))
    throw new Usage(`${text} is not a port: ports are whole numbers from 0 to 65535`);
  return Number(text);
}

/** Splits at `at`. A host name has no `=`; the URL of a feed may have one, and the path of a file seldom has. */
function pairOf(option: string, text: string, at: number): readonly [string, string] {
  if (at < 1 || at === text.length - 1) throw new Usage(`${option} ${text} is not of the form name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The first Ctrl+C or signal closes the server; a second one ends the process immediately. */
function stopOnSignal(server: LocalServer): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void server.close().then(() => process.exit(0));
    });
}

try {
  const args = process.argv.slice(2);
  const options = args[0] === 'init' ? null : optionsOf(args);
  if (args[0] === 'init' && !args.includes('--help')) console.log(await writeScenario(args.slice(1)));
  else if (options === null) console.log(help);
  else {
    const server = await serve(options);
    stopOnSignal(server);
    console.log(welcome(server));
  }
} catch (error) {
  console.error(error instanceof BadInput ? error.message : error);
  process.exitCode = error instanceof BadInput ? 2 : 1;
}
