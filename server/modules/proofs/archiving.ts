import type { Actor } from '../../access/actor.ts'
import { forbidden } from '../../access/errors.ts'
import { type HeldSpan, spansOfGroup } from '../../access/pastSpans.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { defineJob, type JobRun, queueJob } from '../../platform/jobs/index.ts'
import { seal, unseal } from '../../platform/sealing.ts'
import type { Signer } from '../../platform/signing.ts'
import { trueNow } from '../../platform/trueTime.ts'
import { namesByIds } from '../accounts/index.ts'
import { recordActivity } from '../activity/index.ts'
import type { ArchiveAsked, Archives } from '../archives/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { failRun, RunSuperseded } from './failures.ts'
import { makesArchives, mayHave, type Part, type Room } from './policy.ts'
import {
  claimProof,
  keepVerified,
  type ProofRow,
  type ProofRun,
  proofById,
  readyCertificates,
  updateProof,
} from './store.ts'

export interface ArchivingDeps {
  db: Database
  funds: Pick<Funds, 'portfolio'>
  organisations: Pick<Organisations, 'openById'>
  archives: Archives
  signer: Pick<Signer, 'secret'>
  /** What the actor knows whole in a room. */
  partsKnown: (actor: Actor, room: Room) => Part[]
}

export const archiveJob = defineJob<{ proofId: string }>('make_archive', { lane: 'long' })
export const verifyArchiveJob = defineJob<{ proofId: string }>('verify_archive', { lane: 'long' })
/** One after the other, in whichever process; certificates do not wait for them. */
export const ARCHIVE_QUEUE = 'room_archives'

/** Milliseconds for which an archive can be taken along (ARCH-06). */
export const KEPT_MS = 30 * 86_400_000
/** Milliseconds between two checks whether it was cancelled, and whether whoever asked for it still may have it. */
const TICK_MS = { progress: 500, right: 10_000 }

const keyFor = (signer: Pick<Signer, 'secret'>, id: string): Buffer =>
  signer.secret('passphrase of an archive', id)

export const sealPassphrase = (signer: Pick<Signer, 'secret'>, id: string, passphrase: string): Buffer =>
  seal(keyFor(signer, id), passphrase)

/** The last time that a group had anything of a room, to which its archive belongs; null where it had nothing. */
export async function lastSpan(
  db: Connection,
  room: Room,
  groupId: string,
  interval: { from: Date; to: Date },
): Promise<HeldSpan | null> {
  const spans = await spansOfGroup(
    db,
    room,
    { groupId, treeIds: [] },
    { from: interval.from.toISOString(), to: interval.to.toISOString() },
  )
  // In a room that is archived, or not open yet, it sees nothing.
  return spans.findLast(({ holder }) => holder && !holder.actor.closedRooms.has(room.portfolioId)) ?? null
}

/** Who asked for it, as long as they may. @throws DomainError */
const askerOf = (deps: ArchivingDeps, proof: ProofRow): Promise<Actor> =>
  reauthorise(
    deps.db,
    { personId: proof.personId, sessionId: proof.sessionId ?? '', sessionBound: false },
    (now) => {
      const room = scopeOf(proof)
      if (!makesArchives(now, room, proof.groupId) || !mayHave(deps.partsKnown(now, room), proof.covers)) {
        throw forbidden()
      }
      return now
    },
  )

async function groupOf(
  db: Database,
  proof: ProofRow,
): Promise<Pick<ArchiveAsked, 'group' | 'at' | 'hasEnded'>> {
  const { groupId, groupName, to } = proof
  if (groupId === null) return { group: null, at: to, hasEnded: false }
  const span = await lastSpan(db, scopeOf(proof), groupId, proof)
  if (!span?.holder) throw forbidden()
  const at = new Date(span.to)
  const group = { id: groupId, name: groupName ?? '', member: span.holder.actor, span }
  return { group, at, hasEnded: at.getTime() < to.getTime() }
}

async function certificatesFor(db: Database, proof: ProofRow): Promise<ArchiveAsked['certificates']> {
  const found = (await readyCertificates(db, proof.portfolioId, proof.groupId)).filter(({ covers }) =>
    mayHave(proof.covers, covers),
  )
  const names = await namesByIds(
    db,
    found.map(({ personId }) => personId),
  )
  return found.map(({ createdAt, from, to, groupName, personId, pdfFileId, sheetFileId }) => ({
    at: createdAt,
    from,
    to,
    group: groupName,
    // Who of the deal team asked for it is no matter of a group.
    by: proof.groupId === null ? (names.get(personId) ?? null) : null,
    fileIds: [pdfFileId, sheetFileId].filter((id) => id !== null),
  }))
}

async function askedOf(deps: ArchivingDeps, proof: ProofRow): Promise<ArchiveAsked> {
  const asker = await askerOf(deps, proof)
  const portfolio = await deps.funds.portfolio(asker, proof.portfolioId)
  const organisation = await deps.organisations.openById(asker, proof.organisationId)
  if (!portfolio || !organisation) throw forbidden()
  const { sealedPassphrase } = proof
  const passphrase = sealedPassphrase && unseal(keyFor(deps.signer, proof.id), sealedPassphrase)
  if (proof.isEncrypted && passphrase === null)
    throw new Error('The passphrase of an archive no longer exists.')
  return {
    proofId: proof.id,
    room: scopeOf(proof),
    portfolio,
    organisation,
    asker,
    ...(await groupOf(deps.db, proof)),
    types: proof.covers.filter((part) => part !== 'QUESTIONS'),
    hasQuestions: proof.covers.includes('QUESTIONS'),
    withVersions: proof.withVersions,
    passphrase,
    certificates: await certificatesFor(deps.db, proof),
  }
}

function progressOf(deps: ArchivingDeps, run: ProofRun) {
  let writtenAt = 0
  let askedAt = trueNow()
  return async (progress: number): Promise<void> => {
    const now = trueNow()
    if (now - writtenAt < TICK_MS.progress) return
    writtenAt = now
    if (!(await updateProof(deps.db, run, { progress }))) throw new RunSuperseded()
    if (now - askedAt < TICK_MS.right) return
    askedAt = now
    await askerOf(deps, run.proof)
  }
}

/** The job of an archive (ARCH-05): one that was killed goes on behind the last part that is whole. */
export async function makeArchive(deps: ArchivingDeps, proofId: string, job: JobRun): Promise<void> {
  const { db, archives } = deps
  const run = await claimProof(db, proofId)
  if (!run) return
  try {
    const asked = await askedOf(deps, run.proof)
    const onProgress = progressOf(deps, run)
    if (run.proof.plannedAt === null) {
      await archives.plan(asked, job.signal)
      if (!(await updateProof(db, run, { planned_at: new Date() }))) throw new RunSuperseded()
    }
    const { size, sha256 } = await archives.make(asked, { signal: job.signal, onProgress })
    await db.transaction().execute(async (tx) => {
      const isKept = await updateProof(tx, run, {
        state: 'READY',
        progress: 1,
        size,
        sha256,
        expires_at: new Date(trueNow() + KEPT_MS),
        sealed_passphrase: null,
      })
      if (!isKept) throw new RunSuperseded()
      await queueJob(tx, verifyArchiveJob, { proofId }, { key: `verify_archive:${proofId}` })
    })
  } catch (error) {
    await failRun(db, run, { error, job, drop: () => archives.drop(proofId) })
  }
}

/** Reads an archive once more, and records that it is as it was written (STAGE-11, ARCH-09). @throws where it is not */
export async function verifyArchive(
  { db, archives }: Pick<ArchivingDeps, 'db' | 'archives'>,
  proofId: string,
  { signal }: JobRun,
): Promise<void> {
  const proof = await proofById(db, proofId)
  if (proof?.state !== 'READY' || proof.verifiedAt !== null) return
  if (!(await archives.isIntact(proofId, signal))) {
    throw new Error(`The parts of archive ${proofId} in the storage are not what was written.`)
  }
  await db.transaction().execute(async (tx) => {
    await keepVerified(tx, proofId)
    await recordActivity(tx, [
      {
        kind: 'VERIFY_ARCHIVE',
        personId: proof.personId,
        sessionId: null,
        organisationId: proof.organisationId,
        subject: { kind: 'portfolio', id: proof.portfolioId },
        detail: { archive: proofId },
      },
    ])
  })
}
