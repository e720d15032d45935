import { createHash } from 'node:crypto'
import type { Client, GraphqlAnswer } from './client.ts'

/** A file to announce; without a folder it goes to the root. */
export interface NewFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly parentId?: string
}

export interface Announced {
  readonly url: string
  readonly version: string
  readonly file: { readonly id: string; readonly name: string }
}

export interface Listed {
  readonly id: string
  readonly name: string
  readonly fileType: 'FILE' | 'FOLDER'
  readonly size: number | null
  readonly fileCount: number
  readonly folderCount: number
}

/** A downloaded content; its bytes were hashed on the way and not kept. */
export interface Downloaded {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
}

const PAGE = 200

/** What one person does in one document tree, call by call, over HTTP. */
export class Room {
  readonly client: Client
  readonly treeId: string

  constructor(client: Client, treeId: string) {
    this.client = client
    this.treeId = treeId
  }

  get rootId(): string {
    return `tree:${this.treeId}`
  }

  /** One operation with `$treeId` given. */
  ask(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    return this.client.graphql(query, { treeId: this.treeId, ...variables })
  }

  /** As `ask`, for the value of its one field. @throws with the errors of the answer */
  async call<Value>(query: string, variables: Record<string, unknown> = {}): Promise<Value> {
    const { status, data, errors } = await this.ask(query, variables)
    if (errors.length > 0 || data === null) throw new Error(`${status} ${JSON.stringify(errors)}`)
    return Object.values(data)[0] as Value
  }

  /** @returns one folder for each path, in the order asked */
  async createFolders(
    folderPaths: readonly string[],
    parentId: string | null = null,
  ): Promise<{ id: string }[]> {
    const { folders } = await this.call<{ folders: { id: string }[] }>(
      `mutation($treeId: ID!, $parentId: ID, $folderPaths: [String!]!) {
        documentsCreateFolders(treeId: $treeId, parentId: $parentId, folderPaths: $folderPaths) { folders { id } }
      }`,
      { parentId, folderPaths },
    )
    return folders
  }

  async announce(files: readonly NewFile[]): Promise<Announced[]> {
    const { uploads } = await this.call<{ uploads: Announced[] }>(ANNOUNCE, {
      files: files.map((file) => ({ parentId: this.rootId, ...file })),
    })
    return uploads
  }

  /** As `announce`, with its errors as they come. */
  askToAnnounce(file: NewFile): Promise<GraphqlAnswer> {
    return this.ask(ANNOUNCE, { files: [{ parentId: this.rootId, ...file }] })
  }

  async put({ url }: Pick<Announced, 'url'>, body: Uint8Array): Promise<Response> {
    const answer = await this.client.request(url, { method: 'PUT', body: new Uint8Array(body) })
    await answer.clone().arrayBuffer()
    return answer
  }

  confirm(
    uploads: readonly { readonly version: string; readonly file: Pick<Announced['file'], 'id'> }[],
  ): Promise<{ files: { id: string; name: string }[]; failedIds: string[] }> {
    return this.call(
      `mutation($treeId: ID!, $uploads: [ConfirmUploadInput!]!) {
        documentsConfirmUploads(treeId: $treeId, uploads: $uploads) { files { id name } failedIds }
      }`,
      { uploads: uploads.map(({ version, file }) => ({ version, documentId: file.id })) },
    )
  }

  /** One file through the whole conversation, as every version of the product knows it. @returns its document's id */
  async upload(parentId: string, name: string, content: string | Buffer): Promise<string> {
    const body = Buffer.from(content)
    const announced = await this.announce([{ name, size: body.length, parentId }])
    for (const upload of announced) await this.put(upload, body)
    const { files } = await this.confirm(announced)
    return files[0]?.id ?? ''
  }

  /** Everything in a folder, in the order of the list. */
  async list(documentId: string | null = null): Promise<Listed[]> {
    const listed: Listed[] = []
    for (;;) {
      const { childCount, children } = await this.call<{ childCount: number; children: Listed[] }>(
        `query($treeId: ID!, $documentId: ID, $limit: Int!, $offset: Int!) {
          document(treeId: $treeId, documentId: $documentId) {
            childCount
            children(limit: $limit, offset: $offset) { id name fileType size fileCount folderCount }
          }
        }`,
        { documentId, limit: PAGE, offset: listed.length },
      )
      listed.push(...children)
      if (listed.length >= childCount || children.length === 0) return listed
    }
  }

  /** Downloads as the browser does, by a fresh address. */
  async download(documentId: string): Promise<Downloaded> {
    const { url, name } = await this.call<{ url: string; name: string }>(
      'mutation($treeId: ID!, $documentId: ID!) { downloadFile(treeId: $treeId, documentId: $documentId) { url name } }',
      { documentId },
    )
    const answer = await this.client.request(url)
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
    const hash = createHash('sha256')
    let size = 0
    for await (const part of answer.body ?? []) {
      hash.update(part)
      size += part.length
    }
    return { name, size, sha256: hash.digest('hex') }
  }
}

const ANNOUNCE = `mutation($treeId: ID!, $files: [PresignUploadInput!]!) {
  documentsPresignUploads(treeId: $treeId, files: $files) { uploads { url version file { id name } } }
}`
