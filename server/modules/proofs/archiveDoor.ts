import { passphraseProblem } from '../../../shared/archives.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden, notFound, requireFields } from '../../access/errors.ts'
import { recordOfAccess } from '../../access/past.ts'
import { groupsBetween } from '../../access/pastSpans.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { scopeOf } from '../../access/scopes.ts'
import { FILE_ADDRESS_S, type ServedFile } from '../../contracts/storedFiles.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { Signer } from '../../platform/signing.ts'
import { trueNow } from '../../platform/trueTime.ts'
import { personsByIds } from '../accounts/index.ts'
import { entryOfUse, isFirstUse, keepEntryOfUse, recordBy } from '../activity/index.ts'
import { type Archives, keyOfPart } from '../archives/index.ts'
import { groupsOfMember } from '../memberships/index.ts'
import { ARCHIVE_QUEUE, archiveJob, KEPT_MS, lastSpan, sealPassphrase } from './archiving.ts'
import { beginProof } from './beginning.ts'
import { deleteLink, isLinked, linkById, linksOf, putLink } from './links.ts'
import { makesArchives, type Part, type Room } from './policy.ts'
import type { ShownProof } from './shown.ts'
import { countMaking, type ProofRow, proofById } from './store.ts'

export interface ArchiveInput {
  portfolioId: string
  groupId: string | null
  withVersions: boolean
  passphrase: string | null
}

/** Making and taking archives (ARCH). What the actor does not see is NOT_FOUND. */
export interface ArchiveDoor {
  /**
   * Queues an archive.
   * @throws NOT_FOUND for a room that is not in view, FORBIDDEN without DEALROOM_ADMIN on it, and of everything without
   * ORG_ADMIN; BAD_USER_INPUT for a group that never had access, and a passphrase that is too short
   */
  makeArchive(actor: Actor, input: ArchiveInput): Promise<ShownProof>
  /**
   * Links an archive for somebody of the organisation, for 30 days at most.
   * @throws as `makeArchive`; NOT_FOUND for one that can't be taken, BAD_USER_INPUT for somebody else, CONFLICT for a 51st
   */
  linkArchive(actor: Actor, input: { id: string; personId: string }): Promise<ShownProof>
  /** @throws as `makeArchive` */
  unlinkArchive(actor: Actor, linkId: string): Promise<ShownProof>
  /** A fresh address of a part for whoever may take it; null for one that has expired. @throws NOT_FOUND */
  partAddress(actor: Actor, proofId: string, number: number): Promise<string | null>
  /** A part under its address; null for what the actor may not have. */
  partFile(actor: Actor, id: string): Promise<ServedFile | null>
}

/** The lasting address of a part, for whoever may take it. */
export const partUrl = (proofId: string, number: number): string => `/files/archives/${proofId}/${number}`

/** Certificates and archives that one person may have in the making. */
const MAX_MAKING = 3

/** People for whom one archive is linked at most. */
const MAX_LINKS = 50

/** @throws CONFLICT for a fourth one in the making; under the person's lock */
export async function requireTurn(tx: Tx, { personId }: Pick<Actor, 'personId'>): Promise<void> {
  if ((await countMaking(tx, personId)) < MAX_MAKING) return
  throw conflict(
    `${MAX_MAKING} of your certificates and archives are still being made. Please wait until one of them is ready.`,
  )
}

/** The group as it was last in that time; null for all of the room, undefined for one without access in it. */
export async function groupIn(
  tx: Tx,
  room: Room,
  groupId: string | null,
  moments: Parameters<typeof groupsBetween>[3],
) {
  if (groupId === null) return null
  return isId(groupId) ? (await groupsBetween(tx, room, groupId, moments)).at(-1) : undefined
}

export const NO_ACCESS = 'This group had no access to the room in this time. Please choose another one.'
const TOO_MANY_LINKS = 'An archive is linked for at most 50 people. Please remove a link first.'
const NOBODY_THERE = 'Please choose somebody of this organisation.'

interface Deps {
  db: Database
  archives: Archives
  signer: Pick<Signer, 'secret' | 'fileUrl'>
  /** @throws NOT_FOUND, FORBIDDEN */
  roomFor(actor: Actor, portfolioId: string): Promise<Room>
  shown(actor: Actor, rows: readonly ProofRow[]): Promise<ShownProof[]>
  mayTake(actor: Actor, row: ProofRow): boolean
  partsKnown(actor: Actor, room: Room): Part[]
}

export function createArchiveDoor({ db, archives, signer, ...deps }: Deps): ArchiveDoor {
  const { roomFor, mayTake, partsKnown } = deps
  const shown = async (actor: Actor, row: ProofRow): Promise<ShownProof> => {
    const [proof] = await deps.shown(actor, [row])
    if (!proof) throw new Error('What was made is shown.')
    return proof
  }
  /** @throws FORBIDDEN */
  const maker = (actor: Actor, room: Room, groupId: string | null): Actor => {
    if (!makesArchives(actor, room, groupId)) throw forbidden()
    return actor
  }
  /** The archive, for whoever gives it to others. @throws NOT_FOUND, FORBIDDEN */
  const given = async (actor: Actor, id: string): Promise<ProofRow> => {
    const proof = isId(id) ? await proofById(db, id) : null
    if (proof?.kind !== 'ARCHIVE') throw notFound('Archive')
    const room = await roomFor(actor, proof.portfolioId)
    maker(actor, room, proof.groupId)
    if (!mayTake(actor, proof)) throw notFound('Archive')
    return proof
  }
  const mayHavePart = async (actor: Actor, proof: ProofRow): Promise<boolean> =>
    proof.state === 'READY' &&
    actor.viewing === null &&
    (mayTake(actor, proof) || (await isLinked(db, proof.id, actor.personId)))

  return {
    makeArchive: async (actor, { portfolioId, groupId, withVersions, passphrase }) => {
      const room = await roomFor(actor, portfolioId)
      maker(actor, room, groupId)
      requireFields({ passphrase: passphrase === null ? null : passphraseProblem(passphrase) })
      const { since, now } = await recordOfAccess(db)
      const interval = { from: since, to: new Date(Math.max(new Date(now).getTime(), since.getTime() + 1)) }
      const made = await withLock(db, rowLock('person', actor.personId), async (tx) => {
        const held = await reauthorise(tx, actor, (is) => maker(is, room, groupId))
        await requireTurn(tx, held)
        const moments = { from: interval.from.toISOString(), to: interval.to.toISOString() }
        const group = await groupIn(tx, room, groupId, moments)
        const isKnown = groupId === null || (group && (await lastSpan(tx, room, groupId, interval)))
        if (!isKnown) throw badInput(NO_ACCESS, { groupId: NO_ACCESS })
        const id = newId()
        return beginProof(tx, held, room, {
          id,
          kind: 'ARCHIVE',
          groupId,
          groupName: group?.name ?? null,
          ...interval,
          covers: partsKnown(held, room),
          withVersions,
          isEncrypted: passphrase !== null,
          sealedPassphrase: passphrase === null ? null : sealPassphrase(signer, id, passphrase),
          detail: { archive: id, withVersions },
          job: archiveJob,
          queue: ARCHIVE_QUEUE,
        })
      })
      return shown(actor, made)
    },
    linkArchive: async (actor, { id, personId }) => {
      const proof = await given(actor, id)
      const { organisationId, portfolioId } = proof
      const [person] = isId(personId) ? await personsByIds(db, [personId]) : []
      if (!person?.isActive || (await groupsOfMember(db, organisationId, personId)).length === 0) {
        throw badInput(NOBODY_THERE, { personId: NOBODY_THERE })
      }
      await withLock(db, rowLock('room_proof', id), async (tx) => {
        const held = await reauthorise(tx, actor, (is) => maker(is, scopeOf(proof), proof.groupId))
        const others = (await linksOf(tx, [id])).get(id)?.filter((link) => link.personId !== personId) ?? []
        if (others.length >= MAX_LINKS) throw conflict(TOO_MANY_LINKS)
        const expiresAt = proof.expiresAt ?? new Date(trueNow() + KEPT_MS)
        await putLink(tx, { proofId: id, organisationId, personId, by: held.personId, expiresAt })
        await recordBy(tx, held, [
          {
            kind: 'LINK_ARCHIVE',
            organisationId,
            subject: { kind: 'portfolio', id: portfolioId },
            detail: { archive: id, personId },
          },
        ])
      })
      return shown(actor, proof)
    },
    unlinkArchive: async (actor, linkId) => {
      const link = isId(linkId) ? await linkById(db, linkId) : null
      if (!link) throw notFound('Link')
      const proof = await given(actor, link.proofId)
      await db.transaction().execute(async (tx) => {
        const held = await reauthorise(tx, actor, (is) => maker(is, scopeOf(proof), proof.groupId))
        await deleteLink(tx, linkId)
        await recordBy(tx, held, [
          {
            kind: 'LINK_ARCHIVE',
            organisationId: proof.organisationId,
            subject: { kind: 'portfolio', id: proof.portfolioId },
            detail: { archive: proof.id, personId: link.personId, isRemoved: true },
          },
        ])
      })
      return shown(actor, proof)
    },
    partAddress: async (actor, proofId, number) => {
      const proof = isId(proofId) ? await proofById(db, proofId) : null
      if (proof?.kind !== 'ARCHIVE') throw notFound('Archive')
      if (!(await mayHavePart(actor, proof))) {
        const hasExpired = proof.expiresAt !== null && proof.expiresAt.getTime() <= trueNow()
        if (hasExpired && makesArchives(actor, scopeOf(proof), proof.groupId)) return null
        throw notFound('Archive')
      }
      const [parts = []] = await archives.parts([proofId])
      const part = parts.find((each) => each.number === number)
      if (!part) throw notFound('Archive')
      const expires = Math.floor(trueNow() / 1000) + FILE_ADDRESS_S
      return signer.fileUrl({ fileId: part.id, personId: actor.personId, disposition: 'attachment', expires })
    },
    partFile: async (actor, id) => {
      const part = isId(id) ? await archives.part(id) : null
      const proof = part && (await proofById(db, part.proofId))
      if (!part || !proof || !(await mayHavePart(actor, proof))) return null
      return {
        key: keyOfPart(part.id),
        size: part.size,
        sha256: part.sha256,
        name: part.name,
        logged: true,
        // That of a group holds what the group was given (ARCH-02).
        isOriginal: proof.groupId === null,
        logUse: ({ session, address }) =>
          db.transaction().execute(async (tx) => {
            if (!(await isFirstUse(tx, address))) return entryOfUse(tx, address)
            const [entry] = await recordBy(tx, session, [
              {
                kind: 'DOWNLOAD_ARCHIVE',
                organisationId: proof.organisationId,
                subject: { kind: 'portfolio', id: proof.portfolioId },
                detail: { archive: proof.id, part: part.number },
              },
            ])
            if (entry === undefined) return null
            await keepEntryOfUse(tx, address, String(entry))
            return String(entry)
          }),
      }
    },
  }
}
