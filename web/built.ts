import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|mjs|css|svg|json|wasm|webmanifest)$/
const MIN_COMPRESSED_BYTES = 1024

/** Lays beside each built file what is served of it: compressed once, as small as it gets. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    await Promise.all(
      Object.keys(bundle).map(async (name) => {
        const bytes = await readFile(path.join(dir, name))
        if (!COMPRESSIBLE.test(name) || bytes.length < MIN_COMPRESSED_BYTES) return
        const brotli = {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }
        await writeFile(path.join(dir, `${name}.br`), await promisify(brotliCompress)(bytes, brotli))
        await writeFile(path.join(dir, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
      }),
    )
  },
})

/**
 * Notes in a file which modules each script holds, by its address: what a page loads is checked by that.
 * @param isFurther adds to what another build has noted
 */
export const modulesOfScripts = (file: string, { isFurther = false } = {}): Plugin => ({
  name: 'modules-of-scripts',
  apply: 'build',
  writeBundle: async (_options, bundle) => {
    const scripts = Object.values(bundle).flatMap((part) =>
      part.type === 'chunk' ? [[`/${part.fileName}`, part.moduleIds] as const] : [],
    )
    await mkdir(path.dirname(file), { recursive: true })
    const before = isFurther ? JSON.parse(await readFile(file, 'utf8')) : {}
    await writeFile(file, JSON.stringify({ ...before, ...Object.fromEntries(scripts) }))
  },
})
