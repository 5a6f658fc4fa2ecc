// Headers that every response has: what browsers may not do with it.

/** A response that is no page: nothing in it is ever run, framed, or used by another site. */
const HEADERS = Object.freeze({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // With no-referrer browsers would hide the Origin of forms.
  'referrer-policy': 'same-origin',
});

/** The response with those headers that it has not set itself. */
export function withSafeHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(HEADERS))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}
