/** A file with all that it imports as the text of one script. */
declare module '*?program' {
  const text: string;
  export default text;
}

/** The address of a page that holds nothing but this page, in a sandboxed frame, with its one script in it. */
declare module '*?sandbox' {
  const url: string;
  export default url;
}
