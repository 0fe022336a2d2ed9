/** What is said of something that is not there: by a refusal, and among what an answer gives (choice: v2-404). */
export const notFound = {
  code: 144,
  message: 'Nothing found with that id',
  title: 'Not Found Error',
} as const;

/** What is said of something that this caller has no business with (choices: protected-posts, blocking). */
export const notYours = {
  code: 220,
  message: 'Your credentials do not allow access to this resource',
  title: 'Forbidden',
} as const;
