import { mask } from '../../../parts/mask.ts';
import { publicFields, secretFields } from '../call/call-credential.ts';
import type { CallCredential } from '../../../call/call-key.ts';
import type { SecretField } from '../call/call-credential.ts';
import type { MessagePart } from './request-text.ts';

/** The secret values of a credential that may be in a message. */
export function secretsIn(credential: CallCredential | null): string[] {
  if (!credential) return [];
  const values = credential as Partial<Record<SecretField, string | null>>;
  const fields: readonly SecretField[] = secretFields[credential.kind];
  return fields.filter((field) => !publicFields.includes(field)).flatMap((field) => values[field] || []);
}

/** A piece of the message with bare credentials and other secrets masked. */
export function masked({ text, origin }: MessagePart, secrets: readonly string[]): string {
  if (origin === 'K') return mask(text);
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, mask(secret)), text);
}
