/**
 * The engine's interface for the worker and the page: the public one, and the internals that only these two need. Like
 * `index.ts`, it only re-exports.
 */
export * from './index.ts';
export { composePlatform, defaultStart } from './platform.ts';
export type { ComposeOptions } from './platform.ts';
export { scenarios } from './scenarios/index.ts';
export { arriving } from './declaration/arriving.ts';
export { families } from './endpoints/index.ts';
export { changesOf, keyOf, tables } from './state/tables/index.ts';
export { failing } from './failing/families.ts';
export { Failures } from './failing/failure.ts';
export type { Failure } from './failing/failure.ts';
export type {
  ComparedPart,
  Diagnosis,
  Difference,
  DoctorContext,
  DoctorInput,
  Explanation,
  Finding,
  HostRules,
  Printed,
  PrintedComparison,
  Proof,
  SecretPair,
  Verdict,
} from './doctor/signature/types.ts';
export type { SignatureMethod } from './doctor/signature/methods.ts';
export type {
  ChangedLine,
  CodeHint,
  CrcDiagnosis,
  CrcQuestion,
  KnownValues,
  LabelledSecret,
  WebhookMistake,
  MistakePart,
  PastedAnswer,
  RuleRow,
  RuleState,
  SignatureDiagnosis,
  SignatureQuestion,
  Source,
  Tried,
  TriedOutcome,
  ValueDifference,
} from './doctor/webhook/types.ts';
export {
  loadAdmission,
  loadChoices,
  loadGenerator,
  loadHarRequest,
  loadOpening,
  loadTrials,
  loadYaml,
} from './lazy.ts';
export type { Act, ActKind, Advice, Allowance, Change, GenerateToken, SignIn } from './remedies/act.ts';
export type { HistoryStanding } from './history/history.ts';
export type { ReadWorldRecipe, WorldRecipe } from './scenario-file/recipe.ts';
export type { WrittenRecipe } from './scenario-file/recipe-of.ts';
export type { Browsed, BrowsedKind, Census, Found, Marked, NewPosts, Standing } from './explorer/contract.ts';
export type {
  FoundPost,
  RuleInForce,
  RulesInForce,
  StreamFinding,
  TriedRule,
} from './endpoints/v2/search/questions.ts';
export type { OperatorHelp } from './search/operator-help.ts';
export type { Place } from './search/places.ts';
export type { Place as YamlPlace } from './scenario-file/places.ts';
export type { ListedEntry, ListNow } from './pipeline/list-now.ts';
export type { FilterProblem } from './checked/filter-words.ts';
export type { ExchangePage, ExchangeQuery } from './exchanges/query.ts';
export type { HarQuery } from './pipeline/exchange-questions.ts';
export type { HarFile } from './har/file.ts';
export type { MaskedKind } from './har/secrets.ts';
export type { Again } from './http/messages.ts';
export type {
  ExchangeGist,
  ExchangeRows,
  FilteredExchanges,
  FoundExchanges,
  LogContents,
  RefusalCount,
} from './exchanges/filter/contract.ts';
export { findExchanges } from './exchanges/filter/find.ts';
export type { FirstSteps } from './exchanges/first-steps.ts';
export type {
  AppView,
  ItemChange,
  Made,
  Notice,
  Portal,
  PortalResult,
  ProjectView,
  ReceiverView,
  Settled,
  UserView,
} from './portal/contract.ts';
export { refuserOf } from './limits/refuser.ts';
export type { Refuser } from './limits/refuser.ts';
export type { AbuseInUse, LimitSample, LimitsReport, MonthlyCap, WindowInUse } from './limits/report.ts';
export type { CatalogContents, CatalogOverview, SetGist } from './merchants/overview.ts';
export type { AttributeName } from './catalog/attributes.ts';
export type { ProductDetail, SetStanding } from './catalog/detail.ts';
export type { LastWrite } from './catalog/writers.ts';
export type { AsSet, GridAnswer, GridRows, GridView, GridWindow } from './catalog/grid/contract.ts';
export type { CatalogRefusal } from './merchants/refusal.ts';
export type { ProductFilter } from './state/tables/catalog.ts';
export type { DraftFilter, FilterFlaw } from './catalog/filters.ts';
export type { Funnel, FunnelAsked, Match, Part as FunnelPart } from './catalog/funnel.ts';
export type { EarlierRun, Moved, SetHistory, ToldCause } from './catalog/set-history.ts';
export type { FilterRules, Named, SavedSet } from './catalog/set-questions.ts';
export type { Found as FoundProducts } from './catalog/title-search.ts';
export type { GeneratedOutlook } from './feeds/generate/outlook.ts';
export type { FileFormat, Recipe, RowFault } from './feeds/generate/recipe.ts';
export type { DueTime, NextRuns } from './feeds/next-runs.ts';
export type { FeedPreview, PreviewColumn, PreviewFault } from './feeds/preview.ts';
export type { Merchant, MerchantCatalog } from './feeds/questions.ts';
export type { ReadField, RejectedLine } from './feeds/rejected.ts';
export type {
  FeedDetail,
  NamedSetChange,
  PlannedRuns,
  RunFigures,
  RunHead,
  RunUnderWay,
} from './feeds/run-questions.ts';
export type { MerchantFeed, RunGist } from './feeds/views.ts';
export { crcLimits, deliveryLimits } from './webhooks/limits.ts';
export { mostCallsOfJump } from './state/jumps.ts';
export type { ClockJump, JumpUnderWay } from './state/jumps.ts';
export type { AppWebhooks, CheckMade, Webhook, WebhooksReport } from './webhooks/report.ts';
export type {
  ActivityPage,
  ActivityReport,
  EventGist,
  EventState,
  ReportedEvent,
} from './account-activity/report.ts';
export type { Cause as AttemptCause, Attempt as DeliveryAttempt } from './account-activity/attempts.ts';
export { readAuthorization } from './auth/header.ts';
export { authorized, prove } from './auth/prove.ts';
export { timestampTolerance } from './auth/timestamp.ts';
export { isList, isOneOf, isRecord, isText, isWhole, keysOf } from './checked/is.ts';
export { asText, checked, itemAt, known, lastOf, recordOf, valueOf } from './checked/known.ts';
export type { CallKey, ProvedRequest } from './auth/prove.ts';
export type { RepeatedCall } from './load-trial/call.ts';
export type { Demand, PlanForecast } from './load-trial/forecast.ts';
export type { LoadTrial, Pause, TriedLoad } from './load-trial/try-load.ts';
export type { LastAnswer, OwnWaiting, Waiting } from './load-trial/waiting.ts';
export type { Shown } from './auth/credentials.ts';
export type { CallStanding, RowStanding } from './auth/standing.ts';
export type { TokenLife } from './auth/token-life.ts';
export type { AppSettings, SettingProblems } from './portal/settings.ts';
export type { JsonSchema } from './declaration/json-schema.ts';
export type { Family, Route } from './declaration/family.ts';
export type { OutgoingCall, Reply } from './declaration/services.ts';
export type { Effect, FamilyWork, JobHandler, WorkHandlers } from './declaration/work.ts';
export type { AuthKind } from './spec/auth-kinds.ts';
export type { Example } from './declaration/endpoint.ts';
export type { TitledChoice as Choice } from './spec/choice-titles.ts';
export { inGroups } from './spec/in-groups.ts';
export { covers, permissionLevels } from './spec/permissions.ts';
export { scopeTexts } from './spec/scopes.ts';
export { codeLifetime, mostWrongVerifiers, requestTokenLifetime } from './spec/lifetimes.ts';
export { longestPost } from './spec/posts.ts';
export { capital } from './spec/capital.ts';
export { appsPerProject, planName, plans } from './spec/plans.ts';
export { webhooksPerApp } from './spec/webhook-plans.ts';
export type { Limit, LimitRule, PlanLimits } from './spec/limits.ts';
export { Gate } from './outbox/gate.ts';
export type { TableChanges } from './state/store/store.ts';
export type { LoadedSnapshot } from './state/loaded-snapshot.ts';
export type { SnapshotReader } from './state/open-snapshot.ts';
export type { Block, SnapshotBlocks } from './state/store/snapshot.ts';
export type { Row } from './state/store/table.ts';
export type { Arriving, LateBlocks, LatePiece } from './state/arrival.ts';
export { decodeForm, encodeForm, encodeRfc3986, isForm } from './http/encoding.ts';
export { splitUrl } from './http/url.ts';
export { signatureSteps } from './auth/signature.ts';
export { specialNameOf } from './spec/special-names.ts';
export type { UrlParts } from './http/url.ts';
export { base64, decodeBase64 } from './http/base64.ts';
export { unshared } from './http/unshared.ts';
