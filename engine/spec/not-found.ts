/** The error for something that does not exist, in a refusal or a partial error (choice: v2-404). */
export const notFound = {
  code: 144,
  message: 'Nothing found with that id',
  title: 'Not Found Error',
} as const;

/** The error for something that the caller may not see (choices: protected-posts, blocking). */
export const notYours = {
  code: 220,
  message: 'Your credentials do not allow access to this resource',
  title: 'Forbidden',
} as const;
