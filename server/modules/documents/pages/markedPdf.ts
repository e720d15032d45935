import { markedPdfName, pdfPasswordProblem } from '../../../../shared/markedPdfs.ts'
import type { Actor } from '../../../access/actor.ts'
import { conflict, DomainError, forbidden, notFound, requireFields } from '../../../access/errors.ts'
import { type MadeFile, PictureRefused } from '../../../contracts/pictures.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import {
  type FairQueue,
  type MarkedPdf,
  type PageDrawer,
  type PagedFile,
  QueueBusy,
} from '../../../platform/pages/index.ts'
import { seal, unseal } from '../../../platform/sealing.ts'
import type { MarkedPdfGrant, Verdict } from '../../../platform/signing.ts'
import { trueNow } from '../../../platform/trueTime.ts'
import { markFrom } from '../core/marks.ts'
import { treeRowOf } from '../core/trees.ts'
import { isGivenFile, isGivenMarkedPdf, whyNoMarkedPdf } from '../policy.ts'
import type { DocumentVersions } from '../versions/versions.ts'
import type { DrawnFiles } from './drawnFiles.ts'
import { markLines } from './mark.ts'
import {
  groupsSeeing,
  newPdf,
  type OpenedPage,
  type Opening,
  openedPage,
  readerOf,
  recordFirst,
} from './openings.ts'
import { type FileInput, openVersion, pagedVersion } from './openVersion.ts'

import type { createPageSizes } from './pageSizes.ts'

/** Seconds that the address of a marked PDF is good for (MARK-28). */
const ADDRESS_S = 300
const PRODUCER = 'Helioroom'
/** Of a rendition that was taken back while its PDF was made. */
const GONE = 'Its redacted version no longer exists.'

/** A marked PDF as it can be fetched. */
export interface MarkedPdfAddress {
  url: string
  name: string
  /** As it is kept. */
  code: string
}

/** What an address of a marked PDF says. */
export interface AskedMarkedPdfFile {
  id: string
  expires: number
  signature: string
}

/** Files as PDFs that bear the mark of whoever they are for, in their content (MARK-23 to MARK-28). */
export interface MarkedPdfs {
  /**
   * The address of one.
   * @throws as openVersion; FORBIDDEN below the level of marked PDFs, CONFLICT with the reason for a file without pages,
   * BAD_USER_INPUT for a password that is too short or too long
   */
  address(
    actor: Actor,
    input: FileInput & { password?: string | null | undefined },
  ): Promise<MarkedPdfAddress>
  /** Where the lasting link of a document leads whoever is given its marked PDF and no more (VIEW-16); null for others. */
  lasting(actor: Actor, input: FileInput): Promise<string | null>
  /** The file of an address. @throws what the answer says instead */
  file(actor: Actor, asked: AskedMarkedPdfFile): Promise<MadeFile>
  /**
   * The one of a document for its person's zip, its code recorded by then; or none, and why. Whoever fetches the zip is
   * in the access log.
   * @throws as openVersion
   */
  forZip(actor: Actor, input: FileInput & { address: string }): Promise<MarkedPdf>
  /**
   * The one for an archive of what a group could see: it bears the names of the group and the room, and is the same each time.
   * The caller has shown who may have it. Or none, and why.
   */
  forArchive(asked: ArchivedPdf): Promise<MarkedPdf>
}

/** What archives ask of marked PDFs. */
export type ArchivedPdfs = Pick<MarkedPdfs, 'forArchive'>

/** What is marked for an archive. */
export interface ArchivedPdf {
  treeId: string
  versionId: string
  /** In lower case without the dot. */
  extension: string
  /** Bytes of the version. */
  size: number
  /** Of the stored file of its redacted rendition; null for the version itself. */
  fileId: string | null
  name: string
  group: string
  /** When the version came. */
  at: Date
  /** On whose turn it is drawn. */
  personId: string
}

export interface MarkedPdfsDependencies {
  db: Database
  files: DrawnFiles
  versions: Pick<DocumentVersions, 'one'>
  drawer: Pick<PageDrawer, 'markedPdf'>
  queue: FairQueue
  /** A redacted rendition, to be drawn; null for an unknown one. */
  rendition: (fileId: string) => Promise<PagedFile | null>
  sizes: ReturnType<typeof createPageSizes>
  markedPdfUrl: (grant: MarkedPdfGrant) => string
  verifyMarkedPdf: (grant: MarkedPdfGrant, signature: string) => Verdict
  /** What the password of one is kept with. */
  passwordKey: (id: string) => Buffer
}

export function createMarkedPdfs(deps: MarkedPdfsDependencies): MarkedPdfs {
  const { db, drawer, queue, sizes } = deps

  /** A code for one, which leads nowhere until it goes out. */
  const announced = async (
    actor: Actor,
    input: FileInput,
    password: string | null = null,
  ): Promise<Opening & { name: string; reason: string | null }> => {
    const { node, version, access, rendition } = await openVersion(deps, actor, input)
    const refusal = whyNoMarkedPdf({ access, rendition })
    if (refusal !== null) throw new DomainError('FORBIDDEN', refusal)
    if (!version) throw notFound('Version')
    const asked = pagedVersion(node, version)
    const known = await sizes.of(asked, actor.personId)
    const pdf = await newPdf(
      db,
      {
        personId: actor.personId,
        organisationId: asked.organisationId,
        treeId: input.treeId,
        documentId: node.id,
        versionId: version.id,
        redactionId: rendition?.redactionId ?? null,
      },
      (id) => (password === null ? null : seal(deps.passwordKey(id), password)),
    )
    return {
      ...pdf,
      name: markedPdfName(node.name, rendition !== null),
      reason: known.sizes ? null : known.reason,
    }
  }
  /** @throws NOT_FOUND, FORBIDDEN */
  const allowed = async (actor: Actor, id: string): Promise<OpenedPage> => {
    const page = await openedPage(db, actor, { openingId: id, number: 1 })
    if (page?.kind !== 'PDF') throw notFound('File')
    if (!isGivenMarkedPdf(page.access)) throw forbidden()
    return page
  }
  /** Makes one, and records where its code leads before anybody has it; each time with the same mark. */
  const made = async (
    actor: Actor,
    id: string,
    { address, isLogged }: { address: string; isLogged: boolean },
  ): Promise<MarkedPdf> => {
    const before = await allowed(actor, id)
    const { versionId, organisationId, extension, size, tree } = before
    const { renditionFileId } = before
    const drawn =
      renditionFileId === null
        ? await deps.files.of({ versionId, organisationId, extension, size }, actor.personId)
        : { file: await deps.rendition(renditionFileId), reason: GONE }
    if (!drawn.file) return { pdf: null, reason: drawn.reason }
    const [at, from] = [before.firstAt ?? new Date(), before.address ?? address]
    const reader = await readerOf(db, actor.personId, groupsSeeing(actor, before))
    const { sealedPassword } = before
    const lines = markLines(
      tree.mark,
      {
        ...reader,
        room: tree.name,
        at,
        address: from,
        document: before.name,
        page: null,
        pages: before.pages,
      },
      before.code,
    )
    const { pattern: _, zone: __, originals: ___, restrictPdf, ...mark } = tree.mark
    const answer = await drawer.markedPdf(drawn.file, {
      mark: { ...mark, lines, email: reader.email },
      title: before.name,
      producer: PRODUCER,
      at: at.getTime(),
      password: sealedPassword && unseal(deps.passwordKey(id), sealedPassword),
      isRestricted: restrictPdf,
    })
    if (answer.pdf === null) return answer
    // To make it takes a while, in which the level may have fallen (VIEW-27).
    const page = await allowed(actor, id)
    await recordFirst(db, actor, { page, reader, address: from, at, isLogged })
    return answer
  }
  const archived = async ({ group, name, at, ...asked }: ArchivedPdf): Promise<MarkedPdf> => {
    const tree = await treeRowOf(db, asked.treeId)
    if (!tree) return { pdf: null, reason: GONE }
    const drawn =
      asked.fileId === null
        ? await deps.files.of({ ...asked, organisationId: tree.organisationId }, asked.personId)
        : { file: await deps.rendition(asked.fileId), reason: GONE }
    if (!drawn.file) return { pdf: null, reason: drawn.reason }
    const { pattern: _, zone: __, originals: ___, restrictPdf, ...mark } = markFrom(tree.mark)
    return drawer.markedPdf(drawn.file, {
      mark: { ...mark, lines: [group, tree.treeName], email: null },
      title: name,
      producer: PRODUCER,
      at: at.getTime(),
      password: null,
      isRestricted: restrictPdf,
    })
  }
  const addressOf = (personId: string, { id, name, code }: Opening & { name: string }): MarkedPdfAddress => ({
    url: deps.markedPdfUrl({ id, personId, expires: Math.floor(trueNow() / 1000) + ADDRESS_S }),
    name,
    code,
  })

  return {
    address: async (actor, { password = null, ...input }) => {
      requireFields({ password: password === null ? null : pdfPasswordProblem(password) })
      const { reason, ...pdf } = await announced(actor, input, password)
      if (reason !== null) throw conflict(reason)
      return addressOf(actor.personId, pdf)
    },
    lasting: async (actor, input) => {
      const { access } = await openVersion(deps, actor, input)
      if (isGivenFile(access) || !isGivenMarkedPdf(access)) return null
      const { reason, ...pdf } = await announced(actor, input)
      if (reason !== null) throw conflict(reason)
      return addressOf(actor.personId, pdf).url
    },
    file: async (actor, { id, expires, signature }) => {
      const verdict = isId(id)
        ? deps.verifyMarkedPdf({ id, personId: actor.personId, expires }, signature)
        : 'invalid'
      if (verdict !== 'valid') throw new PictureRefused(verdict === 'expired' ? 'EXPIRED' : 'INVALID')
      const { name, redactionId } = await allowed(actor, id)
      return {
        name: markedPdfName(name, redactionId !== null),
        make: async (address) => {
          try {
            const { pdf, ...none } = await queue.run(actor.personId, () =>
              made(actor, id, { address, isLogged: true }),
            )
            if (pdf === null) throw conflict('reason' in none ? none.reason : '')
            return pdf
          } catch (error) {
            if (error instanceof QueueBusy) throw new PictureRefused('BUSY')
            throw error
          }
        },
      }
    },
    forZip: async (actor, { address, ...input }) => {
      const { id, reason } = await announced(actor, input)
      return reason === null ? made(actor, id, { address, isLogged: false }) : { pdf: null, reason }
    },
    forArchive: archived,
  }
}
