/** @param {Request} request */
export default async function (request) {
  console.log(request.method, new URL(request.url).pathname);
  // What a handler throws is a 500 to the caller.
  throw new Error('The database is not there.');
}
