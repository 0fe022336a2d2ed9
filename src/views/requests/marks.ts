import type { EndpointOutline, Plan } from '../../../worker/api.ts';

/** `U` and `A` as in the specification's notation: whom a call can be made for. */
export function authMarks({ auth }: EndpointOutline): string {
  const user = auth.includes('oauth1') || auth.includes('oauth2') || auth.includes('requestToken');
  const app = (['app', 'basic', 'consumer', 'client'] as const).some((kind) => auth.includes(kind));
  return [user && 'U', app && 'A'].filter(Boolean).join(' ');
}

const ascending: readonly Plan[] = ['free', 'basic', 'pro', 'enterprise'];
const names: Record<Plan, string> = { free: 'Free', basic: 'Basic', pro: 'Pro', enterprise: 'Enterprise' };

/** The lowest plan that has the endpoint, if the current one lacks it; otherwise null. */
export function lackingPlan({ plans }: EndpointOutline, plan: Plan | null): string | null {
  if (plan === null || plans.includes(plan)) return null;
  const least = ascending.find((each) => plans.includes(each));
  return least ? names[least] : null;
}

/** Whether all words of a search are in the path, method, summary or name of an endpoint. */
export function matches(endpoint: EndpointOutline, search: string): boolean {
  const text = `${endpoint.method} ${endpoint.path} ${endpoint.summary} ${endpoint.id}`.toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
