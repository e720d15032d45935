import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../access/errors.ts'
import { recordOfAccess } from '../../access/past.ts'
import { groupsBetween } from '../../access/pastSpans.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import {
  defineJob,
  dropJob,
  handles,
  type JobHandler,
  pendingKeys,
  queueJob,
} from '../../platform/jobs/index.ts'
import { namesByIds } from '../accounts/index.ts'
import { recordBy } from '../activity/index.ts'
import { treesKnown } from '../documents/index.ts'
import type { Files } from '../files/index.ts'
import { knowsQuestions } from '../questions/index.ts'
import { type MakingDeps, makeProof, SERVER_ERROR } from './making.ts'
import { makesProofs, mayHave, type Part, type Room } from './policy.ts'
import {
  cancelProof,
  countMaking,
  countProofs,
  failProofs,
  insertProof,
  makingIds,
  type ProofRow,
  proofById,
  proofsOf,
  roomOf,
} from './store.ts'

export { CERTIFICATE } from './making.ts'
export type { ProofRow } from './store.ts'

/** A certificate as somebody is shown it. */
export interface ShownProof extends ProofRow {
  /** Name of who asked for it. */
  by: string
  /** Addresses of its parts for them; none where they may not have it. */
  urls: string[]
}

export interface CertificateInput {
  portfolioId: string
  groupId: string | null
  from: Date
  to: Date
}

/** Certificates of deal rooms (PROOF-07 to PROOF-10). */
export interface Proofs {
  /** @throws NOT_FOUND for a room that is not in view, FORBIDDEN without DEALROOM_ADMIN on it */
  list(
    actor: Actor,
    portfolioId: string,
    page: { limit: number; offset: number },
  ): Promise<{ count: number; knownSince: Date; items: ShownProof[] }>
  /**
   * Queues a certificate.
   * @throws as `list`; BAD_USER_INPUT for an interval that the record does not answer for, and for a group that had no
   * access in it, CONFLICT for a fourth one in the making
   */
  make(actor: Actor, input: CertificateInput): Promise<ShownProof>
  /** @throws as `list`; NOT_FOUND for an unknown one */
  cancel(actor: Actor, id: string): Promise<void>
  /** Whether the actor may read the files of a certificate now. */
  mayRead(actor: Actor, proofId: string): Promise<boolean>
  jobs: readonly JobHandler[]
  /** Fails those that no job works on any more. */
  failLost(): Promise<void>
}

export interface ProofsDeps extends Omit<MakingDeps, 'db' | 'files' | 'partsKnown'> {
  db: Database
  jobsDb: Database
  files: Pick<Files, 'keep' | 'address'>
}

const certificateJob = defineJob<{ proofId: string }>('make_certificate', { lane: 'long' })
/** One after the other, in whichever process: each reads a whole room. */
const QUEUE = 'room_proofs'
const jobKey = (id: string): string => `room_proof:${id}`

/** Certificates that one person may have in the making. */
const MAX_MAKING = 3
/** Milliseconds by which the clock of who asks may be ahead. */
const AHEAD_MS = 60_000
const TOO_EARLY = 'The record of access does not go back that far. Please choose a later moment.'
const TO_COME = 'Please choose a moment that is not in the future.'
const NO_INTERVAL = 'Please choose a first moment before the second.'
const NO_ACCESS = 'This group had no access to the room in this time. Please choose another one.'

/** @throws FORBIDDEN for whoever asks for no certificates of the room */
const maker = (actor: Actor, room: Room): Actor => {
  if (!makesProofs(actor, room)) throw forbidden()
  return actor
}

/** What the actor knows whole in a room, and so may have certified. */
const partsKnown = (actor: Actor, room: Room): Part[] => [
  ...treesKnown(actor, room).filter((type) => type !== 'O_AND_M'),
  ...(knowsQuestions(actor, room) ? (['QUESTIONS'] as const) : []),
]

export function createProofs(deps: ProofsDeps): Proofs {
  const { db, jobsDb, files, funds } = deps

  /** @throws NOT_FOUND, FORBIDDEN */
  const roomFor = async (actor: Actor, portfolioId: string): Promise<Room> => {
    const found = isId(portfolioId) ? await funds.portfolio(actor, portfolioId) : null
    if (!found) throw notFound('Portfolio')
    const room: Room = { kind: 'portfolio', organisationId: found.organisationId, portfolioId: found.id }
    if (!makesProofs(actor, room)) throw forbidden()
    return room
  }

  const shown = async (actor: Actor, rows: readonly ProofRow[]): Promise<ShownProof[]> => {
    const names = await namesByIds(
      db,
      rows.map(({ personId }) => personId),
    )
    return rows.map((row) => {
      const by = names.get(row.personId) ?? ''
      const mayTake = row.state === 'READY' && mayHave(partsKnown(actor, roomOf(row)), row.covers)
      if (!mayTake) return { ...row, by, urls: [], size: null, sha256: null }
      const ids = [row.pdfFileId, row.sheetFileId].filter((id) => id !== null)
      return { ...row, by, urls: ids.map((id) => files.address(actor.personId, id)) }
    })
  }

  /** @throws BAD_USER_INPUT */
  const checkInterval = async (on: Connection, { from, to }: { from: Date; to: Date }) => {
    const { since, now } = await recordOfAccess(on)
    const present = new Date(now)
    if (from < since) throw badInput(TOO_EARLY, { from: TOO_EARLY })
    if (to.getTime() - present.getTime() > AHEAD_MS) throw badInput(TO_COME, { to: TO_COME })
    const until = to > present ? present : to
    if (from >= until) throw badInput(NO_INTERVAL, { from: NO_INTERVAL })
    return { from, to: until }
  }

  return {
    list: async (actor, portfolioId, page) => {
      const room = await roomFor(actor, portfolioId)
      const { since } = await recordOfAccess(db)
      const rows = await proofsOf(db, room.portfolioId, page)
      return {
        count: await countProofs(db, room.portfolioId),
        knownSince: since,
        items: await shown(actor, rows),
      }
    },
    make: async (actor, { portfolioId, groupId, ...asked }) => {
      const room = await roomFor(actor, portfolioId)
      const interval = await checkInterval(db, asked)
      const made = await withLock(db, rowLock('person', actor.personId), async (tx) => {
        const held = await reauthorise(tx, actor, (now) => maker(now, room))
        if ((await countMaking(tx, held.personId)) >= MAX_MAKING) {
          throw conflict(
            `${MAX_MAKING} of your certificates are still being made. Please wait until one of them is ready.`,
          )
        }
        const moments = { from: interval.from.toISOString(), to: interval.to.toISOString() }
        const group =
          groupId === null
            ? null
            : isId(groupId)
              ? (await groupsBetween(tx, room, groupId, moments)).at(-1)
              : undefined
        if (group === undefined) throw badInput(NO_ACCESS, { groupId: NO_ACCESS })
        const proof = await insertProof(tx, {
          organisationId: room.organisationId,
          portfolioId: room.portfolioId,
          groupId,
          groupName: group?.name ?? null,
          ...interval,
          covers: partsKnown(held, room),
          personId: held.personId,
          sessionId: held.sessionId === '' ? null : held.sessionId,
        })
        await recordBy(tx, held, [
          {
            kind: 'MAKE_CERTIFICATE',
            organisationId: room.organisationId,
            subject: { kind: 'portfolio', id: room.portfolioId },
            detail: { ...moments, ...(groupId !== null && { groupId }) },
          },
        ])
        await queueJob(tx, certificateJob, { proofId: proof.id }, { key: jobKey(proof.id), queue: QUEUE })
        return proof
      })
      const [proof] = await shown(actor, [made])
      if (!proof) throw new Error('What was made is shown.')
      return proof
    },
    cancel: async (actor, id) => {
      const proof = isId(id) ? await proofById(db, id) : null
      if (!proof) throw notFound('Certificate')
      const room = await roomFor(actor, proof.portfolioId)
      await withLock(db, rowLock('room_proof', proof.id), async (tx) => {
        await reauthorise(tx, actor, (now) => maker(now, room))
        await cancelProof(tx, proof.id)
        await dropJob(tx, jobKey(proof.id))
      })
    },
    mayRead: async (actor, proofId) => {
      const proof = await proofById(db, proofId)
      if (proof?.state !== 'READY') return false
      const room = roomOf(proof)
      return makesProofs(actor, room) && mayHave(partsKnown(actor, room), proof.covers)
    },
    jobs: [
      handles(certificateJob, ({ proofId }, job) =>
        makeProof({ ...deps, db: jobsDb, partsKnown }, proofId, job),
      ),
    ],
    failLost: async () => {
      const ids = await makingIds(jobsDb)
      const pending = await pendingKeys(jobsDb, ids.map(jobKey))
      const lost = ids.filter((id) => !pending.has(jobKey(id)))
      if (lost.length > 0) await failProofs(jobsDb, lost, SERVER_ERROR)
    },
  }
}
