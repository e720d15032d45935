import type { Actor } from '../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../access/errors.ts'
import { recordOfAccess } from '../../access/past.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { roomScope, scopeOf } from '../../access/scopes.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { defineJob, dropJob, handles, type JobHandler, pendingKeys } from '../../platform/jobs/index.ts'
import type { Signer } from '../../platform/signing.ts'
import { trueNow } from '../../platform/trueTime.ts'
import { namesByIds } from '../accounts/index.ts'
import { treesKnown } from '../documents/index.ts'
import type { Files } from '../files/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Memberships } from '../memberships/index.ts'
import { knowsQuestions } from '../questions/index.ts'
import {
  type ArchiveDoor,
  createArchiveDoor,
  groupIn,
  NO_ACCESS,
  partUrl,
  requireTurn,
} from './archiveDoor.ts'
import { type ArchivingDeps, archiveJob, makeArchive, verifyArchive, verifyArchiveJob } from './archiving.ts'
import { beginProof, jobKey } from './beginning.ts'
import { type Closing, createClosing } from './closing.ts'
import { SERVER_ERROR } from './failures.ts'
import { linksOf } from './links.ts'
import { type MakingDeps, makeProof } from './making.ts'
import { makesArchives, makesProofs, mayHave, type Part, type Room } from './policy.ts'
import type { ShownProof } from './shown.ts'
import {
  cancelProof,
  countProofs,
  endedAmong,
  failProofs,
  makingIds,
  type ProofRow,
  proofById,
  proofsOf,
} from './store.ts'

export { CERTIFICATE } from './making.ts'
export type { ShownLink, ShownPart, ShownProof } from './shown.ts'
export type { ProofRow } from './store.ts'

export interface CertificateInput {
  portfolioId: string
  groupId: string | null
  from: Date
  to: Date
}

/** Certificates of deal rooms (PROOF-07 to PROOF-10), and their archives. */
export interface Proofs extends ArchiveDoor, Closing {
  /** @throws NOT_FOUND for a room that is not in view, FORBIDDEN without DEALROOM_ADMIN on it */
  list(
    actor: Actor,
    asked: { portfolioId: string; kind: ProofRow['kind'] | null },
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
  /** Fails those that no job works on any more, and removes the parts of archives that nobody may have. */
  failLost(): Promise<void>
}

export interface ProofsDeps
  extends Omit<MakingDeps, 'db' | 'files' | 'partsKnown'>,
    Omit<ArchivingDeps, 'db' | 'partsKnown' | 'signer'> {
  signer: Pick<Signer, 'secret' | 'fileUrl'>
  db: Database
  jobsDb: Database
  files: Pick<Files, 'keep' | 'address'>
  funds: Pick<Funds, 'portfolio' | 'roomStates'>
  memberships: Pick<Memberships, 'accessEnds'>
}

const certificateJob = defineJob<{ proofId: string }>('make_certificate', { lane: 'long' })
/** One after the other, in whichever process: each reads a whole room. */
const QUEUE = 'room_proofs'

/** Milliseconds by which the clock of who asks may be ahead. */
const AHEAD_MS = 60_000
const TOO_EARLY = 'The record of access does not go back that far. Please choose a later moment.'
const TO_COME = 'Please choose a moment that is not in the future.'
const NO_INTERVAL = 'Please choose a first moment before the second.'

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
  const { db, jobsDb, files, funds, archives } = deps

  /** @throws NOT_FOUND, FORBIDDEN */
  const roomFor = async (actor: Actor, portfolioId: string): Promise<Room> => {
    const found = isId(portfolioId) ? await funds.portfolio(actor, portfolioId) : null
    if (!found) throw notFound('Portfolio')
    const room = roomScope(found)
    if (!makesProofs(actor, room)) throw forbidden()
    return room
  }

  const shown = async (actor: Actor, rows: readonly ProofRow[]): Promise<ShownProof[]> => {
    const archiveIds = rows.flatMap(({ kind, id }) => (kind === 'ARCHIVE' ? [id] : []))
    const links = await linksOf(db, archiveIds)
    const people = [...links.values()].flat().map(({ personId }) => personId)
    const names = await namesByIds(db, [...new Set([...rows.map(({ personId }) => personId), ...people])])
    const partsOf = new Map((await archives.parts(archiveIds)).map((parts, at) => [archiveIds[at], parts]))
    return rows.map((row) => {
      const by = names.get(row.personId) ?? ''
      const none = { parts: [], links: [] }
      if (!mayTake(actor, row)) return { ...row, ...none, by, urls: [], size: null, sha256: null }
      if (row.kind === 'CERTIFICATE') {
        const ids = [row.pdfFileId, row.sheetFileId].filter((id) => id !== null)
        return { ...row, ...none, by, urls: ids.map((id) => files.address(actor.personId, id)) }
      }
      const parts = (partsOf.get(row.id) ?? []).map(({ number, name, size, sha256 }) => ({
        name,
        size,
        sha256,
        url: partUrl(row.id, number),
      }))
      const urls = parts.map(({ url }) => url)
      const linked = (links.get(row.id) ?? []).map((link) => ({
        ...link,
        name: names.get(link.personId) ?? '',
        urls,
      }))
      return { ...row, by, urls, parts, links: linked }
    })
  }

  /** Whether the actor may take what it came to. */
  const mayTake = (actor: Actor, row: ProofRow): boolean =>
    row.state === 'READY' &&
    (row.expiresAt === null || row.expiresAt.getTime() > trueNow()) &&
    (row.kind === 'CERTIFICATE' || makesArchives(actor, scopeOf(row), row.groupId)) &&
    mayHave(partsKnown(actor, scopeOf(row)), row.covers)

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
    ...createArchiveDoor({ ...deps, roomFor, shown, mayTake, partsKnown }),
    ...createClosing({ ...deps, accessEnds: deps.memberships.accessEnds, partsKnown }),
    list: async (actor, { portfolioId, kind }, page) => {
      const room = await roomFor(actor, portfolioId)
      const { since } = await recordOfAccess(db)
      const rows = await proofsOf(db, { portfolioId: room.portfolioId, kind }, page)
      return {
        count: await countProofs(db, { portfolioId: room.portfolioId, kind }),
        knownSince: since,
        items: await shown(actor, rows),
      }
    },
    make: async (actor, { portfolioId, groupId, ...asked }) => {
      const room = await roomFor(actor, portfolioId)
      const interval = await checkInterval(db, asked)
      const made = await withLock(db, rowLock('person', actor.personId), async (tx) => {
        const held = await reauthorise(tx, actor, (now) => maker(now, room))
        await requireTurn(tx, held)
        const moments = { from: interval.from.toISOString(), to: interval.to.toISOString() }
        const group = await groupIn(tx, room, groupId, moments)
        if (group === undefined) throw badInput(NO_ACCESS, { groupId: NO_ACCESS })
        return beginProof(tx, held, room, {
          kind: 'CERTIFICATE',
          groupId,
          groupName: group?.name ?? null,
          ...interval,
          covers: partsKnown(held, room),
          detail: moments,
          job: certificateJob,
          queue: QUEUE,
        })
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
      // What is being made its run removes.
      if (proof.kind === 'ARCHIVE' && proof.state !== 'RUNNING') await archives.drop(proof.id)
    },
    mayRead: async (actor, proofId) => {
      const proof = await proofById(db, proofId)
      if (proof?.state !== 'READY') return false
      const room = scopeOf(proof)
      return makesProofs(actor, room) && mayHave(partsKnown(actor, room), proof.covers)
    },
    jobs: [
      handles(certificateJob, ({ proofId }, job) =>
        makeProof({ ...deps, db: jobsDb, partsKnown }, proofId, job),
      ),
      handles(archiveJob, ({ proofId }, job) =>
        makeArchive({ ...deps, db: jobsDb, partsKnown }, proofId, job),
      ),
      handles(verifyArchiveJob, ({ proofId }, job) => verifyArchive({ db: jobsDb, archives }, proofId, job)),
    ],
    failLost: async () => {
      const ids = await makingIds(jobsDb)
      const pending = await pendingKeys(jobsDb, ids.map(jobKey))
      const lost = ids.filter((id) => !pending.has(jobKey(id)))
      if (lost.length > 0) await failProofs(jobsDb, lost, SERVER_ERROR)
      for (const id of await endedAmong(jobsDb, await archives.withParts())) await archives.drop(id)
    },
  }
}
