import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import type { Client } from '../client.ts'
import { secondReading } from '../pdfium.ts'
import { unpacked } from '../unpacked.ts'

/** What somebody was given. */
export interface Given {
  /** What was asked for. */
  from: string
  /** The answer's bytes. */
  body: Buffer
}

/** What leads to contents: an address of ours, or one of a store of objects, which asks nobody who they are. */
const LEADS_TO_CONTENT = /^(\/files\/|https?:\/\/[^/]+\/[^?]*\?.*X-Amz-Signature=)/

/** What lies behind an address, and behind where it leads. */
export async function follow(client: Client, address: string): Promise<Given[]> {
  const answer = await (address.startsWith('/') ? client.request(address) : fetch(address))
  const given = [{ from: address, body: Buffer.from(await answer.arrayBuffer()) }]
  const next = answer.headers.get('location')
  return next && LEADS_TO_CONTENT.test(next) ? [...given, ...(await follow(client, next))] : given
}

/** The addresses of contents in answers. */
export const addressesIn = (given: readonly Given[]): string[] =>
  given.flatMap(({ body }) =>
    [...body.toString().matchAll(/(?:\/files\/|https?:\/\/)[^"\\]+/g)]
      .map(([found]) => found)
      .filter((found) => LEADS_TO_CONTENT.test(found)),
  )

/** The words of PDFs among what was given, and of those in zips, which lie packed in them. */
export async function inPdfs(given: readonly Given[]): Promise<Given[]> {
  const files = given.flatMap(({ from, body }) => {
    if (body.subarray(0, 2).toString() !== 'PK') return [{ from, body }]
    return Object.entries(unzipSync(new Uint8Array(body))).map(([name, bytes]) => ({
      from: `${from} ${name}`,
      body: Buffer.from(bytes),
    }))
  })
  const read: Given[] = []
  for (const { from, body } of files) {
    read.push({ from, body })
    if (!body.subarray(0, 5).equals(Buffer.from('%PDF-'))) continue
    read.push({ from: `words of ${from}`, body: Buffer.from((await secondReading(body)).join(' ')) })
    read.push({ from: `streams of ${from}`, body: Buffer.from(unpacked(body), 'latin1') })
  }
  return read
}

/** Bytes of a file by which a part of it is known. */
const WINDOW = 48

/** @returns whether something that was given has one of the words, a part of the file's bytes, or its hash */
export function tellsOf(words: readonly string[], file: Buffer): (given: Given) => boolean {
  const hash = createHash('sha256').update(file).digest('hex')
  return ({ body }) => {
    const text = body.toString('latin1').toLowerCase()
    if ([...words, hash].some((word) => text.includes(word))) return true
    for (let at = 0; at + WINDOW <= file.length; at += WINDOW) {
      if (body.includes(file.subarray(at, at + WINDOW))) return true
    }
    return false
  }
}
