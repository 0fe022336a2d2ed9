/** The bounds of a post's text, in characters (choice: fields). */
export const longestPost = 280;
