import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf } from '../../shared/contentTypes.ts'
import { codeOf } from '../platform/errorCode.ts'
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
  /** Under /static/ the name holds a hash of the content, so that it never changes. */
  immutable: boolean
  encoded: Readonly<Partial<Record<Encoding, Variant>>>
}

/** The built page's files, by their path in the address. */
export type Assets = ReadonlyMap<string, Asset>

/** Reads what the build left in `distDir`; empty when there is none. index.html is not an asset. */
export async function readAssets(distDir: string): Promise<Assets> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true }).catch(() => [])
  const assets = new Map<string, Asset>()
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    const url = `/${path.relative(distDir, file).split(path.sep).join('/')}`
    if (!entry.isFile() || url === '/index.html' || /\.(br|gz|map|tmp)$/.test(entry.name)) continue
    assets.set(url, await readAsset(file, url.startsWith('/static/')))
  }
  return assets
}

async function readAsset(file: string, immutable: boolean): Promise<Asset> {
  const extension = path.extname(file).slice(1).toLowerCase()
  const encoded: Partial<Record<Encoding, Variant>> = {}
  for (const name of ENCODINGS) {
    const suffix = SUFFIX[name]
    const there = await stat(file + suffix).catch(() => null)
    if (there) encoded[name] = { file: file + suffix, size: there.size }
  }
  const bytes = await readFile(file)
  return {
    file,
    size: bytes.length,
    type: OWN_TYPES[extension] ?? contentTypeOf(extension),
    etag: createHash('sha256').update(bytes).digest('base64url'),
    immutable,
    encoded,
  }
}

/** The product's mark, as the build names it. */
const MARK = /\/mark(-[\w-]+)?\.svg$/

/**
 * Serves the built page's files; the mark also where browsers look for an icon that no page named, as beside a
 * picture opened by itself.
 */
export function registerAssets(app: FastifyInstance, assets: Assets): void {
  const serve = (url: string, asset: Asset) =>
    app.route({ method: ['GET', 'HEAD'], url, handler: (request, reply) => sendAsset(asset, request, reply) })
  for (const [url, asset] of assets) serve(url, asset)
  const mark = [...assets].find(([url]) => MARK.test(url))?.[1]
  if (mark && !assets.has('/favicon.ico')) serve('/favicon.ico', { ...mark, immutable: false })
}

/** @throws 404 for a file that a newer build has taken away */
async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const wanted = preferredEncoding(
    request.headers['accept-encoding'],
    ENCODINGS.filter((name) => asset.encoded[name]),
  )
  const { file, size } = (wanted && asset.encoded[wanted]) ?? asset
  const etag = `"${asset.etag}${wanted ? `-${wanted}` : ''}"`
  // Before any header: what is gone must not be kept for good.
  const content = await openFile(file)
  reply
    .type(asset.type)
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', etag)
    .header('vary', 'accept-encoding')
  const unchanged = request.headers['if-none-match'] === etag
  if (!unchanged) {
    if (wanted) reply.header('content-encoding', wanted)
    reply.header('content-length', size)
  }
  if (unchanged || request.method === 'HEAD') {
    await content.close()
    return reply.code(unchanged ? 304 : 200).send(null)
  }
  return reply.send(content.createReadStream())
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new HttpError(404, 'NOT_FOUND', 'Address not found.')
  }
}
