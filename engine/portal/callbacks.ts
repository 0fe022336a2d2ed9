/** Which callback URLs an App may have: platform.md 5, rule 4, and 2.8. */
import { splitUrl } from '../http/url.ts';

/** At most this many per App. */
export const mostCallbacks = 10;

/** platform.md 2.8. */
export const disallowedProtocols: ReadonlySet<string> = new Set(
  (
    'vbscript javascript vbs data mocha keyword livescript ftp file gopher acrobat callto daap itpc itms firefoxurl hcp ldap ' +
    'mailto mmst mmsu msbd rtsp mso-offdap snews news nntp outlook stssync rlogin telnet tn3270 shell sip'
  ).split(' '),
);

/** Why a callback URL is refused; null for one that is allowed. */
export function callbackObjection(url: string): string | null {
  if (url.length > 1000) return 'A callback URL has at most 1000 characters.';
  // Visible ASCII alone: what is compared to the letter must be what one sees.
  if (!/^[\x21-\x7e]+$/.test(url))
    return 'A callback URL is written in ASCII without spaces; encode other characters.';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (!scheme) return 'A callback URL starts with a scheme, such as https:// or myapp://.';
  if (disallowedProtocols.has(scheme)) return `The protocol ${scheme} is not allowed for callbacks (2.8).`;
  if (url.includes('#')) return 'A callback URL has no fragment: request-specific data travels in state.';
  return scheme === 'http' || scheme === 'https' ? webObjection(url) : customObjection(url);
}

const noLocalhost = 'localhost must not be used; take http://127.0.0.1 or a host of your own.';

const isLocalhost = (host: string): boolean => /^(.*\.)?localhost\.?$/i.test(host);

function webObjection(url: string): string | null {
  const parts = splitUrl(url);
  if (!parts || url.includes('@')) return 'This is not a complete address: https://host/path is expected.';
  return isLocalhost(parts.host) ? noLocalhost : null;
}

/** Custom protocol URLs need a domain and a path part. */
function customObjection(url: string): string | null {
  const domain = /^[a-z][a-z0-9+.-]*:\/\/([^/?@:]+)(?::\d+)?\/[^?]+/i.exec(url)?.[1];
  if (!domain) return 'A custom protocol URL needs a domain and a path: myapp://host/path.';
  return isLocalhost(domain) ? noLocalhost : null;
}
