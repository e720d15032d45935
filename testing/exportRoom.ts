import type { Actor } from '../server/access/actor.ts'
import type { Documents } from '../server/modules/documents/index.ts'
import { newId } from '../server/platform/ids.ts'
import { spreadsheetBytes } from '../server/platform/spreadsheets/index.ts'
import type { Permission } from '../shared/permissions.ts'
import type { TestDatabase } from './database/index.ts'
import { documentsOver } from './documents.ts'
import { factories } from './factories.ts'
import { type ReadSheet, readSpreadsheet } from './spreadsheets.ts'

/** Reads every log of a tree, but is no admin of its documents. */
export const AUDITOR: readonly Permission[] = ['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW', 'ACCESS_LOG_VIEW']
/** Of the product, in the links of file indexes. */
export const ORIGIN = 'https://rooms.example.com'

type Export = Awaited<ReturnType<Documents['exports']['fileIndex']>>

/** What an export holds, as a spreadsheet program reads it. */
export const sheetOf = async (exported: Promise<Export>): Promise<ReadSheet & { fileName: string }> => {
  const { fileName, spreadsheet } = await exported
  const pieces: Uint8Array[] = []
  for await (const piece of spreadsheetBytes(spreadsheet)) pieces.push(piece)
  const [sheet] = readSpreadsheet(Buffer.concat(pieces))
  if (!sheet) throw new Error('There is no sheet.')
  return { ...sheet, fileName }
}

/** The cells below a header. */
export const column = (sheet: ReadSheet, header: string): unknown[] => {
  const at = sheet.rows[0]?.indexOf(header) ?? -1
  return sheet.rows.slice(1).map((row) => row[at] ?? null)
}

/** The day in the names of exports. */
export const today = new Date().toISOString().slice(0, 10)

/** A deal room with a folder that is closed to its auditor, and the ways to its spreadsheets. */
export async function exportRoom(database: TestDatabase) {
  const make = factories(database)
  const { documents, upload } = documentsOver(database)
  /** By name; folders by their paths. */
  const ids = new Map<string, string>()
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId, name: 'Kayenta Solar' })
  const { slug } = portfolio
  const place = { organisationId, portfolioId: portfolio.id }
  const treeId = await make.tree(place)
  const admin = await make.actorWith(place, 'Deal Room Admin', 'Sellers')
  const auditor = await make.actorWith(place, AUDITOR, 'Auditors')
  const paths = ['10 Tax', '2 Permits', '2 Permits/Zoning', '1 Falcon bids', '1 Falcon bids/Merlin']
  const folders = await documents().createFolders(admin, { treeId, parentId: null, folderPaths: paths })
  for (const [place, folder] of folders.entries()) ids.set(paths[place] ?? '', folder.id)
  const files: [string, string][] = [
    ['2 Permits', 'b.pdf'],
    ['2 Permits', 'A 10.pdf'],
    ['2 Permits', 'a 9.pdf'],
    ['2 Permits/Zoning', '=SUM(1).xlsx'],
    ['1 Falcon bids', 'Osprey price.xlsx'],
    ['1 Falcon bids/Merlin', 'Kestrel terms.docx'],
    ['10 Tax', 'came from Falcon.pdf'],
  ]
  for (const [folder, name] of files) ids.set(name, await upload(admin, treeId, ids.get(folder) ?? '', name))
  ids.set('root.txt', await upload(admin, treeId, `tree:${treeId}`, 'root.txt'))
  await documents().updatePermission(admin, {
    treeId,
    permissionId: `${ids.get('1 Falcon bids')}:${auditor.groupId}`,
    permissible: false,
  })

  const index = (
    actor: Actor,
    more: Partial<{ treeId: string; columns: string[]; folderId: string | null }> = {},
  ) => documents().exports.fileIndex(actor, { treeId, columns: [], folderId: null, origin: ORIGIN, ...more })
  /** Writes a view or a download of a file to the access log; in the view of others where their name is given. */
  const access = async (
    personId: string,
    kind: 'VIEW' | 'PRINT' | 'DOWNLOAD',
    name: string,
    viewedAs?: string,
  ): Promise<void> => {
    const { rows } = await database.pool.query(
      'select current_version_id as id from document where id = $1',
      [ids.get(name)],
    )
    const viewing =
      viewedAs === undefined
        ? null
        : {
            id: newId(),
            name: viewedAs,
            place: { kind: 'portfolio' as const, ...place },
            expiresAt: new Date(),
            knownGroupIds: null,
          }
    await documents().logAccess({ personId, sessionId: newId(), viewing }, rows[0].id, kind)
  }
  return { make, documents, upload, ids, place, slug, treeId, admin, auditor, index, access }
}
