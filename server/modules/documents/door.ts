import type { Actor } from '../../access/actor.ts'
import { FILE_ADDRESS_S, type ServedFile } from '../../contracts/storedFiles.ts'
import type { Disposition } from '../../platform/signing.ts'
import { trueNow } from '../../platform/trueTime.ts'
import type { Files } from '../files/index.ts'
import type { ModuleContext } from '../manifest.ts'
import { openComparing, type VersionComparingDoor } from './comparing/createComparing.ts'
import { createDocuments, createZips, type Documents, type Zips } from './index.ts'
import { type DocumentPagesDoor, openPages } from './pages/createPages.ts'
import { openRedactions, type RedactionsDoor } from './redaction/createRedactions.ts'
import { openStaging, type Staging } from './staging/createStaging.ts'
import { asItWillBe } from './staging/rehearsing.ts'

export interface DocumentsDoor extends Documents {
  zips: Zips
  pages: DocumentPagesDoor
  comparing: VersionComparingDoor
  redactions: RedactionsDoor
  staging: Staging
}

const UPLOAD_ADDRESS_S = 3600
const inSeconds = (seconds: number): number => Math.floor(trueNow() / 1000) + seconds

/** All that other modules and the module's own addresses ask of documents. */
export function createDoor(
  { config, log, db, jobsDb, storage, signer, origin }: ModuleContext,
  files: Files,
): DocumentsDoor {
  const fileAddress = ({ id, ...file }: { id: string; personId: string; disposition: Disposition }) =>
    signer.fileUrl({ ...file, fileId: id, expires: inSeconds(FILE_ADDRESS_S) })
  const documents = createDocuments({
    db,
    storedSize: (key) => storage.head(key),
    direct: storage.direct,
    uploadAddress: (upload) => signer.uploadUrl({ ...upload, expires: inSeconds(UPLOAD_ADDRESS_S) }),
    fileAddress,
    opaqueId: signer.opaqueId,
    maxUploadBytes: config.maxUploadBytes,
    recycleDays: config.recycleDays,
    onError: (err) => log.warn({ err }, 'received files could not be recorded'),
  })
  const pages = openPages({
    db,
    jobsDb,
    storage,
    versions: documents.versions,
    signer,
    cacheBytes: config.pageCacheBytes,
    office: config.office,
    rendition: files.source,
    asItWillBe: (actor, read) => asItWillBe(db, actor, read),
    log,
  })
  const redactions = openRedactions({ db, jobsDb, files, pages })
  const zips = createZips({
    db,
    jobsDb,
    storage,
    markedPdf: pages.markedPdfs.forZip,
    rendition: files.source,
    fileAddress,
    origin,
    onUnreadable: (err, versionId) => log.error({ err, versionId }, 'a stored file could not be read'),
  })
  const comparing = openComparing({ db, storage, versions: documents.versions })
  return {
    ...documents,
    zips,
    pages,
    comparing,
    redactions,
    staging: openStaging({ db, jobsDb, fileAddress }),
  }
}

/** Versions, their redacted renditions, thumbnails and zips under the ids of their addresses. */
export async function findFile(
  { storedFile, logAccess, zips }: DocumentsDoor,
  files: Pick<Files, 'stored'>,
  actor: Actor,
  id: string,
): Promise<ServedFile | null> {
  const found = await storedFile(actor, id)
  if (found) {
    const { versionId } = found
    const logUse: ServedFile['logUse'] = ({ session, disposition, address }) =>
      logAccess(session, versionId, disposition === 'inline' ? 'VIEW' : 'DOWNLOAD', address)
    if ('key' in found) return { ...found, logUse }
    const rendition = await files.stored(found.renditionFileId)
    return rendition && { ...rendition, name: found.name, logged: true, logUse }
  }
  const zip = await zips.storedFile(actor, id)
  return (
    zip && {
      ...zip,
      logUse: ({ session, address }) => zips.logFetched(session, id, address),
    }
  )
}
