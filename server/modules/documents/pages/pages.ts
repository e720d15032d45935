import { sql } from 'kysely'
import { type DocumentLevel, type DocumentRendition, reaches } from '../../../../shared/documentLevels.ts'
import type { Mark } from '../../../../shared/markRules.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, busy, forbidden, orHidden } from '../../../access/errors.ts'
import type { Picture } from '../../../contracts/pictures.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { inTime } from '../../../platform/inTime.ts'
import { type PageDrawer, type PagedFile, type PageSize, QueueBusy } from '../../../platform/pages/index.ts'
import type { PageGrant } from '../../../platform/signing.ts'
import { trueNow } from '../../../platform/trueTime.ts'
import { type DocumentNode, openDocument } from '../core/nodes.ts'
import { appliedRendition, mayRedactOf } from '../core/redacting.ts'
import { BEING_PREPARED, isGivenWordsOfPages } from '../policy.ts'
import type { DocumentVersions } from '../versions/versions.ts'
import type { DrawnFiles, PagedVersion } from './drawnFiles.ts'
import { type MarkPreview, markPreview } from './markPreview.ts'
import { type Opening, openingOf, printOf } from './openings.ts'
import { openVersion, pagedVersion } from './openVersion.ts'
import type { createPageSizes } from './pageSizes.ts'
import { createPictures, isMarked, type PictureAddress, type PicturesDependencies } from './pictures.ts'
import { type MarkTrace, traceMark } from './trace.ts'
import { type FoundPlaces, placesOf, wordsOf } from './wordsOfPages.ts'

/** Pixels that pictures of pages are wide (PAGE-13). */
const WIDTHS: ReadonlySet<number> = new Set([160, 800, 1200, 1600, 2400])
/** Pixels of a page on paper (MARK-29). */
export const PRINT_PX = 2400
/** Seconds that the address of a page is good for (PAGE-11). */
const ADDRESS_S = 600
/** Milliseconds within which pages are answered, known or not. */
const ANSWER_MS = 2_500
/** What whoever may redact is told of a version that has no redacted rendition. */
const NOTHING_REDACTED = 'There is no redacted version of this document yet.'

/** What is told of a version that a view shows before it is published. */
const STAGED = 'This version is staged. Its pages can be seen once it is published.'

/** An opening of a file's pages. */
export interface OpenedPages {
  state: 'READY' | 'WAITING' | 'NONE'
  reason: string | null
  sizes: readonly PageSize[]
  /** What the pages leave out or show otherwise, in sentences (PAGE-07). */
  remarks: readonly string[]
  openingId: string
  /** What the person may do with the document's content at that moment (VIEW-27). */
  level: DocumentLevel
  /** As it is kept; null where pages are not marked. */
  code: string | null
  version: number
  /** Whether it is the redacted rendition. */
  redacted: boolean
  personId: string
  /** Its print, with a code of its own; null below PRINT. */
  print: (() => Promise<Opening>) | null
  /** The words of a page, from 1; null where they are not given (VIEW-21). */
  words: ((number: number) => Promise<string>) | null
}

/** A page of an opening. */
export interface OpenedPageOfFile extends PageSize {
  opened: OpenedPages
  /** From 1. */
  number: number
}

export interface DocumentPages {
  /**
   * Opens a file's pages, or goes on with an opening.
   * @throws as openDocument; BAD_USER_INPUT for a folder, NOT_FOUND and CONFLICT as versions.one; FORBIDDEN for the redacted
   * rendition of what the actor may not redact
   */
  open(
    actor: Actor,
    input: {
      treeId: string
      documentId: string
      versionId?: string | null | undefined
      openingId?: string | null | undefined
      rendition?: DocumentRendition | null | undefined
    },
  ): Promise<OpenedPages>
  /**
   * Where a text stands in a file's pages (PAGE-21).
   * @throws as open, and RATE_LIMITED
   */
  find(
    actor: Actor,
    input: { treeId: string; documentId: string; versionId?: string | null | undefined; text: string },
  ): Promise<FoundPlaces>
  /** The address of a page's picture for the person who opened it. @throws BAD_USER_INPUT for another width */
  address(opened: OpenedPages, number: number, width: number, purpose?: { print: boolean }): string
  /** @throws as markPreview */
  preview(actor: Actor, input: { treeId: string; mark: Mark; address: string }): Promise<MarkPreview>
  /** To whom a code leads. @throws as traceMark */
  trace(actor: Actor, input: { orgSlug: string; code: string }): Promise<MarkTrace>
  /** The document that was read; null once it no longer exists, or can't be seen. */
  traced(actor: Actor, trace: MarkTrace): Promise<DocumentNode | null>
  /** The picture of an address. @throws what the answer says instead (PAGE-11) */
  picture(actor: Actor, asked: PictureAddress): Promise<Picture>
}

export interface PagesDependencies extends Omit<PicturesDependencies, 'drawnFrom'> {
  versions: Pick<DocumentVersions, 'one'>
  files: DrawnFiles
  drawer: Pick<PageDrawer, 'draw' | 'picture' | 'sample' | 'places' | 'words'>
  sizes: ReturnType<typeof createPageSizes>
  pageUrl: (grant: PageGrant) => string
  onError: (error: unknown) => void
}

/** Pages of files, as pictures that bear the mark of whoever they are for (PAGE, MARK). */
export function createPages(deps: PagesDependencies): DocumentPages {
  const { db, files, sizes, drawer } = deps

  const drawnFrom = async (version: PagedVersion, personId: string): Promise<PagedFile | null> =>
    (await files.of(version, personId)).file

  return {
    open: async (actor, { openingId = null, rendition, ...input }) => {
      const found = await deps.asItWillBe(actor, () => openVersion(deps, actor, input))
      const { node, version, access, rendition: given } = found
      const { personId } = actor
      // Whoever may redact looks at it before others are given it (REDACT-28).
      const isLookedAt = rendition === 'REDACTED' && access.rendition === 'FULL'
      if (isLookedAt && !(await mayRedactOf(db, node.tree, access))) throw forbidden()
      if (!version) return nothingGiven(personId, access.level)
      if (actor.viewing && !(await isKept(db, version.id)))
        return { ...nothingGiven(personId, access.level), reason: STAGED }
      const asked = pagedVersion(node, version)
      const isRedacted = isLookedAt || given !== null
      const applied = isLookedAt ? await appliedRendition(db, version.id) : given
      const of = {
        personId,
        organisationId: asked.organisationId,
        treeId: input.treeId,
        documentId: node.id,
        versionId: version.id,
        redactionId: applied?.redactionId ?? null,
      }
      const opened = await openingOf(db, of, { openingId, viewedAs: actor.viewing?.name ?? null })
      let print: Promise<Opening> | undefined
      const answer = {
        openingId: opened.id,
        level: access.level,
        code: isMarked(access, node.tree.mark) ? opened.code : null,
        version: version.number,
        redacted: isRedacted,
        personId,
        sizes: [],
        remarks: [],
        print: reaches(access.level, 'PRINT')
          ? () => {
              print ??= printOf(db, of, opened.id)
              return print
            }
          : null,
        words: isGivenWordsOfPages(access, node.tree)
          ? wordsOf(deps, personId, () =>
              applied ? deps.rendition(applied.fileId) : drawnFrom(asked, personId),
            )
          : null,
      }
      if (isRedacted && !applied) return { ...answer, state: 'NONE', reason: NOTHING_REDACTED }
      const sized = sizes.of(asked, personId)
      const known = await inTime(sized, ANSWER_MS, () => null).catch((error: unknown) => {
        if (error instanceof QueueBusy)
          throw busy('Many files are being opened. Please try again in a moment.')
        throw error
      })
      if (!known) {
        // Whoever asks again gets the answer, or the failure.
        sized.catch(deps.onError)
        return { ...answer, state: 'WAITING', reason: null }
      }
      // What is said of the file's own pages, such as of what it hides, is not for whoever is not given them.
      const remarks = given === null && known.sizes ? known.remarks : []
      return known.sizes
        ? { ...answer, state: 'READY', reason: null, sizes: known.sizes, remarks }
        : { ...answer, state: 'NONE', reason: known.reason }
    },

    find: async (actor, { text, ...input }) => {
      const { node, version, rendition } = await openVersion(deps, actor, input)
      const find =
        version &&
        (() =>
          rendition
            ? deps.rendition(rendition.fileId)
            : drawnFrom(pagedVersion(node, version), actor.personId))
      return placesOf(deps, actor.personId, find, text)
    },

    address: ({ openingId, personId }, number, width, { print } = { print: false }) => {
      if (!WIDTHS.has(width)) throw badInput('Pages are 160, 800, 1200, 1600 or 2400 pixels wide.')
      const expires = Math.floor(trueNow() / 1000) + ADDRESS_S
      return deps.pageUrl({ openingId, personId, number, width, print, expires })
    },

    preview: (actor, input) => markPreview(db, drawer, actor, input),
    trace: (actor, input) => traceMark(db, actor, input),
    traced: (actor, { treeId, documentId }) => orHidden(openDocument(db, actor, treeId, documentId)),

    picture: createPictures({ ...deps, drawnFrom }),
  }
}

async function isKept(db: Database, versionId: string): Promise<boolean> {
  const { rows } = await sql`select from document_version where id = ${versionId}`.execute(db)
  return rows.length > 0
}

/** An opening of what is being prepared: nothing is drawn in it, so that nothing of it is kept (REDACT-21). */
const nothingGiven = (personId: string, level: DocumentLevel): OpenedPages => ({
  level,
  state: 'NONE',
  reason: BEING_PREPARED,
  sizes: [],
  remarks: [],
  openingId: newId(),
  code: null,
  version: 0,
  redacted: true,
  personId,
  print: null,
  words: null,
})
