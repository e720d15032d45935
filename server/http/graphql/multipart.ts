import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { badRequest, type RefusedRequest } from './errors.ts'
import type { Limits } from './limits.ts'
import { isRecord, parseJson } from './request.ts'
import { UploadedFile } from './upload.ts'
import type { UploadPlace } from './uploadPaths.ts'

const FOLDER_PREFIX = 'request-'
/** Milliseconds after which a folder belongs to no running request. */
const FORGOTTEN_MS = 24 * 3_600_000

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

async function readParts(
  request: FastifyRequest,
  { onParts, limits, folder }: MultipartHandlers,
): Promise<void> {
  const body = request.raw
  const busboy = createParser(request, limits)
  const writing: Promise<void>[] = []
  let operations: string | undefined
  let places: ReadonlyMap<string, readonly UploadPlace[]> | undefined
  const arrived = new Set<string>()
  let bytes = 0

  try {
    await new Promise<void>((resolve, reject) => {
      const guarded =
        <Args extends unknown[]>(handle: (...args: Args) => void) =>
        (...args: Args) => {
          try {
            handle(...args)
          } catch (error) {
            reject(error)
          }
        }
      busboy.on(
        'field',
        guarded((name: string, value: string, _nameCut: boolean, valueCut: boolean) => {
          if (valueCut)
            throw badRequest(`The part "${name}" is too large: at most ${limits.partBytes} bytes.`, 413)
          if (operations === undefined && name === 'operations') operations = value
          else if (operations !== undefined && !places && name === 'map') {
            places = onParts(operations, readMap(value, limits.files))
          } else throw outOfOrder(name)
        }),
      )
      busboy.on(
        'file',
        guarded(
          (name: string, stream: BusboyFileStream, filename: string, _encoding: string, type: string) => {
            // A stream that nobody reads would hold up the parser; its own end is met by the pipeline.
            stream.on('error', () => {})
            const mine = places?.get(name)
            if (!mine || arrived.has(name)) {
              stream.resume()
              throw outOfOrder(name)
            }
            arrived.add(name)
            const file = path.join(folder, String(arrived.size))
            const written = store(stream, file).then((size) => {
              const uploaded = new UploadedFile({ filename, contentType: type, size, path: file })
              for (const place of mine) place.fill(uploaded)
            })
            written.catch(reject)
            writing.push(written)
          },
        ),
      )
      busboy.on('filesLimit', () => reject(tooManyFiles(limits.files)))
      busboy.on('fieldsLimit', () => reject(outOfOrder('an additional one')))
      busboy.on('error', () => reject(badRequest('The multipart body could not be read to its end.')))
      busboy.on('finish', resolve)
      body.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > limits.multipartBytes) reject(tooLarge(bytes, limits.multipartBytes))
      })
      body.once('close', () => {
        if (!body.complete) reject(badRequest('The request was aborted.'))
      })
      body.pipe(busboy)
    })
    await Promise.all(writing)
  } catch (error) {
    body.unpipe(busboy)
    busboy.destroy()
    throw error
  } finally {
    // The folder may only be removed once nothing writes into it any more.
    await Promise.allSettled(writing)
  }

  if (!places) throw badRequest('The multipart body must have the parts "operations" and "map".')
  for (const name of places.keys()) {
    if (!arrived.has(name)) throw badRequest(`The file "${name}" of the map is missing.`)
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

async function store(stream: Readable, file: string): Promise<number> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await pipeline(stream, target)
  return target.bytesWritten
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
    if (there && Date.now() - there.mtimeMs > FORGOTTEN_MS) await rm(left, { recursive: true, force: true })
  }
}
