import { unzipSync } from 'fflate'
import type { Client } from './client.ts'
import type { Room } from './room.ts'

/** A zip as the API tells of it. */
export interface Zip {
  id: string
  state: string
  fileCount: number
  filesDone: number
  bytes: number
  bytesDone: number
  url: string | null
  failure: string | null
}

export interface Submitted {
  exportable: { id: string; filePath: string }[]
  exportableCount: number
  unexportable: { id: string; filePath: string }[]
  unexportableCount: number
  zipExport: Zip | null
}

const FIELDS = 'id state fileCount filesDone bytes bytesDone url failure'

export const SUBMIT = `mutation($treeId: ID!, $documentIds: [ID!]!) {
  submitZipDownload(treeId: $treeId, documentIds: $documentIds) {
    exportable { id filePath } exportableCount unexportable { id filePath } unexportableCount
    zipExport { ${FIELDS} }
  }
}`

export const submitZip = (room: Room, documentIds: readonly string[]): Promise<Submitted> =>
  room.call<Submitted>(SUBMIT, { documentIds })

export const zipState = (room: Room, id: string): Promise<Zip> =>
  room.call<Zip>(`query($id: ID!) { zipExport(id: $id) { ${FIELDS} } }`, { id })

export const cancelZip = (room: Room, id: string): Promise<Zip> =>
  room.call<Zip>(`mutation($id: ID!) { cancelZipExport(id: $id) { ${FIELDS} } }`, { id })

/** A fetched zip: its name, and the text of each entry by its path; folders end with a slash. */
export interface Fetched {
  name: string
  entries: Record<string, string>
}

/** Fetches a finished zip as the browser does. @throws where an answer is not as it should be */
export async function fetchZip(client: Client, id: string): Promise<Fetched> {
  const link = await client.request(`/zip-exports/${id}`)
  if (link.status !== 302) throw new Error(`The link answered ${link.status}: ${await link.text()}`)
  const answer = await client.request(link.headers.get('location') ?? '')
  if (answer.status !== 200) throw new Error(`The zip answered ${answer.status}: ${await answer.text()}`)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return {
    name: /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
    entries: Object.fromEntries(
      Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
    ),
  }
}
