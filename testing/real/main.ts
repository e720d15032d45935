import { rmSync } from 'node:fs'
import path from 'node:path'
import { GROUP } from '../../demo/content/organisations.ts'
import { PEOPLE } from '../../demo/content/people.ts'
import { formatBytes } from '../../shared/format/bytes.ts'
import { newDataDir, startProduct } from '../product.ts'
import { Room } from '../room.ts'
import { engineOf } from './engine.ts'
import { checkEquipment } from './equipment.ts'
import { asDropped, type RealEntry, readEntries, sha256Of } from './files.ts'
import { checkHidden } from './hidden.ts'
import { administeredBy, signIn } from './people.ts'
import { checkPlants } from './plants.ts'
import { Report } from './report.ts'
import { checkMaps, checkShapes } from './shapes.ts'
import { checkSheets } from './sheets.ts'
import { type Found, isIn, pathOf, walk } from './tree.ts'
import { checkWords } from './words.ts'

/** Folders of the given one that are uploaded. */
const PARTS = ['documents', 'kml']
/** Folders whose spreadsheets are read, too. */
const SHEETS = ['equipment']
/** Folders that are closed to the rival, as far as they are there. */
const CLOSED = ['documents/pdf', 'kml']
const FOLDER = 'Real files'

const { contributor, dealAdmin, viewer, bidder } = PEOPLE
const RIVALS = GROUP.northwind

const ofKind = <Entry extends { kind: string }>(entries: readonly Entry[], kind: string) =>
  entries.filter((entry) => entry.kind === kind)

/** Uploads as the page does it. @returns the folder's id */
async function upload(room: Room, entries: readonly RealEntry[], report: Report): Promise<string> {
  report.title(`Upload by ${contributor.email}`)
  const { folder } = await room.call<{ folder: { id: string } }>(
    'mutation($treeId: ID!, $name: String!) { createFolder(treeId: $treeId, name: $name) { folder { id } } }',
    { name: FOLDER },
  )
  const engine = engineOf(room.client)
  const began = performance.now()
  engine.start({
    treeId: room.treeId,
    treeName: 'Documents',
    parentId: folder.id,
    parentName: FOLDER,
    parentPath: [],
    entries: await asDropped(entries),
  })
  await engine.whenIdle()
  const seconds = (performance.now() - began) / 1000
  const { tasks } = engine.getSnapshot()
  await report.each(entries, {
    name: (entry) => `${pathOf(entry)} is uploaded`,
    holds: async (entry) => {
      const task = tasks.find((each) => each.path === pathOf(entry))
      return task?.status === 'done' || (task?.reason ?? task?.status ?? 'not taken up')
    },
    sum: `done in ${seconds.toFixed(1)} s`,
  })
  return folder.id
}

/** @returns what is there, as the reader sees it */
async function compare(
  room: Room,
  folderId: string,
  entries: readonly RealEntry[],
  report: Report,
): Promise<Found[]> {
  report.title(`Download by ${viewer.email}`)
  const all = await walk(room, folderId)
  const paths = (list: readonly { path: readonly string[] }[]) => list.map(pathOf).sort().join('\n')
  report.check('the folder holds exactly what was sent', paths(all) === paths(entries))
  let bytes = 0
  await report.each(ofKind(entries, 'file'), {
    name: (entry) => `${pathOf(entry)} comes back as it was`,
    holds: async (entry) => {
      const document = all.find((each) => pathOf(each) === pathOf(entry))
      if (!document) return 'not there'
      const { name, size, sha256 } = await room.download(document.id)
      bytes += size
      const same = name === entry.path.at(-1) && size === entry.size && size === document.size
      return (same && sha256 === (await sha256Of(entry.absolute))) || { name, size, sha256 }
    },
    sum: 'files came back with the SHA-256 that they have on the disk',
  })
  report.note(formatBytes(bytes))
  return all
}

/** Closes folders to the rivals alone. @returns the paths of those that were there */
async function close(room: Room, all: readonly Found[], report: Report): Promise<string[]> {
  report.title(`Closed to ${RIVALS} by ${dealAdmin.email}`)
  const closed: string[] = []
  for (const folder of all.filter((entry) => CLOSED.includes(pathOf(entry)))) {
    const { permissions } = await room.call<{ permissions: { id: string; principal: { name: string } }[] }>(
      `query($treeId: ID!, $id: ID!) {
        document(treeId: $treeId, documentId: $id) { permissions { id principal { name } } }
      }`,
      { id: folder.id },
    )
    const permission = permissions.find(({ principal }) => principal.name === RIVALS)
    const { documentPermission } = await room.call<{ documentPermission: { permissible: boolean } }>(
      `mutation($treeId: ID!, $id: ID!) {
        updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) {
          documentPermission { permissible }
        }
      }`,
      { id: permission?.id },
    )
    report.check(`${pathOf(folder)} is closed`, documentPermission.permissible === false)
    const files = all.filter((entry) => entry.fileType === 'FILE' && isIn(entry, [pathOf(folder)]))
    report.note(`${pathOf(folder)}, ${files.length} files`)
    closed.push(pathOf(folder))
  }
  report.check('there is something to close', closed.length > 0)
  return closed
}

async function run(entries: readonly RealEntry[], report: Report): Promise<void> {
  const dataDir = newDataDir()
  try {
    const product = await startProduct({ dataDir, env: { DEMO: 'on', STORAGE_RESERVE_BYTES: '0' } })
    try {
      const admin = await signIn(product.address, dealAdmin.email)
      const { slug, treeId } = await administeredBy(admin)
      const enter = async (email: string) => new Room(await signIn(product.address, email), treeId)
      const [editor, reader, rival] = await Promise.all([
        enter(contributor.email),
        enter(viewer.email),
        enter(bidder.email),
      ])
      const folderId = await upload(editor, entries, report)
      const all = await compare(reader, folderId, entries, report)
      await checkWords(reader, { folderId, all }, report)
      const closed = await close(new Room(admin, treeId), all, report)
      report.title(`What ${bidder.email} sees`)
      const pageOf = (id: string) => `/portfolios/${slug}/storage/documents/${id}`
      await checkHidden(rival, { folderId, all, closed, reader, pageOf }, report)
      report.title('What others see')
      const still = await walk(reader, folderId)
      report.check(`${viewer.email} sees all of it still`, still.length === all.length)
      report.note(`${viewer.email} still sees ${still.length} of ${all.length}`)
      await checkPlants(await readEntries(path.resolve(dir ?? ''), ['projects']), admin, slug, report)
      const staff = await signIn(product.address, PEOPLE.super.email)
      await checkEquipment(await readEntries(path.resolve(dir ?? ''), ['equipment']), staff, report)
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const [dir] = process.argv.slice(2)
if (!dir) {
  console.error('Usage: npm run test:real -- DIR')
  process.exit(1)
}
const entries = await readEntries(path.resolve(dir), PARTS)
const files = ofKind(entries, 'file')
const report = new Report()
console.log(`Real files of ${path.resolve(dir)}`)
report.note(
  `${files.length} files in ${entries.length - files.length} folders, ` +
    formatBytes(files.reduce((sum, file) => sum + file.size, 0)),
)
report.check(`there are files in ${PARTS.join(' or ')} of the given folder`, files.length > 0)
if (files.length > 0) {
  try {
    await run(entries, report)
    await checkShapes(entries, report)
    await checkMaps(await readEntries(path.resolve(dir), ['layers']), report)
    await checkSheets(await readEntries(path.resolve(dir), [...PARTS, ...SHEETS]), report)
  } catch (error) {
    report.check('the run comes to its end', false, error instanceof Error ? error.message : error)
  }
}
report.end()
process.exitCode = report.failed === 0 ? 0 : 1
