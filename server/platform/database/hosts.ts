const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s

/** Hosts that an address may name at most. */
const MAX_HOSTS = 9

/**
 * The addresses of each host of one that may name several, as `postgres://user:password@db1:5432,db2:5432/helioroom`
 * (SCALE-11), in their order.
 */
export function hostAddresses(url: string): string[] {
  const [, scheme = '', account = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  return hosts.split(',').map((host) => `${scheme}${account}${host}${rest}`)
}

/** Whether each host of an address can be read. */
export function isDatabaseAddress(url: string): boolean {
  const addresses = hostAddresses(url)
  const isListOf = addresses.length > 1
  return (
    PARTS.test(url) &&
    addresses.length <= MAX_HOSTS &&
    addresses.every((address) => {
      const parsed = URL.parse(address)
      return parsed !== null && (!isListOf || parsed.hostname !== '')
    })
  )
}

/** Hosts and name of a database for people, without account and password. */
export function placeIn(url: string): string {
  const places = hostAddresses(url).map((address) => {
    const { hostname, port, searchParams } = new URL(address)
    return `${decodeURIComponent(hostname) || searchParams.get('host') || 'localhost'}:${port || 5432}`
  })
  return `${places.join(',')}${new URL(hostAddresses(url)[0] ?? url).pathname}`
}
