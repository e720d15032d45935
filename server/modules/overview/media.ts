import { readFile } from 'node:fs/promises'
import { MEDIA_BYTES, MEDIA_REFUSAL, OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import type { Actor } from '../../access/actor.ts'
import { conflict, forbidden, notFound, orHidden } from '../../access/errors.ts'
import type { Link } from '../../contracts/links.ts'
import type { UploadedFile } from '../../contracts/uploadedFile.ts'
import type { Database } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/withLock.ts'
import type { HookHandler } from '../../platform/hooks.ts'
import { isId } from '../../platform/ids.ts'
import { checkUploaded, defineStoredFile, type Files, ownsFiles } from '../files/index.ts'
import { type EntityAt, overviewLock, recordOfEntity, stillEdits } from './entities.ts'
import { deleteMedia, insertMedia, type MediaRow, mediaById, mediaOf, pagesOfFiles } from './pageStore.ts'
import type { Pages } from './pages.ts'
import { editsOverview } from './policy.ts'

const MEDIA = defineStoredFile({
  name: 'subpage media',
  maxBytes: MEDIA_BYTES,
  types: ['png', 'jpeg', 'gif'],
  refusal: MEDIA_REFUSAL,
})

/** Where the images of each kind of entity stand (SUBP-10). */
const BASES = {
  portfolio: '/subpage-media',
  holdingCompany: '/holding-company-subpage-media',
} as const satisfies Record<EntityAt['kind'], string>

/** An image as its readers get it. */
export interface Media extends MediaRow {
  kind: EntityAt['kind']
  name: string
}

export const mediaUrl = ({ id, kind }: Media): string => `${BASES[kind]}/${id}/`

/** Images of pages; they follow the visibility of their page (SUBP-33). */
export interface MediaLibrary {
  /** @throws NOT_FOUND for a page that the actor does not see */
  of(actor: Actor, at: { id: string; kind: EntityAt['kind'] }): Promise<Media[]>
  /**
   * @throws NOT_FOUND, FORBIDDEN without DEALROOM_ADMIN, BAD_USER_INPUT at `file` for what is no such image (SUBP-36),
   * CONFLICT where the page has too many
   */
  upload(
    actor: Actor,
    at: { id: string; kind: EntityAt['kind']; subjectId: string },
    file: UploadedFile,
  ): Promise<Media>
  /** @throws NOT_FOUND for an image that the actor does not see, FORBIDDEN without DEALROOM_ADMIN */
  remove(actor: Actor, at: { id: string; kind: EntityAt['kind'] }): Promise<void>
  /** The addresses of images (API-154). */
  links: readonly Link[]
  hooks: readonly HookHandler[]
}

export function createMedia(db: Database, files: Files, pages: Pages): MediaLibrary {
  const named = async (rows: readonly MediaRow[], kind: EntityAt['kind']): Promise<Media[]> => {
    const names = await files.names(rows.map(({ fileId }) => fileId))
    return rows.map((row) => ({ ...row, kind, name: names.get(row.fileId) ?? 'Image' }))
  }
  /** The image with its page and entity. @throws NOT_FOUND also where the actor does not see the page */
  const opened = async (actor: Actor, { id, kind }: { id: string; kind: EntityAt['kind'] }) => {
    const media = isId(id) ? await mediaById(db, id) : null
    const place = media && (await orHidden(pages.page(actor, media.pageId, kind)))
    if (!place) throw notFound('Image')
    return { media, ...place }
  }
  const link = (kind: EntityAt['kind']): Link => ({
    kind: 'file',
    url: `${BASES[kind]}/:id/`,
    open: async (actor, request) => {
      const { media } = await opened(actor, { id: request.part('id'), kind })
      const file = await files.stored(media.fileId)
      if (!file) throw notFound('Image')
      return file
    },
  })
  return {
    of: async (actor, { id, kind }) => {
      const { page } = await pages.page(actor, id, kind)
      return named(await mediaOf(db, page.id), kind)
    },
    upload: async (actor, { id, kind, subjectId }, file) => {
      const { page, entity } = await pages.page(actor, id, kind)
      if (entity.id !== subjectId) throw notFound('Page')
      if (!editsOverview(actor, entity.place)) throw forbidden()
      await checkUploaded(MEDIA, file)
      if ((await mediaOf(db, page.id)).length >= OVERVIEW_LIMITS.media) {
        throw conflict(`A page has at most ${OVERVIEW_LIMITS.media} images. Please use one of them.`)
      }
      const bytes = await readFile(file.path)
      const kept = { ownerId: page.id, name: file.filename, bytes }
      const row = await files.keep(MEDIA, kept, async (tx, fileId) => {
        await stillEdits(tx, actor, entity)
        return insertMedia(tx, page.id, fileId)
      })
      return { ...row, kind, name: file.filename }
    },
    remove: async (actor, at) => {
      const { media, page, entity } = await opened(actor, at)
      if (!editsOverview(actor, entity.place)) throw forbidden()
      await withLock(db, overviewLock(entity.id), async (tx) => {
        await stillEdits(tx, actor, entity)
        if (!(await deleteMedia(tx, media.id))) throw notFound('Image')
        await recordOfEntity(tx, actor, 'DELETE_SUBPAGE_MEDIA', entity, page.title)
      })
    },
    links: [link('portfolio'), link('holdingCompany')],
    hooks: ownsFiles(MEDIA, {
      inUse: async (on, ids) => (await pagesOfFiles(on, ids)).map(({ fileId }) => fileId),
      mayRead: async (on, actor, { id }) => {
        const [found] = await pagesOfFiles(on, [id])
        return found !== undefined && (await orHidden(pages.page(actor, found.pageId))) !== null
      },
    }),
  }
}
