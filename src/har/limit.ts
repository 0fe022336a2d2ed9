export const mostHarBytes = 32 * 1024 * 1024;
