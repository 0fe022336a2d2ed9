/** A file and all of its imports as the text of one script. */
declare module '*?program' {
  const text: string;
  export default text;
}

/** The address of a page that contains only this page, in a sandboxed frame, with its one script inlined. */
declare module '*?sandbox' {
  const url: string;
  export default url;
}
