/**
 * What an embed can be asked to show: names and values in the query of embed.html, and attributes of the element. A
 * closed list: an unknown name or value is an error, and nothing is shown in its place.
 */
const ofCall = ['requests', 'limits', 'reference'] as const;
export const views = [...ofCall, 'doctor', 'sign-in', 'webhooks', 'catalog'] as const;
export const themes = ['light', 'dark', 'auto'] as const;
export const hideable = ['authorization', 'signature', 'x-ray', 'limits', 'headers'] as const;
export const scenarios = ['starter', 'small', 'empty'] as const;
export const plans = ['free', 'basic', 'pro', 'enterprise'] as const;

export type EmbedView = (typeof views)[number];
export type EmbedTheme = (typeof themes)[number];
/** Whether it shows a call; the others are views of the playground with links of their own. */
export const isOfCall = (view: EmbedView): boolean => ofCall.some((each) => each === view);
/** Whether a view fills the height of its frame; the others are as high as their content. */
export const isWhole = (view: EmbedView): boolean => view !== 'requests' && view !== 'limits';

export type Hideable = (typeof hideable)[number];

export interface AskedEmbed {
  readonly view: EmbedView;
  /** The id of a call; null for the default one, or for the one that the fragment names. */
  readonly endpoint: string | null;
  readonly theme: EmbedTheme;
  readonly hide: readonly Hideable[];
  /** Whether it can only be sent, not changed. */
  readonly readonly: boolean;
  /** The name under which its world is kept in the browser; null for a world in memory. */
  readonly world: string | null;
  readonly scenario: (typeof scenarios)[number];
  /** The plan of its Project; null for the scenario's. */
  readonly plan: (typeof plans)[number] | null;
  readonly seed: string | null;
  /** The time of a stopped clock, in epoch ms; null for a clock that runs. */
  readonly frozen: number | null;
  /** The level of its first heading, from 1 to 6. */
  readonly headingLevel: number;
}

/** The time of a frozen clock if none is given. */
export const frozenMoment = Date.UTC(2026, 10, 22, 12);

const longest = 16 * 1024;

/** Reads a value, or says in words which values are allowed. */
interface Taker<T> {
  readonly takes: string;
  /** undefined for a value that is not allowed. */
  readonly read: (value: string) => T | undefined;
}

const oneOf = <T extends string>(words: readonly T[]): Taker<T> => ({
  takes: words.length === 1 ? `“${words[0]}”` : `one of ${words.join(', ')}`,
  read: (value) => words.find((word) => word === value),
});

const flag: Taker<boolean> = {
  takes: 'without a value, or “true” or “false”',
  read: (value) => ({ '': true, true: true, false: false })[value],
};

const endpoint: Taker<string> = {
  takes: 'the id of a call, such as createPost',
  read: (value) => (/^[A-Za-z0-9_.-]{1,80}$/.test(value) ? value : undefined),
};

const hide: Taker<readonly Hideable[]> = {
  takes: `one or more of ${hideable.join(', ')}, with commas between them`,
  read(value) {
    const words = value.split(/[\s,]+/).filter(Boolean);
    const known = hideable.filter((each) => words.includes(each));
    return words.every((word) => known.some((each) => each === word)) ? known : undefined;
  },
};

const seed: Taker<string> = {
  takes: 'a word of 1 to 64 letters, digits, dots, underscores and hyphens',
  read: (value) => (/^[\w.-]{1,64}$/.test(value) ? value : undefined),
};

/** A name is part of the database's: it has no sign that means something there. */
const world: Taker<string> = {
  takes: 'a name of 1 to 64 letters, digits and hyphens',
  read: (value) => (/^[A-Za-z0-9-]{1,64}$/.test(value) ? value : undefined),
};

/** Whether a world can be kept under this name. */
export const isWorldName = (name: string): boolean => world.read(name) !== undefined;

const time = /^20[2-7]\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

const frozen: Taker<number | null> = {
  takes: 'without a value, or a time from 2020 to 2078 such as 2026-11-22T21:52:10Z',
  read(value) {
    const set = flag.read(value);
    if (set !== undefined) return set ? frozenMoment : null;
    const moment = time.test(value) ? Date.parse(value) : NaN;
    return moment < Date.UTC(2079, 0) ? moment : undefined;
  },
};

const headingLevel: Taker<number> = {
  takes: 'a whole number from 1 to 6',
  read: (value) => (/^[1-6]$/.test(value) ? Number(value) : undefined),
};

const embedNames = [
  'view',
  'endpoint',
  'theme',
  'hide',
  'readonly',
  'storage',
  'world',
  'scenario',
  'plan',
  'seed',
  'frozen',
  'heading-level',
] as const;

type EmbedName = (typeof embedNames)[number];

/** The options of a query. */
export const names: readonly string[] = embedNames;

const takers = {
  view: oneOf(views),
  endpoint,
  theme: oneOf(themes),
  hide,
  readonly: flag,
  storage: oneOf(['temp', 'browser']),
  world,
  scenario: oneOf(scenarios),
  plan: oneOf(plans),
  seed,
  frozen,
  'heading-level': headingLevel,
} satisfies Readonly<Record<EmbedName, Taker<unknown>>>;

const isName = (name: string): name is EmbedName => names.includes(name);

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Reads a query, with or without its `?`. Never throws. */
export function readAsked(query: string): AskedEmbed | { readonly problem: string } {
  if (query.length > longest) return { problem: 'The address of this embed is longer than 16 KB.' };
  const given = new Map<EmbedName, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (!isName(name)) return { problem: `An embed has no “${short(name)}”. It has: ${names.join(', ')}.` };
    if (given.has(name)) return { problem: `“${name}” is given twice. An embed takes it once.` };
    if (takers[name].read(value) === undefined)
      return { problem: `“${name}” is “${short(value)}”. An embed takes it as ${takers[name].takes}.` };
    given.set(name, value);
  }
  const read = <T>(name: EmbedName, { read: of }: Taker<T>, otherwise: T): T => {
    const value = given.get(name);
    return (value === undefined ? undefined : of(value)) ?? otherwise;
  };
  const isKept = given.get('storage') === 'browser';
  if (isKept && !given.has('world'))
    return {
      problem: `“storage” is “browser” without a “world”. An embed takes that as ${world.takes}: it is kept under it.`,
    };
  if (!isKept && given.has('world'))
    return { problem: '“world” is the name of a world that is kept. It needs “storage” to be “browser”.' };
  return {
    view: read('view', takers.view, 'requests'),
    endpoint: read<string | null>('endpoint', takers.endpoint, null),
    theme: read('theme', takers.theme, 'auto'),
    hide: read('hide', takers.hide, []),
    readonly: read('readonly', takers.readonly, false),
    world: read<string | null>('world', takers.world, null),
    scenario: read('scenario', takers.scenario, 'starter'),
    plan: read<AskedEmbed['plan']>('plan', takers.plan, null),
    seed: read<string | null>('seed', takers.seed, null),
    frozen: read('frozen', takers.frozen, null),
    headingLevel: read('heading-level', takers['heading-level'], 2),
  };
}
