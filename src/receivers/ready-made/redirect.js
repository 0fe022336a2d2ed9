/** @param {Request} request */
export default async function (request) {
  // As many hosts do with a slash at the end, or without it. The platform follows no redirect.
  const { origin, pathname, search } = new URL(request.url);
  return Response.redirect(`${origin}${pathname.replace(/\/?$/, '/new/')}${search}`, 302);
}
