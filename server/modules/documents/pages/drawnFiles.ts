import { pagedKind } from '../../../../shared/pagedFiles.ts'
import type { FairQueue, OfficeLayout, OfficePdfs, PagedFile } from '../../../platform/pages/index.ts'
import { sameWork } from '../../../platform/sameWork.ts'
import { type Storage, wholeFile } from '../../../platform/storage/index.ts'
import { keyOfPage } from '../contents/keptPage.ts'
import type { KeptPages } from './keptPages.ts'

/** A version of a file whose pages are asked for. */
export interface PagedVersion {
  versionId: string
  organisationId: string
  /** In lower case without the dot. */
  extension: string
  /** Bytes. */
  size: number
}

/** What pages of a version are drawn from. */
export interface DrawnFile {
  file: PagedFile
  /** Of an Office file; null of others. */
  layout: OfficeLayout | null
  /** What readers are told of its pages (PAGE-07). */
  remarks: readonly string[]
}

/** Or it has none, why in words for a person, and whether a later attempt may do better. */
export type FoundFile = DrawnFile | { file: null; reason: string; mayPass: boolean }

export interface DrawnFiles {
  /**
   * What pages are drawn from: the file itself, or the PDF that was made of it.
   * @throws QueueBusy where too many wait, and as OfficePdfs.make
   */
  of(version: PagedVersion, personId: string): Promise<FoundFile>
  /** The same, of an Office file made anew with all that was kept of it. @throws as of */
  fresh(version: PagedVersion, personId: string): Promise<FoundFile>
  /** Whether pages that were laid out like that would look otherwise now. */
  isOutdated(layout: OfficeLayout | null): Promise<boolean>
}

export interface DrawnFilesDependencies {
  storage: Pick<Storage, 'read'>
  kept: KeptPages
  office: OfficePdfs
  /** Turns of those for whom Office files are laid out. */
  queue: FairQueue
}

const NO_PAGES: FoundFile = { file: null, reason: 'This kind of file has no pages.', mayPass: false }
const NO_ROOM: FoundFile = {
  file: null,
  reason: 'There is no room for its pages on the server.',
  mayPass: true,
}
/** The place of a PDF among the pages of a version. */
const WHOLE = { number: 0, width: 0 }

/** What pages of versions are drawn from (PAGE-02, PAGE-03, PAGE-04). */
export function createDrawnFiles({ storage, kept, office, queue }: DrawnFilesDependencies): DrawnFiles {
  const making = sameWork<FoundFile>()

  const keptPdf = async ({ versionId, organisationId }: PagedVersion): Promise<PagedFile | null> => {
    const found = await kept.locate({ versionId, organisationId, ...WHOLE })
    return found && { kind: 'pdf', ...wholeFile(storage, keyOfPage(found.id), found.size) }
  }
  const make = async (version: PagedVersion): Promise<FoundFile> => {
    const { versionId, organisationId, extension, size } = version
    const made = await office.make({ extension, ...wholeFile(storage, versionId, size) }, async (pdf) => {
      await kept.keep({ versionId, organisationId, ...WHOLE }, pdf)
      return { layout: pdf.layout, remarks: pdf.remarks }
    })
    if ('reason' in made) return { file: null, ...made }
    const file = await keptPdf(version)
    return file ? { file, ...made.used } : NO_ROOM
  }
  const again = (version: PagedVersion, personId: string): Promise<FoundFile> =>
    making(version.versionId, () => queue.run(personId, () => make(version)))
  const fresh = (version: PagedVersion, personId: string): Promise<FoundFile> =>
    making(`fresh ${version.versionId}`, () =>
      queue.run(personId, async () => {
        await kept.forgetVersion(version.versionId)
        return make(version)
      }),
    )

  return {
    async of(version, personId) {
      const kind = pagedKind(version.extension)
      if (!kind) return NO_PAGES
      if (kind !== 'office') {
        const file = { kind, ...wholeFile(storage, version.versionId, version.size) }
        return { file, layout: null, remarks: [] }
      }
      const file = await keptPdf(version)
      // How it was laid out stands with the sizes of its pages.
      return file ? { file, layout: null, remarks: [] } : again(version, personId)
    },
    fresh: async (version, personId) =>
      pagedKind(version.extension) === 'office' ? fresh(version, personId) : NO_PAGES,
    isOutdated: async (layout) => layout === 'SIMPLIFIED' && (await office.hasOffice()),
  }
}
