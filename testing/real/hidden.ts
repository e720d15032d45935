import type { Room } from '../room.ts'
import type { Report } from './report.ts'
import { type Found, isIn, pathOf, walk } from './tree.ts'

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'

const ABOUT = `query($treeId: ID!, $id: ID!) {
  document(treeId: $treeId, documentId: $id) {
    name fileCount folderCount childCount
    parent { name } ancestors { id name } previousFile { id } nextFile { id }
  }
}`
const DOWNLOAD =
  'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url name } }'

interface About {
  ancestors: { id: string; name: string }[]
  previousFile: { id: string } | null
  nextFile: { id: string } | null
}

export interface Restriction {
  /** The folder that holds everything. */
  readonly folderId: string
  /** All that is in it, as somebody sees it who may see all. */
  readonly all: readonly Found[]
  /** Paths of the folders that are closed to the rival. */
  readonly closed: readonly string[]
  /** Somebody who may see all. */
  readonly reader: Room
  /** Path of the page of a document. */
  readonly pageOf: (documentId: string) => string
}

/** Shows that the rival meets nothing of what is closed, wherever it could turn up, and all of the rest. */
export async function checkHidden(
  rival: Room,
  { folderId, all, closed, reader, pageOf }: Restriction,
  report: Report,
): Promise<void> {
  const hidden = all.filter((entry) => isIn(entry, closed))
  const open = all.filter((entry) => !isIn(entry, closed))
  const hiddenIds = new Set(hidden.map((entry) => entry.id))
  const count = (entries: readonly Found[], type: Found['fileType']) =>
    entries.filter((entry) => entry.fileType === type).length

  const seen = await walk(rival, folderId)
  const paths = (entries: readonly Found[]) => entries.map(pathOf).sort().join('\n')
  report.check('the rival lists everything else and nothing of it', paths(seen) === paths(open))
  report.note(
    `lists ${count(seen, 'FILE')} files and ${count(seen, 'FOLDER')} folders, all the others and only those`,
  )

  const wrongCounts = seen.filter(({ path, fileType, fileCount, folderCount }) => {
    if (fileType === 'FILE') return false
    const below = open.filter((entry) => isIn(entry, [path.join('/')]) && entry.path.length > path.length)
    return fileCount !== count(below, 'FILE') || folderCount !== count(below, 'FOLDER')
  })
  report.check(
    'counts of folders leave the closed ones out',
    wrongCounts.length === 0,
    wrongCounts.map(pathOf),
  )
  const about = await rival.call<Record<string, number>>(ABOUT, { id: folderId })
  report.check(
    'so do the counts of the folder that holds everything',
    about.fileCount === count(open, 'FILE') && about.folderCount === count(open, 'FOLDER'),
    about,
  )
  report.note(`counts ${about.fileCount} files and ${about.folderCount} folders below the folder`)

  const unknown = JSON.stringify(await rival.ask(ABOUT, { id: UNKNOWN }))
  await report.each(hidden, {
    name: (entry) => `${pathOf(entry)} by its id`,
    holds: async ({ id }) => JSON.stringify(await rival.ask(ABOUT, { id })) === unknown,
    sum: 'closed ones by their id answer as unknown ones',
  })
  const files = hidden.filter((entry) => entry.fileType === 'FILE')
  const noDownload = JSON.stringify(await rival.ask(DOWNLOAD, { id: UNKNOWN }))
  await report.each(files, {
    name: (entry) => `${pathOf(entry)} by download`,
    holds: async ({ id }) => {
      const link = await rival.client.request(`/documents/${rival.treeId}/${id}/download`)
      await link.arrayBuffer()
      return JSON.stringify(await rival.ask(DOWNLOAD, { id })) === noDownload && link.status === 404
    },
    sum: 'closed files have neither download nor link',
  })
  await report.each(files, {
    name: (entry) => `${pathOf(entry)} by the address of another person`,
    holds: async ({ id }) => {
      const { url } = await reader.call<{ url: string }>(DOWNLOAD, { id })
      const answer = await rival.client.request(url)
      const body = await answer.text()
      return answer.status === 403 && body.includes('ADDRESS_INVALID')
    },
    sum: "addresses of closed files, made for another person, don't open",
  })
  const page = async (id: string) => {
    const answer = await rival.client.request(pageOf(id), { headers: { accept: 'text/html' } })
    return `${answer.status} ${await answer.text()}`
  }
  const unknownPage = await page(UNKNOWN)
  await report.each(hidden, {
    name: (entry) => `${pathOf(entry)} in its page`,
    holds: async ({ id }) => (await page(id)) === unknownPage,
    sum: 'pages of closed ones are those of unknown ones',
  })
  await report.each(seen, {
    name: (entry) => `what lies around ${pathOf(entry)}`,
    holds: async (entry) => {
      const { ancestors, previousFile, nextFile } = await rival.call<About>(ABOUT, { id: entry.id })
      const around = [...ancestors, previousFile, nextFile].filter((each) => each !== null)
      const way = ancestors.slice(-entry.path.length + 1).map((folder) => folder.name)
      return (
        around.every(({ id }) => !hiddenIds.has(id)) &&
        (entry.path.length === 1 || way.join('/') === entry.path.slice(0, -1).join('/'))
      )
    },
    sum: 'open ones have the right way to them, and no closed neighbour',
  })
}
