/** The engine's one door: `createPlatform` and the types of what crosses it. Nothing else is public. */
export { createPlatform } from './platform.ts';
export { SnapshotTooNew } from './state/migrations/migrate.ts';
export { signRequest } from './auth/signature.ts';
export { s256 } from './auth/pkce.ts';
export type { SignatureSteps, SignedParameter, OAuthCredentials } from './auth/signature.ts';
export { diagnose } from './auth/doctor.ts';
export type {
  Diagnosis,
  Difference,
  DoctorContext,
  DoctorInput,
  Explanation,
  Finding,
  Proof,
  Verdict,
} from './auth/doctor.ts';
export type * from './public.ts';
export type * from './exchange.ts';
export type * from './describe.ts';
export { families } from './endpoint.ts';
export type { AuthKind, Example, Family } from './endpoint.ts';
export type { Choice } from './spec/choices.ts';
export { covers } from './auth/permissions.ts';
export type { PermissionLevel } from './auth/permissions.ts';
export { plans } from './limits/notation.ts';
export { appsPerProject } from './portal/plans.ts';
export type { Limit, LimitRule, Plan } from './limits/notation.ts';
export { header, isClosed, text, utf8 } from './http/messages.ts';
export type { Closed, HeaderList, HttpRequest, HttpResponse } from './http/messages.ts';
export type { ChangeSet, Snapshot, TableChanges } from './state/store.ts';
export type { Row } from './state/table.ts';
export type { Scenario } from './state/scenarios/scenario.ts';
export { decodeForm, encodeForm, encodeRfc3986 } from './http/encoding.ts';
export { splitUrl } from './http/url.ts';
export type { UrlParts } from './http/url.ts';
export { base64 } from './http/base64.ts';
