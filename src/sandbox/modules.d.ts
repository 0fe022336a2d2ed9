/** A file with all that it imports as the text of one script. */
declare module '*?program' {
  const text: string;
  export default text;
}

/** The address of a page whose only script stands in it, under a policy that admits this one by its hash. */
declare module '*?sandbox' {
  const url: string;
  export default url;
}
