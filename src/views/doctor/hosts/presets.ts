/** Rules that many hosts have in common. A preset is only a suggestion, with its reason. */
import { decodeForm } from '../../../../worker/api.ts';
import type { Rules } from './profile.ts';

export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly rules: Rules;
  /** Why it is suggested for a request, as the end of a sentence; null if it is not suggested. */
  readonly because: (request: Suggested) => string | null;
}

/** The parts of a request that rules are suggested from. */
export interface Suggested {
  readonly host: string;
  readonly path: string;
  readonly body: string;
}

/** The RFC's own requirements: they never find fault with a valid request. */
export const plain: Rules = {
  address: '',
  method: 'declared',
  token: 'sent',
  parameters: 'header',
  realm: '',
  tolerance: null,
};

const byPath =
  (start: RegExp) =>
  ({ path }: Suggested): string | null => {
    const found = start.exec(path);
    return found && `the path begins with ${found[0]}`;
  };

export const presets: readonly [Preset, ...Preset[]] = [
  { id: 'plain', name: 'Plain RFC 5849', rules: plain, because: () => null },
  {
    id: 'woocommerce',
    name: 'WooCommerce',
    rules: { ...plain, token: 'never', parameters: 'query', tolerance: 900 },
    because: byPath(/^\/(?:wp-json\/wc\/|wc-api\/)/),
  },
  {
    id: 'magento',
    name: 'Magento',
    rules: { ...plain, method: 'HMAC-SHA256', token: 'always', tolerance: 600 },
    because: byPath(/^\/rest\/(?:[\w-]+\/)?V1\//),
  },
  {
    id: 'netsuite',
    name: 'NetSuite',
    rules: { ...plain, method: 'HMAC-SHA256', token: 'always', tolerance: 300 },
    because: ({ host }) =>
      /\.(?:suitetalk|restlets)\./.test(host) ? 'the host is one of its addresses' : null,
  },
  {
    id: 'lti',
    name: 'LTI 1.1 launch',
    rules: { ...plain, method: 'HMAC-SHA1', token: 'never', parameters: 'form', tolerance: 5400 },
    because: ({ body }) =>
      decodeForm(body).some(([name]) => name === 'lti_message_type') ? 'the form has lti_message_type' : null,
  },
];

/** The first preset that a request suggests; null if there is none. */
export function suggested(request: Suggested): { readonly preset: Preset; readonly because: string } | null {
  for (const preset of presets) {
    const because = preset.because(request);
    if (because !== null) return { preset, because };
  }
  return null;
}

/**
 * The preset with these rules. Address, realm and the place of the parameters are not compared, because each host may
 * choose its own.
 */
export const presetOf = ({ method, token, tolerance }: Rules): Preset | null =>
  presets.find(
    ({ rules }) => rules.method === method && rules.token === token && rules.tolerance === tolerance,
  ) ?? null;
