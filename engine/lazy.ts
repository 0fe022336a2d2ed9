/** Modules that are loaded on first use. */
import { arriving } from './declaration/arriving.ts';
import type { ScenarioFile } from './scenario-file/read.ts';

/** The register of choices. Only readers need its texts; the platform does not. */
export const loadChoices = async () =>
  (await arriving(() => import('./spec/choice-titles.ts'))).titledChoices;

/** The Signature doctor. No part of the platform imports it. */
export const loadDoctor = () => arriving(() => import('./doctor/signature/doctor.ts'));

/** Load trials: calls that are signed again and again, strategies of waiting, and what a load costs on each plan. */
export const loadTrials = () => arriving(() => import('./load-trial/index.ts'));

/** The generator of feed files like those of a shop. */
export const loadGenerator = () => arriving(() => import('./feeds/generate/generate.ts'));

/** Opens a snapshot: the migrations from earlier schemas, and the rules for rows. */
export const loadOpening = () => arriving(() => import('./state/open-snapshot.ts'));

/** The rules for imported snapshots, which are those of the endpoints and commands. */
export const loadAdmission = () => arriving(() => import('./admission/index.ts'));

/**
 * Reads a scenario file, YAML or JSON, from which worlds can start. `file` is its name in messages. Rejects with
 * `ScenarioInvalid`, whose message is one sentence that names the file, the line and the column.
 */
export const readScenario = async (text: string, file?: string): Promise<ScenarioFile> =>
  (await arriving(() => import('./scenario-file/read.ts'))).readScenario(text, file);

/** Reads YAML or JSON with the place of everything in it. */
export const loadYaml = () => arriving(() => import('./scenario-file/places.ts'));

/** How a delivery is signed, and in which header. */
export const loadSignature = () => arriving(() => import('./webhooks/signature.ts'));

/** Finds what a receiver that fails its challenge, or a consumer that cannot verify a delivery, did differently. */
export const loadCrcDoctor = () => arriving(() => import('./doctor/webhook/doctor.ts'));

/** Writes requests as HAR 1.2 has them. */
export const loadHarRequest = () => arriving(() => import('./http/har-request.ts'));
