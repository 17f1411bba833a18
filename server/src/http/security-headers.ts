const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** For everything but the console's own files: shown as a page, it could do nothing. */
export const apiHeaders: Record<string, string> = {
  ...EVERYWHERE,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
}

/**
 * For the console's pages and files: nothing inline, nothing from elsewhere, and no text becomes markup. Frames contain
 * documents of runs, which have a policy of their own.
 */
const pagePolicy = (sendsTo: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...sendsTo].join(' '),
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** @param sendsTo the origins, besides this server's, to which the console sends files */
export function pageHeaders(sendsTo: readonly string[] = []): Record<string, string> {
  return { ...EVERYWHERE, 'content-security-policy': pagePolicy(sendsTo) }
}

export const transportSecurity = 'max-age=63072000; includeSubDomains'
