/** Everything that the palette can open or run. */
import { exportAll, importFile } from '../import/ways.ts';
import type { IconName } from '../parts/icons.ts';
import { jumps } from '../parts/time.ts';
import { planName, plans } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { Visit } from '../state/visit.ts';
import { theme, themes } from '../state/theme.svelte.ts';
import { formatRoute, parseRoute } from '../router.ts';
import type { ViewId, ViewRoute } from '../router.ts';
import { routeOf } from '../views/requests/call/route.ts';

export interface Entry {
  /** Does not change, because it is remembered. */
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Shown below the label: a path, a username. */
  readonly detail?: string;
  readonly method?: string;
  readonly icon?: IconName;
  /** What Enter does, as a verb with its object. */
  readonly does: string;
  /** Other names: an id, the family it belongs to. */
  readonly names?: readonly string[];
  /** Search words that rank below names. */
  readonly words?: readonly string[];
  readonly run: () => void;
}

export interface PaletteActs {
  readonly views: readonly { readonly id: ViewId; readonly title: string; readonly icon: IconName }[];
  readonly about: () => void;
  /** The address of the call that Requests shows, or showed last. */
  readonly call: () => string;
}

/** Navigates like a link, so everything that follows the address is updated. */
const go = (route: ViewRoute): void => {
  location.hash = formatRoute(route);
};

/** The same call with another tab of the composer. */
function withTab(hash: string, tab: string): ViewRoute {
  const read = parseRoute(hash);
  const route = 'problem' in read ? { view: 'requests' as const, path: [], params: [] } : read;
  return { ...route, params: [...route.params.filter(([name]) => name !== 'tab'), ['tab', tab]] };
}

export const entriesOf = (session: PageSession, acts: PaletteActs): readonly Entry[] =>
  allEntries(session, acts).filter(({ id }) => !session.served || !notServed.has(id));

const allEntries = (session: PageSession, acts: PaletteActs): readonly Entry[] => [
  ...viewEntries(acts),
  ...(session.clock.isJumping ? [stopEntry(session)] : clockEntries(session)),
  ...makingEntries(session, acts),
  ...(session.visit ? visitEntries(session.visit) : [stageEntry(session), ...replacingEntries(session)]),
  ...playgroundEntries(session, acts),
  ...planEntries(session),
  ...endpointEntries(session),
  ...appEntries(session),
  ...userEntries(session),
];

const viewEntries = ({ views }: PaletteActs): Entry[] =>
  views.flatMap(({ id, title, icon }): Entry[] => [
    {
      id: `view:${id}`,
      group: 'Views',
      label: title,
      icon,
      does: 'Open the view',
      run: () => go({ view: id, path: [], params: [] }),
    },
    ...(partsOf[id] ?? []),
  ]);

/** Search words besides the name of a view. */
const limitsEntries = (
  [
    ['table', 'Limits: every endpoint on every plan', ['rate', '8.3', 'table']],
    ['plans', 'Limits: what calls meet on each plan', ['rate', 'cost', 'forecast']],
    ['abuse', 'Limits: abuse', ['429', 'silence', 'lift']],
    ['load', 'Limits: send load', ['429', 'many requests', 'rate']],
    ['waiting', 'Limits: waiting strategies', ['backoff', 'reset', 'retry']],
  ] as const
).map(([part, label, words]): Entry => ({
  id: `limits:${part}`,
  group: 'Views',
  label,
  icon: 'limits',
  does: 'Open this part',
  words,
  run: () => go({ view: 'limits', path: [part], params: [] }),
}));

const webhooksEntries = (
  [
    ['register', 'Webhooks: register one', ['crc', 'callback', 'challenge']],
    ['receiver', 'Webhooks: new receiver', ['code', 'program', 'host']],
    ['practice', 'Webhooks: fail it on purpose', ['mistake', 'crc', 'practice', 'hex']],
    ['answer', 'Webhooks: check an answer', ['crc', 'response_token', 'verify']],
  ] as const
).map(([part, label, words]): Entry => ({
  id: `webhooks:${part}`,
  group: 'Views',
  label,
  icon: 'webhooks',
  does: 'Open this part',
  words,
  run: () => go({ view: 'webhooks', path: [part], params: [] }),
}));

const catalogEntries = (
  [['products', 'Catalog: products', ['shop', 'merchant', 'table', 'price']]] as const
).map(([part, label, words]): Entry => ({
  id: `catalog:${part}`,
  group: 'Views',
  label,
  icon: 'catalog',
  does: 'Open this part',
  words,
  run: () => go({ view: 'catalog', path: [part], params: [] }),
}));

/** The parts of a view that have their own entry. */
const partsOf: Readonly<Partial<Record<ViewId, readonly Entry[]>>> = {
  limits: limitsEntries,
  webhooks: webhooksEntries,
  catalog: catalogEntries,
};

const endpointEntries = (session: PageSession): Entry[] =>
  session.endpoints.map(({ id, summary, path, method, familyName, aliases }) => ({
    id: `endpoint:${id}`,
    group: 'Endpoints',
    label: summary,
    detail: path,
    method,
    does: 'Open the call',
    names: [`${method} ${path}`, id, familyName, ...aliases],
    run: () => go({ view: 'requests', path: [id], params: [] }),
  }));

const appEntries = (session: PageSession): Entry[] =>
  session.world.apps.flatMap(({ id, name }) => [
    {
      id: `app:${id}`,
      group: 'Apps',
      label: name,
      icon: 'check' as const,
      does: id === session.app?.id ? 'Already in use' : 'Use this App',
      names: ['App'],
      words: ['switch'],
      run: () => session.useApp(id),
    },
    {
      id: `portal:${id}`,
      group: 'Apps',
      label: `${name}: settings`,
      icon: 'portal' as const,
      does: 'Open it in the portal',
      words: ['App', 'keys', 'permission', 'portal'],
      run: () => go({ view: 'portal', path: ['apps', id], params: [] }),
    },
  ]);

const userEntries = (session: PageSession): Entry[] =>
  session.world.users.flatMap(({ id, username, name }) => [
    {
      id: `user:${id}`,
      group: 'People',
      label: name,
      detail: `@${username}`,
      icon: 'signin' as const,
      does: session.holdsTokenOf(id) ? 'Act as them' : 'Act as them (no token yet)',
      names: [`@${username}`],
      words: ['act as', 'user'],
      run: () => (session.userId = id),
    },
    {
      id: `look:${id}`,
      group: 'People',
      label: `${name}: look up`,
      detail: `@${username}`,
      icon: 'search' as const,
      does: 'Prepare the call',
      names: [`@${username}`, id],
      words: ['user'],
      run: () => go(routeOf({ view: 'requests', endpointId: 'getUserByUsername', path: { username } })),
    },
  ]);

function planEntries(session: PageSession): Entry[] {
  const { project } = session;
  if (!project) return [];
  return plans.map((plan) => ({
    id: `plan:${plan}`,
    group: 'Plan',
    label: `Plan ${planName(plan)}`,
    icon: 'save',
    does: plan === session.plan ? `${project.name} has it` : `Switch ${project.name} to it`,
    words: ['plan', 'limits'],
    run: () => void session.setPlan(plan),
  }));
}

const stopEntry = (session: PageSession): Entry => ({
  id: 'clock:stop',
  group: 'Clock',
  label: 'Stop the clock’s jump',
  icon: 'pause',
  does: 'Leave the clock where it got to',
  words: ['time', 'cancel'],
  run: () => void session.playground.cancelJump(),
});

const clockEntries = (session: PageSession): Entry[] => [
  ...jumps.map(({ label, ms }): Entry => ({
    id: `clock:${ms}`,
    group: 'Clock',
    label: `Clock ${label}`,
    icon: 'clock',
    does: 'Move the platform’s clock',
    words: ['time', 'jump', 'advance'],
    run: () => void session.clock.advance(ms),
  })),
  ...(session.clock.lastJump === null && !session.clock.state.cannotUndo
    ? []
    : [
        {
          id: 'clock:undo',
          group: 'Clock',
          label: 'Undo the clock’s jump',
          icon: 'replay' as const,
          does: session.clock.state.cannotUndo
            ? 'Not possible: too much changed since'
            : 'Go back to before it',
          words: ['time', 'back'],
          run: () => void session.clock.undoJump(),
        },
      ]),
  {
    id: 'clock:freeze',
    group: 'Clock',
    label: session.clock.frozen ? 'Let the clock run' : 'Freeze the clock',
    icon: session.clock.frozen ? 'play' : 'pause',
    does: session.clock.frozen ? 'Let it run' : 'Stop it where it is',
    words: ['time', 'pause', 'resume', 'freeze'],
    run: () => void session.clock.toggle(),
  },
];

/** Actions that a view has a button for. */
const makingEntries = ({ handover }: PageSession, { call }: PaletteActs): Entry[] => [
  {
    id: 'do:create-app',
    group: 'Do',
    label: 'Create App',
    icon: 'add',
    does: 'Ask for its name and Project',
    names: ['New App', 'Add App'],
    words: ['portal', 'application', 'register', 'keys'],
    run: () => (handover.give('make', 'app'), go({ view: 'portal', path: [], params: [] })),
  },
  {
    id: 'do:create-project',
    group: 'Do',
    label: 'Create Project',
    icon: 'add',
    does: 'Ask for its name and plan',
    names: ['New Project', 'Add Project'],
    words: ['portal', 'plan'],
    run: () => (handover.give('make', 'project'), go({ view: 'portal', path: [], params: [] })),
  },
  {
    id: 'do:break',
    group: 'Do',
    label: 'Break it',
    icon: 'break',
    does: 'Choose what is wrong with the call',
    words: ['mistake', 'wrong', 'signature', 'fail', 'refusal'],
    run: () => go(withTab(call(), 'break')),
  },
  {
    id: 'do:curl',
    group: 'Do',
    label: 'Paste curl',
    icon: 'requests',
    does: 'Fill a call from a command',
    names: ['curl command'],
    words: ['import', 'bash', 'PowerShell', 'terminal'],
    run: () => (handover.give('curl', true), (location.hash = call())),
  },
  {
    id: 'do:har',
    group: 'Do',
    label: 'Open a HAR file',
    icon: 'file',
    does: 'Choose a file and list its calls in Activity',
    names: ['HAR'],
    words: ['import', 'activity', 'recorded', 'browser', 'proxy'],
    run: () => void openHarFile(handover),
  },
  {
    id: 'do:embed',
    group: 'Do',
    label: 'Copy embed',
    icon: 'copy',
    does: 'Show this on your own page',
    names: ['Embed'],
    words: ['HTML', 'iframe', 'svc-playground', 'documentation'],
    run: () => handover.give('embed', location.hash),
  },
];

async function openHarFile(handover: PageSession['handover']): Promise<void> {
  const { chooseFile } = await import('../import/choose.ts');
  handover.give('har', await chooseFile('.har,.json,application/json'));
  go({ view: 'activity', path: [], params: [] });
}

const group = 'Playground';

/** Replaces the entries that the world of a lesson or of the stage does not allow. */
const visitEntries = ({ called, again, leave }: Visit<PageSession>): Entry[] => [
  {
    id: `do:leave-${called}`,
    group,
    label: `Leave the ${called}`,
    icon: 'back',
    does: 'Go back to your own world',
    words: ['learn', 'present', 'own world', 'quit'],
    run: () => void leave(),
  },
  ...(again
    ? [
        {
          id: `do:reset-${called}`,
          group,
          label: `Reset the ${called}`,
          icon: 'replay' as const,
          does: 'Start it again, with the same seed',
          words: ['start over', 'again', 'run'],
          run: () => void again(),
        },
      ]
    : []),
];

const stageEntry = (session: PageSession): Entry => ({
  id: 'do:stage',
  group,
  label: 'Go on stage',
  icon: 'play',
  does: 'Present a world that starts the same each time',
  names: ['Stage', 'Stage mode'],
  words: ['present', 'demo', 'talk', 'conference', 'seed', 'larger type', 'font size'],
  run: () => void import('../stage/enter.ts').then(({ goOnStage }) => goOnStage(session)),
});

/** A local server allows no import, and its page cannot be embedded. Others cannot reach its address. */
const notServed: ReadonlySet<string> = new Set(['do:embed', 'do:import', 'do:recipe']);

function replacingEntries(session: PageSession): Entry[] {
  const by = session.canUndo;
  return [
    {
      id: 'do:export',
      group,
      label: 'Export',
      icon: 'save',
      does: 'Download everything as a file',
      words: ['save', 'snapshot', 'download'],
      run: () => void exportAll(session),
    },
    {
      id: 'do:export-scenario',
      group,
      label: 'This world for serve',
      icon: 'save',
      does: 'Download the world as a scenario file',
      words: ['export', 'scenario', 'yaml', 'server', 'share'],
      run: () => session.handover.give('export', { as: 'scenario' }),
    },
    {
      id: 'do:recipe',
      group,
      label: 'Copy link to this world’s recipe',
      icon: 'copy',
      does: 'Show what the link would hold',
      names: ['Recipe'],
      words: ['share', 'scenario', 'link', 'url', 'Apps'],
      run: () => session.handover.give('export', { as: 'recipe' }),
    },
    {
      id: 'do:import',
      group,
      label: 'Import',
      icon: 'send',
      does: 'Choose a file and look into it',
      words: ['load', 'snapshot', 'open', 'file'],
      run: () => void importFile(session),
    },
    ...(by
      ? [
          {
            id: 'do:undo-replacement',
            group,
            label: `Undo the ${by}`,
            icon: 'replay' as const,
            does: 'Bring back what was there before',
            run: () => void session.undoReplacement(by),
          },
        ]
      : []),
    {
      id: 'do:reset',
      group,
      label: 'Reset',
      icon: 'replay',
      does: session.served ? 'Start the server’s world over' : 'As on the first day; can be undone',
      words: ['clear', 'delete everything', 'start again'],
      run: () => void session.reset(),
    },
  ];
}

function playgroundEntries({ handover }: PageSession, { about }: PaletteActs): Entry[] {
  return [
    ...themes.map((each): Entry => ({
      id: `theme:${each}`,
      group,
      label: `Theme: ${each === 'system' ? 'as the system' : each}`,
      icon: ({ system: 'theme', light: 'sun', dark: 'moon' } as const)[each],
      does: each === theme.current ? 'Stays as it is' : 'Change the colours',
      words: ['colour', 'appearance'],
      run: () => theme.set(each),
    })),
    {
      id: 'do:keys',
      group,
      label: 'Keyboard shortcuts',
      icon: 'list',
      does: 'Show all, by place',
      names: ['Keys'],
      words: ['keyboard', 'shortcut', 'help', '?'],
      run: () => handover.give('keys', true),
    },
    {
      id: 'do:marks',
      group,
      label: 'What the marks mean',
      icon: 'note',
      does: 'Show the legend again',
      names: ['Legend'],
      words: ['help', 'U A', '§', 'assumed', 'dashed', 'letters'],
      run: () => handover.give('marks', true),
    },
    {
      id: 'do:about',
      group,
      label: 'What this is',
      icon: 'brand',
      does: 'Show the first line again',
      words: ['welcome', 'help', 'about'],
      run: about,
    },
  ];
}
