import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { DAY_MS } from '../../../shared/durations.ts'
import { UploadedFile } from '../../contracts/uploadedFile.ts'
import { badRequest, type RefusedRequest } from './errors.ts'
import type { Limits } from './limits.ts'
import { isRecord, parseJson } from './request.ts'
import type { UploadPlace } from './uploadPaths.ts'

const FOLDER_PREFIX = 'request-'
/** Milliseconds after which a folder belongs to no running request. */
const EXPIRY_MS = DAY_MS

/** What the parts `operations` and `map` make of a request. */
export interface MultipartHandlers {
  /** Called with both parts before any file is read. @throws what refuses the request */
  onParts: (operations: string, map: Map<string, string[]>) => ReadonlyMap<string, readonly UploadPlace[]>
  limits: Pick<Limits, 'files' | 'partBytes' | 'multipartBytes'>
  /** Where files lie until the operation has run. */
  folder: string
}

/**
 * Reads a multipart body (transport.md 3): `operations`, `map`, then the files, which are written to `folder`.
 * @returns what removes the files again; they are gone already when it throws
 * @throws RefusedRequest 400 for a part out of order or a missing file, 413 for one too large
 */
export async function readMultipart(
  request: FastifyRequest,
  handlers: MultipartHandlers,
): Promise<() => Promise<void>> {
  const { limits } = handlers
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limits.multipartBytes) throw tooLarge(announced, limits.multipartBytes)
  const folder = await mkdtemp(path.join(handlers.folder, FOLDER_PREFIX))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await readParts(request, { ...handlers, folder })
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}

/** Takes the parts in the order that they must have. */
class Parts {
  readonly #handlers: MultipartHandlers
  readonly #streams: Readable[] = []
  readonly #arrived = new Set<string>()
  readonly #writing: Promise<void>[] = []
  #operations: string | undefined
  #places: ReadonlyMap<string, readonly UploadPlace[]> | undefined

  constructor(handlers: MultipartHandlers) {
    this.#handlers = handlers
  }

  field(name: string, value: string, isCut: boolean): void {
    const { limits, onParts } = this.#handlers
    if (isCut) throw badRequest(`The part "${name}" is too large: at most ${limits.partBytes} bytes.`, 413)
    if (name === 'operations' && this.#operations === undefined) this.#operations = value
    else if (name === 'map' && this.#operations !== undefined && !this.#places) {
      this.#places = onParts(this.#operations, readMap(value, limits.files))
    } else throw outOfOrder(name)
  }

  /** Resolves once the file is written. */
  async file(name: string, stream: Readable, { filename, contentType }: FileHead): Promise<void> {
    this.#streams.push(stream)
    const places = this.#places?.get(name)
    if (!places || this.#arrived.has(name)) throw outOfOrder(name)
    this.#arrived.add(name)
    const file = path.join(this.#handlers.folder, String(this.#arrived.size))
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    const written = pipeline(stream, target)
    this.#writing.push(written)
    await written
    const uploaded = new UploadedFile({ filename, contentType, size: target.bytesWritten, path: file })
    for (const place of places) place.fill(uploaded)
  }

  /** Resolves once every file is written. @throws RefusedRequest where a part is missing */
  async complete(): Promise<void> {
    await Promise.all(this.#writing)
    if (!this.#places) throw badRequest('The multipart body must have the parts "operations" and "map".')
    for (const name of this.#places.keys()) {
      if (!this.#arrived.has(name)) throw badRequest(`The file "${name}" of the map is missing.`)
    }
  }

  /** Resolves once nothing is written any more, so that the folder can go. */
  async abandon(): Promise<void> {
    // Without an error a stream that the parser still fills would be waited for.
    for (const stream of this.#streams) stream.destroy(new Error('The request was aborted.'))
    await Promise.allSettled(this.#writing)
  }
}

interface FileHead {
  filename: string
  contentType: string
}

async function readParts(request: FastifyRequest, handlers: MultipartHandlers): Promise<void> {
  const { limits } = handlers
  const body = request.raw
  const busboy = createParser(request, limits)
  const parts = new Parts(handlers)
  let bytes = 0
  try {
    await new Promise<void>((resolve, reject) => {
      busboy.on('field', (name, value, _isNameCut, isCut) => {
        try {
          parts.field(name, value, isCut)
        } catch (error) {
          reject(error)
        }
      })
      busboy.on('file', (name, stream, filename, _encoding, contentType) => {
        // A body that ends early fails here and at the parser; the parser's error is the one that counts.
        stream.on('error', () => {})
        parts.file(name, stream, { filename, contentType }).catch(reject)
      })
      busboy.on('filesLimit', () => reject(tooManyFiles(limits.files)))
      busboy.on('fieldsLimit', () => reject(outOfOrder('a further one')))
      busboy.on('error', () => reject(badRequest('The multipart body could not be read to its end.')))
      busboy.on('finish', resolve)
      body.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > limits.multipartBytes) reject(tooLarge(bytes, limits.multipartBytes))
      })
      const abort = () => reject(badRequest('The request was aborted.'))
      body.once('error', reject)
      body.once('close', () => {
        if (!body.complete) abort()
      })
      // It may have closed before anybody listened, and would be waited for without end.
      if (body.destroyed) abort()
      body.pipe(busboy)
    })
    await parts.complete()
  } catch (error) {
    body.unpipe(busboy)
    busboy.destroy()
    await parts.abandon()
    throw error
  }
}

function createParser(request: FastifyRequest, limits: MultipartHandlers['limits']): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': String(request.headers['content-type']) },
      limits: { fieldSize: limits.partBytes, fields: 2, files: limits.files },
      // Browsers send a Blob with a file name; these two are read as texts all the same.
      isPartAFile: (name, _type, filename) =>
        name !== 'operations' && name !== 'map' && filename !== undefined,
    })
  } catch {
    throw badRequest('The multipart body has no boundary.')
  }
}

function readMap(text: string, maxFiles: number): Map<string, string[]> {
  const map = parseJson(text, 'The part "map"')
  if (!isRecord(map)) throw badRequest('The part "map" must be an object.')
  const entries = Object.entries(map)
  if (entries.length > maxFiles) throw tooManyFiles(maxFiles, entries.length)
  return new Map(
    entries.map(([name, paths]) => {
      if (!Array.isArray(paths) || paths.length === 0 || !paths.every((entry) => typeof entry === 'string')) {
        throw badRequest(`The entry "${name}" of the map must be a list of paths.`)
      }
      return [name, paths]
    }),
  )
}

const outOfOrder = (name: string): RefusedRequest =>
  badRequest(`The parts must be "operations", "map", then the files of the map; "${name}" is out of order.`)

const tooManyFiles = (most: number, found?: number): RefusedRequest =>
  badRequest(`Too many files in one request: ${found ?? `more than ${most}`}, at most ${most}.`)

const tooLarge = (found: number, most: number): RefusedRequest =>
  badRequest(`Request body is too large: ${found} bytes, at most ${most}.`, 413)

/** Makes the folder for files of requests, and removes what a killed server left there. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const left = path.join(folder, name)
    const there = name.startsWith(FOLDER_PREFIX) ? await stat(left).catch(() => null) : null
    if (there && Date.now() - there.mtimeMs > EXPIRY_MS) await rm(left, { recursive: true, force: true })
  }
}
