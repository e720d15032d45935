import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** What can be made again at any time: stamps, compiled code, reports of test runs. */
export const CACHE = path.join(ROOT, '.cache')

export const inRoot = (...parts) => path.join(ROOT, ...parts)
