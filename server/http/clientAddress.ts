import { isIPv6 } from 'node:net'

/**
 * Who counts as one client for throttles: an IPv4 address, or the first 64 bits of an IPv6 address, since each
 * household and each server has that many to choose from.
 * @param ip absent once the connection is gone, whatever Fastify's types say; those clients count as one, and get no answer
 */
export function clientAddress(ip: string | undefined): string {
  if (ip === undefined) return 'gone'
  const [plain = ip] = ip.split('%', 1)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail?.split(':') ?? [])]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
