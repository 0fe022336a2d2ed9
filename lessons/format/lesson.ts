/** What a lesson is made of. How one is written: CONTRIBUTING.md. */
import type { ActKind, Failure, Plan } from '../../engine/inside.ts';
import type { Evidence, Facts } from './facts.ts';
import type { Learner } from './learner.ts';

export const groups = ['Signing', 'People', 'Data', 'Limits', 'Events', 'Feeds'] as const;
export type Group = (typeof groups)[number];

export interface Lesson {
  /** Its place in the list, from 1. */
  readonly number: number;
  /** Its folder is `NN-slug`, and its address `#/learn/slug`. */
  readonly slug: string;
  readonly group: Group;
  readonly title: string;
  readonly minutes: number;
  /** The problem in the words that people search for. The list shows the first. */
  readonly searchedFor: readonly [string, ...string[]];
  /** What is wrong at the start, and what it comes to, in at most 60 words. */
  readonly about: string;
  readonly start: Start;
  /** Its checks ask the Signature doctor, which is loaded for it. */
  readonly asksDoctor?: true;
  /** Four to seven. */
  readonly steps: readonly Step[];
}

/** The world that a lesson begins with. */
export interface Start {
  /** A sentence for the person: which App, plan and moment. */
  readonly about: string;
  readonly scenario: 'starter' | 'small' | 'empty';
  readonly seed: string;
  /** ISO 8601, on the platform's clock. */
  readonly at: string;
  /** Of the first Project. */
  readonly plan?: Plan;
  /** The App and the user that the page begins with, by their names; the first ones by default. */
  readonly app?: string;
  readonly as?: string;
  /** What is different from the scenario, done as a person would do it. */
  readonly arrange?: (learner: Learner) => Promise<void>;
}

/** An act of the page that does what a step is about: of a refusal, or the change of a receiver's line. */
export type WithheldAct = ActKind | 'changeReceiver';

export interface Step {
  readonly title: string;
  /** What to do, in at most 60 words. `**` around what the eye is to find, backticks around code. */
  readonly text: string;
  /** What ticks it, in this order: each is looked for after the one before it. */
  readonly facts: readonly [Fact, ...Fact[]];
  /** Why it worked, in two sentences. */
  readonly why: string;
  /** Where to look, which field, and the value with its reason. */
  readonly hints: readonly [look: string, field: string, value: string];
  /** The last help: the address that has everything filled in. What is pressed there stays with the person. */
  readonly filled: string;
  /** Where the step is done: an address of the page. */
  readonly at: string;
  /** The acts that would take the step off the person's hands. */
  readonly withheld?: readonly WithheldAct[];
  /** What the platform does wrong in this step, by the endpoint's id. */
  readonly failures?: readonly (readonly [endpointId: string, failure: Failure, times?: number])[];
  /** What the person writes down in the step itself, and its label. Each is a fact: `facts.written`. */
  readonly asks?: string;
}

export interface Fact {
  /** Ends the sentence “Ticks when …”. `**` around what matters. */
  readonly text: string;
  /** What shows that it happened, the earliest; null where nothing does. */
  readonly met: (facts: Facts) => Evidence | null;
  /** What was tried for it and missed, the latest; null where nothing was. What has nothing to do with it is no miss. */
  readonly missed: (facts: Facts) => Miss | null;
}

/** Why a fact is not met yet, as the person is told it. */
export interface Miss {
  readonly headline: string;
  /** What was seen, and what would have been a tick: each ends a line that begins with that word. */
  readonly seen: string;
  readonly wanted: string;
  /** What the X-ray or the Doctor says of it, as a sentence. */
  readonly because: string;
  /** The exchange that it is read from; null for none. */
  readonly sequence: number | null;
  /** One thing to do: a word and the address that it leads to. */
  readonly act: { readonly label: string; readonly to: string } | null;
}

/** How the person of a lesson's solution goes through its steps. */
export type Solution = readonly ((learner: Learner) => Promise<void>)[];

/** Another way through one step. */
export interface Alternative {
  /** Its place, from 0. */
  readonly step: number;
  readonly name: string;
  readonly act: (learner: Learner) => Promise<void>;
}

/** A way to miss one step, and what is said of it. */
export interface Mistake extends Alternative {
  /** The headline that is shown. */
  readonly told: string;
}
