/** Names of parameters and headers whose values must stay secret. */
export const secretNames =
  '(?:[\\w.-]*(?:secret|password|verifier|nonce|signature)|(?:oauth|access|refresh|request|bearer)_token|token|code|authorization|proxy-authorization|cookie)';
const secretName = new RegExp(`^${secretNames}$`, 'i');
export const isSecretName = (name: string): boolean => secretName.test(name);
