/** What is fetched when it is first asked for. */
import { arriving } from './declaration/arriving.ts';
import type { ScenarioFile } from './scenario-file/read.ts';

/** The register of choices, for anyone who reads why: nothing in the platform needs its texts. */
export const loadChoices = async () =>
  (await arriving(() => import('./spec/choice-titles.ts'))).titledChoices;

/** The Signature doctor: nothing in the platform knows it, and it is fetched when it is first asked. */
export const loadDoctor = () => arriving(() => import('./doctor/signature/doctor.ts'));

/** What tries out calls against limits: signing them again and again, strategies of waiting, what a load costs on each plan. */
export const loadTrials = () => arriving(() => import('./load-trial/index.ts'));

/** What writes files of feeds that a shop might have. */
export const loadGenerator = () => arriving(() => import('./feeds/generate/generate.ts'));

/** What opens a snapshot: the ways from earlier schemas to the present one, and the rules that rows keep. */
export const loadOpening = () => arriving(() => import('./state/open-snapshot.ts'));

/** What checks a snapshot from outside by the doors where its fields are set. */
export const loadAdmission = () => arriving(() => import('./admission/index.ts'));

/**
 * Reads a scenario file, YAML or JSON, to begin worlds with. `file` is what messages call it. Rejects with `ScenarioInvalid`,
 * whose message is one sentence that names the file, the line and the column.
 */
export const readScenario = async (text: string, file?: string): Promise<ScenarioFile> =>
  (await arriving(() => import('./scenario-file/read.ts'))).readScenario(text, file);

/** How a delivery is signed, and by what header. */
export const loadSignature = () => arriving(() => import('./webhooks/signature.ts'));

/** What a receiver that fails its challenge, or a consumer that cannot verify a delivery, did otherwise. */
export const loadCrcDoctor = () => arriving(() => import('./doctor/webhook/doctor.ts'));
