import { randomBytes, randomUUID } from 'node:crypto'
import type { Room } from '../../testing/room.ts'
import { headersOf } from './folderList.ts'
import { type Call, type Caller, inParallel } from './load.ts'
import type { Stage } from './stage.ts'

interface Announced {
  readonly url: string
  readonly version: string
  readonly file: { readonly id: string }
}

/** Files in one request for addresses or for confirmation (UPL-07). */
const BATCH = 20
/** Concurrent transfers (UPL-08). */
export const TRANSFERS = 5

/** Bytes of each of many small files. */
export const SMALL_FILE = randomBytes(50_000)

/** So many new names of small files. */
export const newNames = (count: number): string[] =>
  Array.from({ length: count }, () => `Inspection ${randomUUID()}.pdf`)

const PRESIGN = `mutation($treeId: ID!, $files: [PresignUploadInput!]!) {
  documentsPresignUploads(treeId: $treeId, files: $files) { uploads { url version file { id } } }
}`
const CONFIRM = `mutation($treeId: ID!, $uploads: [ConfirmUploadInput!]!) {
  documentsConfirmUploads(treeId: $treeId, uploads: $uploads) { files { id } failedIds }
}`

const DOWNLOAD = `mutation($treeId: ID!, $documentId: ID!) {
  downloadFile(treeId: $treeId, documentId: $documentId) { url }
}`

/** Uploads and downloads as the page does: batch after batch, each announced, sent and confirmed. */
export class Conversation {
  readonly #caller: Caller
  readonly #headers: Record<string, string>
  readonly #treeId: string

  private constructor(caller: Caller, headers: Record<string, string>, treeId: string) {
    this.#caller = caller
    this.#headers = headers
    this.#treeId = treeId
  }

  /** As the contributor, into the empty tree. */
  static async open({ signIn, world }: Stage, caller: Caller): Promise<Conversation> {
    return new Conversation(caller, headersOf(await signIn(world.contributor)), world.empty.treeId)
  }

  /** As whoever is signed in there, into that tree. */
  static in({ client, treeId }: Pick<Room, 'client' | 'treeId'>, caller: Caller): Conversation {
    return new Conversation(caller, headersOf(client), treeId)
  }

  async #ask<Value>(query: string, variables: object): Promise<Value> {
    const body = JSON.stringify({ query, variables: { treeId: this.#treeId, ...variables } })
    const bytes = await this.#caller.send({ method: 'POST', path: '/graphql', headers: this.#headers, body })
    const { data, errors } = JSON.parse(bytes.toString())
    if (errors) throw new Error(JSON.stringify(errors))
    return Object.values(data)[0] as Value
  }

  /** Uploads files of that content under the names. @returns their ids @throws when one of them fails */
  async upload(names: readonly string[], content: Buffer): Promise<string[]> {
    const ids: string[] = []
    for (let from = 0; from < names.length; from += BATCH) {
      const files = names
        .slice(from, from + BATCH)
        .map((name) => ({ name, size: content.length, parentId: `tree:${this.#treeId}` }))
      const { uploads } = await this.#ask<{ uploads: Announced[] }>(PRESIGN, { files })
      await inParallel(TRANSFERS, uploads, ({ url }) =>
        this.#caller.send({ method: 'PUT', path: url, body: content }),
      )
      const { failedIds } = await this.#ask<{ failedIds: string[] }>(CONFIRM, {
        uploads: uploads.map(({ version, file }) => ({ version, documentId: file.id })),
      })
      if (failedIds.length > 0) throw new Error(`${failedIds.length} uploads failed.`)
      ids.push(...uploads.map(({ file }) => file.id))
    }
    return ids
  }

  /** The call that downloads a file, good for five minutes. */
  async downloadOf(documentId: string): Promise<Call> {
    const { url } = await this.#ask<{ url: string }>(DOWNLOAD, { documentId })
    return { method: 'GET', path: url, headers: { cookie: this.#headers.cookie } }
  }
}
