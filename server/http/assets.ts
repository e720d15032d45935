import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf } from '../../shared/contentTypes.ts'
import { codeOf } from '../platform/errorCode.ts'
import type { PageFile, PageFiles, StoredPageFile } from '../platform/pageFiles/index.ts'
import { KeyMissingError, type Storage } from '../platform/storage/index.ts'
import { sendBytes } from './content.ts'
import { ENCODINGS, type Encoding, preferredEncoding } from './encodings.ts'
import { HttpError } from './errors.ts'

/** Types of the page's own files that people never upload as documents. */
const OWN_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
}

/** Where the names of files hold a hash of their content. */
const HASHED = '/static/'

/** The compressed forms that the build lays beside a file, the one that is sent rather first. */
const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

interface Variant {
  file: string
  /** Bytes. */
  size: number
}

interface Asset extends Variant {
  type: string
  etag: string
  /** The name holds a hash of the content, so that it never changes. */
  immutable: boolean
  encoded: Readonly<Partial<Record<Encoding, Variant>>>
}

/** The built page's files, by their path in the address. */
export type Assets = ReadonlyMap<string, Asset>

/** Reads what the build left in `distDir`, side by side; empty when there is none. index.html is not an asset. */
export async function readAssets(distDir: string): Promise<Assets> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  const there = new Set(files)
  const read = files.map(async (file): Promise<[string, Asset] | null> => {
    const url = `/${path.relative(distDir, file).split(path.sep).join('/')}`
    if (url === '/index.html' || /\.(br|gz|map|tmp)$/.test(file)) return null
    return [url, await readAsset(file, url, there)]
  })
  return new Map((await Promise.all(read)).filter((asset) => asset !== null))
}

async function readAsset(file: string, url: string, there: ReadonlySet<string>): Promise<Asset> {
  const extension = path.extname(file).slice(1).toLowerCase()
  const immutable = url.startsWith(HASHED)
  const variants = ENCODINGS.map((name) => [name, file + SUFFIX[name]] as const).filter(([, each]) =>
    there.has(each),
  )
  const encoded = await Promise.all(
    variants.map(async ([name, each]) => [name, { file: each, size: (await stat(each)).size }] as const),
  )
  return {
    file,
    size: (await stat(file)).size,
    type: OWN_TYPES[extension] ?? contentTypeOf(extension),
    etag: immutable ? path.basename(file) : await hashOf(file),
    immutable,
    encoded: Object.fromEntries(encoded),
  }
}

const hashOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('base64url')

/** The files whose names hold a hash, by these names, as another server may give them to a page of this build (SCALE-24). */
export const hashedFiles = (assets: Assets): ReadonlyMap<string, PageFile> =>
  new Map(
    [...assets]
      .filter(([, { immutable }]) => immutable)
      .map(([url, { type, file, size, encoded }]) => [
        url.slice(HASHED.length),
        {
          type,
          forms: new Map([
            ['', { path: file, size }],
            ...Object.entries(encoded).map(
              ([encoding, form]) => [encoding, { path: form.file, size: form.size }] as const,
            ),
          ]),
        },
      ]),
  )

/** The files of the page of other builds. */
export interface OtherBuilds extends Pick<PageFiles, 'find'> {
  readonly storage: Pick<Storage, 'read'>
}

/** The product's mark, as the build names it. */
const MARK = /\/mark(-[\w-]+)?\.svg$/

/**
 * Serves the built page's files, and those of other builds, of which somebody has a page open; the mark also where
 * browsers look for an icon that no page named, as beside a picture opened by itself.
 */
export function registerAssets(app: FastifyInstance, assets: Assets, others: OtherBuilds): void {
  const serve = (url: string, asset: Asset) =>
    app.route({ method: ['GET', 'HEAD'], url, handler: (request, reply) => sendAsset(asset, request, reply) })
  for (const [url, asset] of assets) if (!asset.immutable) serve(url, asset)
  // One address for hundreds of files: each of its own would cost every start a millisecond.
  app.route({
    method: ['GET', 'HEAD'],
    url: `${HASHED}*`,
    handler: async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
      const name = request.params['*']
      const asset = assets.get(HASHED + name)
      if (asset) return sendAsset(asset, request, reply)
      const stored = await others.find(name)
      return stored ? sendStored(name, stored, others.storage, request, reply) : reply.callNotFound()
    },
  })
  const mark = [...assets].find(([url]) => MARK.test(url))?.[1]
  if (mark && !assets.has('/favicon.ico')) serve('/favicon.ico', { ...mark, immutable: false })
}

/** Says what is sent, and in which of its forms. @returns whether the client has it already */
function describe(
  { type, etag, immutable }: Pick<Asset, 'type' | 'etag' | 'immutable'>,
  encoding: Encoding | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const tag = `"${etag}${encoding ? `-${encoding}` : ''}"`
  reply
    .type(type)
    .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', tag)
    .header('vary', 'accept-encoding')
  const unchanged = request.headers['if-none-match'] === tag
  if (!unchanged && encoding) reply.header('content-encoding', encoding)
  return unchanged
}

const preferred = (request: FastifyRequest, isThere: (encoding: Encoding) => boolean) =>
  preferredEncoding(request.headers['accept-encoding'], ENCODINGS.filter(isThere))

/** @throws 404 for a file that a newer build has taken away */
async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const wanted = preferred(request, (encoding) => asset.encoded[encoding] !== undefined)
  const { file, size } = (wanted && asset.encoded[wanted]) ?? asset
  // Before any header: what is gone must not be kept for good.
  const content = await openFile(file)
  const unchanged = describe(asset, wanted, request, reply)
  if (!unchanged) reply.header('content-length', size)
  if (unchanged || request.method === 'HEAD') {
    await content.close()
    return reply.code(unchanged ? 304 : 200).send(null)
  }
  return reply.send(content.createReadStream())
}

/** @throws 404 for a file of a build that was removed */
async function sendStored(
  name: string,
  { key, type, forms }: StoredPageFile,
  storage: Pick<Storage, 'read'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const wanted = preferred(request, (encoding) => forms.has(encoding))
  const bytes = forms.get(wanted ?? '')
  if (!bytes) throw gone()
  const asset = { type, etag: path.basename(name), immutable: true }
  if (describe(asset, wanted, request, reply)) return reply.code(304).send(null)
  try {
    return await sendBytes(request, reply, { key, bytes, storage })
  } catch (error) {
    if (!(error instanceof KeyMissingError)) throw error
    throw gone()
  }
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    throw gone()
  }
}

const gone = () => new HttpError(404, 'NOT_FOUND', 'Address not found.')
