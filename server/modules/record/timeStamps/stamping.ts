import { createHash, type X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { type Checkpoint, keepTimeStamp } from '../checkpoints/checkpoints.ts'
import { TimeStampRefused, timeStampRequest, tokenOf, verifyTimeStamp } from './token.ts'

/** The time-stamping service of the installation (CHAIN-03). */
export interface TimeStampService {
  /** http or https. */
  url: string
  /** Whose certificates are trusted; of anybody where there are none. */
  trusted: readonly X509Certificate[]
}

/** Checkpoints that are stamped in one run, and days after which one that no service would stamp is left without. */
const MAX_STAMPED = 500
const DAYS = 7
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 1_048_576

/** What a service stamps: the hash of a checkpoint's signature, which is of all that it says. */
export const stampedHash = ({ signature }: Pick<Checkpoint, 'signature'>): Buffer =>
  createHash('sha256').update(signature).digest()

/**
 * Has the checkpoints stamped that have no time stamp yet, the newest of each record first of all (CHAIN-03). A service that
 * is away or wrong costs the time stamps alone; they are asked for again.
 */
export async function stampDue(
  db: Database,
  { url, trusted }: TimeStampService,
  log: { warn(about: object, message: string): void },
): Promise<void> {
  const { rows } = await sql<Pick<Checkpoint, 'organisation' | 'id' | 'signature'>>`
    select organisation_id as organisation, id, signature from record_checkpoint
    where time_stamp is null and at > now() - make_interval(days => ${DAYS})
    order by at desc limit ${MAX_STAMPED}`.execute(db)
  for (const checkpoint of rows) {
    try {
      const hash = stampedHash(checkpoint)
      const { request, nonce } = timeStampRequest(hash)
      const token = tokenOf(await ask(url, request), nonce)
      verifyTimeStamp(token, hash, trusted)
      await keepTimeStamp(db, checkpoint, token)
    } catch (err) {
      log.warn({ err, url }, 'a checkpoint of the record could not be stamped')
      return
    }
  }
}

/** @throws TimeStampRefused, and where the service can't be reached */
async function ask(url: string, request: Buffer): Promise<Buffer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array(request),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.ok || !type.startsWith('application/timestamp-reply')) {
    throw new TimeStampRefused(`The service answered ${answer.status} ${type}.`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new TimeStampRefused('The answer of the service is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
