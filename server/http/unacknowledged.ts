import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

const hex = (port: number | undefined): string => (port ?? 0).toString(16).toUpperCase().padStart(4, '0')

/**
 * What the system has sent on a connection, or is still to send, without the other side having taken it; its change
 * tells a slow reader from one that stands still. The system takes in megabytes at a time on a fast line, so that
 * Node itself may see nothing move for a minute. Empty where the system doesn't say (only Linux does).
 */
export async function unacknowledged({ localPort, remotePort, remoteFamily }: Socket): Promise<string> {
  const row = new RegExp(`:${hex(localPort)} [\\dA-F]+:${hex(remotePort)} [\\dA-F]{2} ([\\dA-F]+):`, 'g')
  // A server that listens on all addresses has its IPv4 connections among those of IPv6.
  const tables = remoteFamily === 'IPv4' ? ['tcp'] : ['tcp6', 'tcp']
  const texts = await Promise.all(
    tables.map((table) => readFile(`/proc/self/net/${table}`, 'latin1').catch(() => '')),
  )
  return texts.flatMap((text) => Array.from(text.matchAll(row), ([, bytes]) => bytes)).join()
}
