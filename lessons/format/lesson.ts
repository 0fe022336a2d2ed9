/** The parts of a lesson. CONTRIBUTING.md explains how to write one. */
import type { ActKind, Failure, Plan } from '../../engine/inside.ts';
import type { Evidence, Facts } from './facts.ts';
import type { Learner } from './learner.ts';

export const groups = ['Signing', 'People', 'Data', 'Limits', 'Events', 'Feeds'] as const;
export type Group = (typeof groups)[number];

export interface Lesson {
  /** Its position in the list, from 1. */
  readonly number: number;
  /** Its folder is `NN-slug`, and its address `#/learn/slug`. */
  readonly slug: string;
  readonly group: Group;
  readonly title: string;
  readonly minutes: number;
  /** The problem in the words that people search for. The list shows the first ones. */
  readonly searchedFor: readonly [string, ...string[]];
  /** The problem at the start, and what the lesson achieves, in at most 60 words. */
  readonly about: string;
  readonly start: Start;
  /** Whether its checks use the Signature doctor, which is then loaded. */
  readonly asksDoctor?: true;
  /** Four to seven. */
  readonly steps: readonly Step[];
}

/** The world at the start of a lesson. */
export interface Start {
  /** A sentence for the person: which App, plan and time. */
  readonly about: string;
  readonly scenario: 'starter' | 'small' | 'empty';
  readonly seed: string;
  /** ISO 8601, on the platform's clock. */
  readonly at: string;
  /** The plan of the first Project. */
  readonly plan?: Plan;
  /** The App and the user at the start, by name; by default the first ones. */
  readonly app?: string;
  readonly as?: string;
  /** Changes to the scenario, made as a person would make them. */
  readonly arrange?: (learner: Learner) => Promise<void>;
}

/** An act of the page that would do a step: an act on a refusal, or the change of a line of the receiver. */
export type WithheldAct = ActKind | 'changeReceiver';

export interface Step {
  readonly title: string;
  /** The task, in at most 60 words. `**` around what to look for, backticks around code. */
  readonly text: string;
  /** The facts that complete it, in this order: each is searched for after the one before it. */
  readonly facts: readonly [Fact, ...Fact[]];
  /** Why it worked, in two sentences. */
  readonly why: string;
  /** The hints: where to look, which field, and the value with its reason. */
  readonly hints: readonly [look: string, field: string, value: string];
  /** The last help: an address with everything filled in. The person still presses the button. */
  readonly filled: string;
  /** The place of the step: an address of the page. */
  readonly at: string;
  /** The acts that would do the step for the person. */
  readonly withheld?: readonly WithheldAct[];
  /** The failures that the platform produces in this step, by the endpoint's id. */
  readonly failures?: readonly (readonly [endpointId: string, failure: Failure, times?: number])[];
  /** Texts that the person writes down in the step itself, with their labels. Each is a fact: `facts.written`. */
  readonly asks?: string;
}

export interface Fact {
  /** Ends the sentence “Ticks when …”. `**` around what matters. */
  readonly text: string;
  /** The earliest evidence that it happened; null if there is none. */
  readonly met: (facts: Facts) => Evidence | null;
  /** The latest failed attempt; null if there was none. Unrelated calls do not count as attempts. */
  readonly missed: (facts: Facts) => Miss | null;
}

/** Why a fact is not met yet, as shown to the person. */
export interface Miss {
  readonly headline: string;
  /** What was observed, and what would have been a tick: each completes a line that begins with that word. */
  readonly seen: string;
  readonly wanted: string;
  /** The explanation of the X-ray or the Doctor, as a sentence. */
  readonly because: string;
  /** The exchange that shows it; null for none. */
  readonly sequence: number | null;
  /** One thing to do: a label and the address that it leads to. */
  readonly act: { readonly label: string; readonly to: string } | null;
}

/** How a lesson's solution does its steps. */
export type Solution = readonly ((learner: Learner) => Promise<void>)[];

/** An alternative solution of one step. */
export interface Alternative {
  /** Its index, from 0. */
  readonly step: number;
  readonly name: string;
  readonly act: (learner: Learner) => Promise<void>;
}

/** A failed attempt at one step, and the message for it. */
export interface Mistake extends Alternative {
  /** The expected headline. */
  readonly told: string;
}
