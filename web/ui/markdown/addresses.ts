/** Where a link in a text may lead: the web, a mail, or the product; null for anything else, such as a script. */
export function safeLink(url: string): { href: string; outside: boolean } | null {
  const address = url.trim()
  // A browser takes backslashes for slashes.
  if (/^(#|\/(?![/\\])|[a-z0-9][a-z0-9-]*$)/i.test(address)) return { href: address, outside: false }
  try {
    const { protocol } = new URL(address)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? { href: address, outside: true } : null
  } catch {
    return null
  }
}

/** Whether a picture is one of our own media; others would tell their servers who reads what (SUBP-34). */
export const isOwnImage = (url: string): boolean =>
  /^\/(holding-company-)?subpage-media\/[0-9a-f-]{36}\/?$/.test(url)
