/**
 * Every key of the page, in one table: `onKey` binds no other, and the dialog behind `?` is made from it. The first
 * load leaves the table out, because bindings use only its types (decisions/keys.md).
 */
import type { ViewId } from '../router.ts';

/**
 * Where a key must be pressed to act: with the focus in its own element, in the pane around that element,
 * anywhere in the page while the element is there and no dialog is open over it, or always.
 */
export type Reach = 'element' | 'pane' | 'page' | 'always';

export interface Key {
  /** As in `Mod+Enter`. Mod is Ctrl, and on a Mac the command key. */
  readonly keys: string;
  readonly place: PlaceId;
  readonly reach: Reach;
  readonly does: string;
}

interface Place {
  readonly title: string;
  /** Null for places that belong to no single view. */
  readonly view: ViewId | null;
}

const placeOf = (title: string, view: ViewId | null = null): Place => ({ title, view });

/** In the order of the dialog, which begins with those of the current view. */
export const places = {
  page: placeOf('Everywhere'),
  requests: placeOf('Requests', 'requests'),
  tab: placeOf('The tab of a call', 'requests'),
  curl: placeOf('Paste curl', 'requests'),
  code: placeOf('Code, in the program', 'requests'),
  stream: placeOf('A stream’s fields', 'requests'),
  reference: placeOf('Reference', 'reference'),
  signIn: placeOf('Sign-in, in the flow', 'sign-in'),
  webhooks: placeOf('Webhooks, in a receiver', 'webhooks'),
  products: placeOf('The table of products', 'catalog'),
  row: placeOf('A rejected row', 'catalog'),
  set: placeOf('A product set', 'catalog'),
  world: placeOf('World, in a post', 'world'),
  doctor: placeOf('Doctor, in the request', 'doctor'),
  difference: placeOf('Doctor, in a difference', 'doctor'),
  activity: placeOf('Activity', 'activity'),
  exchange: placeOf('Activity, in an exchange', 'activity'),
  list: placeOf('Lists and tables'),
  tabs: placeOf('Tabs'),
  grip: placeOf('The edge between two panes'),
  stage: placeOf('On stage'),
} as const satisfies Record<string, Place>;

export type PlaceId = keyof typeof places;

const close = { keys: 'Escape', does: 'Close what is on top' } as const;

/** What `onKey` binds. */
export const table = {
  find: { keys: 'Mod+K', place: 'page', reach: 'always', does: 'Go to or run' },
  keys: { keys: '?', place: 'page', reach: 'page', does: 'Show the keys' },
  closeSheet: { ...close, place: 'page', reach: 'page' },
  closeForm: { ...close, place: 'page', reach: 'element' },
  closeMarks: { ...close, place: 'page', reach: 'pane' },
  send: { keys: 'Mod+Enter', place: 'requests', reach: 'page', does: 'Send the call' },
  findCall: { keys: '/', place: 'requests', reach: 'page', does: 'Find an endpoint' },
  closeCall: { keys: 'Delete', place: 'tab', reach: 'element', does: 'Close the tab' },
  readCurl: { keys: 'Mod+Enter', place: 'curl', reach: 'element', does: 'Open the command as a call' },
  runProgram: { keys: 'Mod+Enter', place: 'code', reach: 'element', does: 'Run the program' },
  addOrPost: { keys: 'Mod+Enter', place: 'stream', reach: 'element', does: 'Add the rule, or post' },
  findInReference: { keys: '/', place: 'reference', reach: 'page', does: 'Find a call, field or code' },
  step: { keys: 'S', place: 'signIn', reach: 'pane', does: 'Take the next step' },
  saveReceiver: { keys: 'Mod+S', place: 'webhooks', reach: 'page', does: 'Save the receiver' },
  goToRow: { keys: 'Mod+G', place: 'products', reach: 'element', does: 'Go to a row by its number' },
  nextRow: { keys: 'N', place: 'row', reach: 'pane', does: 'The next row' },
  rowBefore: { keys: 'Shift+N', place: 'row', reach: 'pane', does: 'The row before' },
  saveSet: { keys: 'Mod+S', place: 'set', reach: 'element', does: 'Save the set' },
  post: { keys: 'Mod+Enter', place: 'world', reach: 'element', does: 'Post, or send the reply' },
  nextDifference: { keys: 'N', place: 'difference', reach: 'pane', does: 'The next difference' },
  differenceBefore: { keys: 'Shift+N', place: 'difference', reach: 'pane', does: 'The difference before' },
  examine: { keys: 'Mod+Enter', place: 'doctor', reach: 'element', does: 'Examine the request' },
  filterLog: { keys: '/', place: 'activity', reach: 'page', does: 'Filter the exchanges' },
  sendSame: { keys: 'R', place: 'exchange', reach: 'pane', does: 'Send the same bytes again' },
  sendSigned: { keys: 'S', place: 'exchange', reach: 'pane', does: 'Sign it again and send it' },
  sendEdited: { keys: 'E', place: 'exchange', reach: 'pane', does: 'Open it as a draft in Requests' },
  resetStage: { keys: 'Mod+Alt+R', place: 'stage', reach: 'always', does: 'Reset the stage' },
  largerType: { keys: '+', place: 'stage', reach: 'page', does: 'Larger type' },
  smallerType: { keys: '-', place: 'stage', reach: 'page', does: 'Smaller type' },
} as const satisfies Record<string, Key>;

export type KeyId = keyof typeof table;
export type KeysOf<Id extends KeyId> = (typeof table)[Id]['keys'];
export type ReachOf<Id extends KeyId> = (typeof table)[Id]['reach'];

/** Keys that widgets handle by themselves, as everywhere on the web (WAI-ARIA); listed with the others. */
export const ofWidgets: readonly Key[] = (
  [
    ['ArrowUp ArrowDown', 'list', 'The row before, the next row'],
    ['Home End', 'list', 'The first row, the last row'],
    ['ArrowLeft ArrowRight', 'list', 'Close a group, open it'],
    ['Enter', 'list', 'Open the row'],
    ['ArrowLeft ArrowRight', 'tabs', 'The tab before, the next tab'],
    ['Home End', 'tabs', 'The first tab, the last tab'],
    ['ArrowLeft ArrowRight', 'grip', 'Move the edge; with Shift, further'],
    ['Enter', 'grip', 'Back to its first position'],
    ['Space', 'products', 'Choose the row'],
    ['Space', 'activity', 'Mark the row for a comparison'],
    ['Enter', 'products', 'Open the product, or sort by the column'],
    ['Mod+Home', 'products', 'The first row'],
    ['Mod+End', 'products', 'The last row'],
  ] as const
).map(([keys, place, does]): Key => ({ keys, place, does, reach: 'element' }));
