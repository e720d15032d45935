import { reaches } from '../../../../shared/documentLevels.ts'
import type { Actor } from '../../../access/actor.ts'
import { forbidden, notFound, rateLimited } from '../../../access/errors.ts'
import { type Picture, PictureRefused } from '../../../contracts/pictures.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import {
  createOwnTurns,
  type FairQueue,
  type PageDrawer,
  type PagedFile,
  QueueBusy,
  sharedTurns,
} from '../../../platform/pages/index.ts'
import type { PageGrant, Verdict } from '../../../platform/signing.ts'
import { isGivenFile } from '../policy.ts'
import type { PagedVersion } from './drawnFiles.ts'
import type { KeptPages } from './keptPages.ts'
import { markLines } from './mark.ts'
import {
  countPicture,
  groupsSeeing,
  type OpenedPage,
  openedPage,
  readerOf,
  recordFirst,
  recordGiven,
} from './openings.ts'
import { recordAlert } from './pageAlerts.ts'

/**
 * What is asked of the database and marked for one person at a time: a browser asks for six pictures in parallel. Of further
 * requests so many wait; those above a minute's pictures are among them (PAGE-17).
 */
const OWN_TURNS = { atOnce: 4, perPerson: 1000 }
/** Milliseconds after which it is asked once more what somebody may have (VIEW-27). */
const RECENT_MS = 500

/** What an address of a page says. */
export interface PictureAddress {
  openingId: string
  number: number
  width: number
  print: boolean
  expires: number
  signature: string
}

export interface PicturesDependencies {
  db: Database
  drawer: Pick<PageDrawer, 'draw' | 'picture'>
  queue: FairQueue
  kept: KeptPages
  /** A version's file, to be drawn; null for one without pages. */
  drawnFrom: (version: PagedVersion, personId: string) => Promise<PagedFile | null>
  /** A redacted rendition, to be drawn; null for an unknown one. */
  rendition: (fileId: string) => Promise<PagedFile | null>
  /** What somebody who sees a room as others do reads once what is staged is published (STAGE-08); for others as it is. */
  asItWillBe: <T>(actor: Actor, read: () => Promise<T>) => Promise<T>
  verifyPage: (grant: PageGrant, signature: string) => Verdict
}

/** The pictures that addresses of pages name, each with the mark of whom it goes to (PAGE-11, MARK-01). */
export function createPictures({
  db,
  drawer,
  queue,
  kept,
  drawnFrom,
  rendition,
  asItWillBe,
  verifyPage,
}: PicturesDependencies): (actor: Actor, asked: PictureAddress) => Promise<Picture> {
  const inTurn = sharedTurns<Buffer>(queue)
  const ownTurn = createOwnTurns(OWN_TURNS)

  /** Pages of a redacted rendition are not kept: few look at them, and they have to be gone when it is taken back. */
  const keptOf = async (page: OpenedPage, { number, width }: PictureAddress): Promise<Buffer | null> => {
    const { versionId, organisationId, renditionFileId } = page
    return renditionFileId === null ? await kept.find({ versionId, organisationId, number, width }) : null
  }

  /** The page without a mark. @throws PAGE_FAILED, QueueBusy */
  const drawn = async (page: OpenedPage, { number, width }: PictureAddress): Promise<Buffer> => {
    const { versionId, organisationId, extension, size, renditionFileId } = page
    const of = { versionId, organisationId, number, width }
    const key = `${renditionFileId ?? versionId} ${number} ${width}`
    const draw = async (file: PagedFile): Promise<Buffer> => {
      const bytes = await drawer.draw(file, { number, width })
      if (!bytes) throw new PictureRefused('FAILED')
      if (renditionFileId === null) {
        void kept.keep(of, { size: bytes.length, source: (write) => write(bytes) })
      }
      return bytes
    }
    // Out of turn: an Office file may have to be laid out once more, which has turns of its own.
    const file =
      renditionFileId === null
        ? await drawnFrom({ versionId, organisationId, extension, size }, page.personId)
        : await rendition(renditionFileId)
    if (!file) throw new PictureRefused('FAILED')
    return await inTurn(page.personId, key, () => draw(file))
  }

  /** @throws NOT_FOUND, FORBIDDEN */
  const allowed = async (actor: Actor, asked: PictureAddress): Promise<OpenedPage> => {
    const page = await asItWillBe(actor, () => openedPage(db, actor, asked))
    if (!page) throw notFound('Page')
    if (page.kind === 'PDF') throw notFound('Page')
    if (page.kind === 'PRINT' && !reaches(page.access.level, 'PRINT')) throw forbidden()
    return page
  }

  /** Counts it, and finds it where it is kept. @throws RATE_LIMITED */
  const counted = async (page: OpenedPage, asked: PictureAddress): Promise<Buffer | null> => {
    const seconds = await countPicture(db, page)
    if (seconds === null) return await keptOf(page, asked)
    await recordAlert(db, page)
    throw rateLimited(seconds, `You are opening pages very quickly. Please wait ${seconds} seconds.`)
  }

  /** What goes out, with its mark, which is noted. @throws PAGE_FAILED */
  const marked = async (
    actor: Actor,
    page: OpenedPage,
    { unmarked, number, address }: { unmarked: Buffer; number: number; address: string },
  ): Promise<Buffer> => {
    const at = new Date()
    const reader = await readerOf(db, actor.personId, groupsSeeing(actor, page))
    const { mark, name: room } = page.tree
    const of = { room, at, address, document: page.name, page: number, pages: page.pages }
    const lines = markLines(mark, { ...reader, ...of }, page.code)
    const picture = await drawer.picture(
      unmarked,
      isMarked(page.access, mark) ? { ...mark, lines, email: reader.email } : null,
    )
    if (!picture) throw new PictureRefused('FAILED')
    await recordFirst(db, actor, { page, reader, address, at })
    if (isMeasured(actor, page)) await recordGiven(db, page, number)
    return picture
  }

  return async (actor, asked) => {
    const { personId } = actor
    const { signature, ...grant } = asked
    const isWellFormed = isId(asked.openingId) && Number.isSafeInteger(asked.number)
    const verdict = isWellFormed ? verifyPage({ ...grant, personId }, signature) : 'invalid'
    if (verdict !== 'valid') throw new PictureRefused(verdict === 'expired' ? 'EXPIRED' : 'INVALID')
    const before = await orBusy(ownTurn(personId, () => allowed(actor, asked)))
    const askedAt = performance.now()
    const make = async (address: string): Promise<Buffer> => {
      const found = await ownTurn(personId, () => counted(before, asked))
      const unmarked = found ?? (await drawn(before, asked))
      return await ownTurn(personId, async () => {
        // To draw or to wait takes a while, in which the level may have fallen (VIEW-27).
        const isRecent = found !== null && performance.now() - askedAt < RECENT_MS
        const page = isRecent ? before : await allowed(actor, asked)
        return await marked(actor, page, { unmarked, number: asked.number, address })
      })
    }
    return { make: (address) => orBusy(make(address)) }
  }
}

/** @throws PAGES_BUSY where the person has too many waiting, and what it throws itself */
const orBusy = <T>(picture: Promise<T>): Promise<T> =>
  picture.catch((error: unknown): never => {
    throw error instanceof QueueBusy ? new PictureRefused('BUSY') : error
  })

/** Whether it counts how long the page is in view: of what is read on the screen, and not in a view of others (PAGE-26). */
const isMeasured = ({ viewing }: Actor, { kind, tree }: OpenedPage): boolean =>
  kind === 'SCREEN' && viewing === null && tree.measureReading

/** Whether somebody's pages bear a mark: below the original always (MARK-01, MARK-02). */
export const isMarked = (access: OpenedPage['access'], { originals }: { originals: boolean }): boolean =>
  originals || !isGivenFile(access)
