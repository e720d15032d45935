/// <reference types="node" />
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { normaliseName } from '../../../../../shared/documentNames.ts'
import { askAddress } from '../askAddress.ts'
import { type ConfirmUpload, type PresignFile, type UploadPort, UploadRefusal } from '../port.ts'
import { nodePut } from './nodePut.ts'

/** One call that reached the server, in the order of arrival. */
export type Call =
  | { kind: 'createFolders'; parentId: string; paths: readonly string[] }
  | { kind: 'presign'; files: readonly PresignFile[] }
  | { kind: 'put'; name: string; contentType: string | undefined; from: number }
  | { kind: 'question' | 'discard'; name: string }
  | { kind: 'confirm'; uploads: readonly ConfirmUpload[] }

export interface StoredDocument {
  id: string
  kind: 'file' | 'folder'
  name: string
  parentId: string
  /** SHA-256 of each confirmed version, the newest last. */
  versions: string[]
}

interface Upload {
  version: string
  document: StoredDocument
  size: number
  received: { size: number; sha256: string } | null
  /** What a transfer left that can be gone on with. */
  kept: Buffer
  isRunning: boolean
}

/** What a test does to a call before the server looks at it: throw, wait, or answer a PUT in its stead. */
export interface Script {
  createFolders?: (paths: readonly string[], attempt: number) => void | Promise<void>
  presign?: (files: readonly PresignFile[], attempt: number) => void | Promise<void>
  confirm?: (uploads: readonly ConfirmUpload[], attempt: number) => void | Promise<void>
  /** Gives a status to answer with, or null to destroy the connection; undefined lets the file in. */
  /** Called with the bytes of a transfer so far: may keep them waiting, or break the connection. */
  arrive?: (name: string, bytes: number) => 'break' | undefined | Promise<'break' | undefined>
  put?: (name: string) => number | null | undefined | Promise<number | null | undefined>
}

export const TREE = 't1'
export const ROOT = 'root'

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** A server that behaves as the contract says: mutations in memory, the files by real HTTP. */
export async function startUploadServer(script: Script = {}) {
  const calls: Call[] = []
  const documents: StoredDocument[] = []
  const uploads = new Map<string, Upload>()
  let lastId = 0
  const seen = { running: 0, parallel: 0 }
  const attempts = { createFolders: 0, presign: 0, confirm: 0 }

  const find = (parentId: string, name: string) =>
    documents.find((document) => document.parentId === parentId && sameName(document.name, name))

  const port: UploadPort = {
    createFolders: async (_treeId, parentId, paths) => {
      calls.push({ kind: 'createFolders', parentId, paths })
      await script.createFolders?.(paths, ++attempts.createFolders)
      if (paths.length > 50) throw new UploadRefusal('At most 50 folders.')
      return paths.map((path) => {
        let folder: StoredDocument | undefined
        for (const name of path.split('/')) {
          const inside: string = folder?.id ?? parentId
          folder = find(inside, name)
          if (!folder) {
            folder = { id: `d${++lastId}`, kind: 'folder', name, parentId: inside, versions: [] }
            documents.push(folder)
          }
        }
        return { id: folder?.id ?? '', name: folder?.name ?? '' }
      })
    },
    presign: async (_treeId, files) => {
      calls.push({ kind: 'presign', files })
      await script.presign?.(files, ++attempts.presign)
      if (files.length > 20) throw new UploadRefusal('At most 20 files.')
      const fields: Record<string, string> = {}
      files.forEach(({ name, parentId }, index) => {
        const check = normaliseName(name)
        if (!check.ok) fields[`files.${index}.name`] = check.reason
        else if (find(parentId, name)?.kind === 'folder')
          fields[`files.${index}.name`] = 'A folder has that name.'
      })
      if (Object.keys(fields).length > 0) throw new UploadRefusal('Some files were refused.', fields)
      return files.map(({ name, size, parentId, version: former }) => {
        const begun = uploads.get(former ?? '')
        if (begun && begun.size === size && begun.document.name === name) {
          const { document, version } = begun
          return { file: { id: document.id, name }, url: `${origin}/uploads/${version}`, version }
        }
        const document: StoredDocument = find(parentId, name) ?? {
          id: `d${++lastId}`,
          kind: 'file',
          name,
          parentId,
          versions: [],
        }
        const version = `v${++lastId}`
        uploads.set(version, {
          version,
          document,
          size,
          received: null,
          kept: Buffer.alloc(0),
          isRunning: false,
        })
        return {
          file: { id: document.id, name: document.name },
          url: `${origin}/uploads/${version}`,
          version,
        }
      })
    },
    confirm: async (_treeId, confirmed) => {
      calls.push({ kind: 'confirm', uploads: confirmed })
      await script.confirm?.(confirmed, ++attempts.confirm)
      const files: StoredDocument[] = []
      const failedIds: string[] = []
      for (const { version, documentId } of confirmed) {
        const upload = uploads.get(version)
        if (upload?.document.id !== documentId || upload.received?.size !== upload.size) {
          failedIds.push(documentId)
          continue
        }
        const kept = find(upload.document.parentId, upload.document.name) ?? upload.document
        if (!documents.includes(kept)) documents.push(kept)
        if (!kept.versions.includes(upload.received.sha256)) kept.versions.push(upload.received.sha256)
        files.push(kept)
      }
      return { files, failedIds }
    },
    put: nodePut,
    received: (url, size, signal) => askAddress(url, size, { signal }),
    discard: async (url, size) => void (await askAddress(url, size, { discard: true })),
  }

  /** Answers what is asked of an upload; false for a transfer. */
  const answersQuestion = (request: IncomingMessage, response: ServerResponse, upload: Upload): boolean => {
    if (request.headers['content-range'] !== `bytes */${upload.size}`) return false
    if (request.headers['upload-discard']) upload.kept = Buffer.alloc(0)
    const received = upload.received?.size ?? upload.kept.length
    const status = upload.isRunning ? 409 : 202
    calls.push({
      kind: request.headers['upload-discard'] ? 'discard' : 'question',
      name: upload.document.name,
    })
    response.writeHead(status).end(JSON.stringify({ received }))
    return true
  }

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const upload = uploads.get(request.url?.split('/').at(-1) ?? '')
    const name = upload?.document.name ?? ''
    if (upload && answersQuestion(request, response, upload)) return
    const [, first] = /^bytes (\d+)-/.exec(request.headers['content-range'] ?? '') ?? []
    const from = Number(first ?? 0)
    calls.push({ kind: 'put', name, contentType: request.headers['content-type'], from })
    if (upload && from !== 0 && from !== upload.kept.length) {
      response.writeHead(409).end()
      return
    }
    seen.running += 1
    seen.parallel = Math.max(seen.parallel, seen.running)
    response.once('close', () => {
      seen.running -= 1
    })
    const status = await script.put?.(name)
    if (status === null) {
      request.socket.destroy()
      return
    }
    const parts = upload && from > 0 ? [upload.kept] : []
    let size = from
    try {
      if (upload) upload.isRunning = true
      for await (const part of request) {
        size += part.length
        parts.push(part)
        if ((await script.arrive?.(name, size)) === 'break') request.socket.destroy()
      }
    } catch {
      if (upload && first !== undefined) upload.kept = Buffer.concat(parts)
      return
    } finally {
      if (upload) upload.isRunning = false
    }
    const sha256 = createHash('sha256').update(Buffer.concat(parts)).digest('hex')
    if (status === undefined && upload) upload.received = { size, sha256 }
    response.writeHead(status ?? 200, { 'Content-Type': 'application/json' }).end('{}')
  }

  const http = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  return {
    port,
    calls,
    documents,
    seen,
    callsOf: <Kind extends Call['kind']>(kind: Kind) =>
      calls.filter((call): call is Extract<Call, { kind: Kind }> => call.kind === kind),
    /** Paths of everything in lists, folders with a slash at their end. */
    paths: (): string[] => {
      const pathOf = ({ name, parentId }: StoredDocument): string => {
        const parent = documents.find((document) => document.id === parentId)
        return parent ? `${pathOf(parent)}/${name}` : name
      }
      return documents.map((document) => pathOf(document) + (document.kind === 'folder' ? '/' : '')).sort()
    },
    close: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

export type UploadServer = Awaited<ReturnType<typeof startUploadServer>>
