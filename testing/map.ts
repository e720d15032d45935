import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Folders of the house that the map names; what lies deeper is the business of its module or feature. */
const MAPPED = ['bin', 'shared', 'server', 'web', 'demo', 'testing', 'e2e', 'bench', 'migrations', 'docs']
const SKIPPED = new Set(['node_modules', 'dist', '.cache'])
/** Below these each folder is a module or a feature, named without a slash, with folders of its own. */
const OF_NAMES = ['server/modules', 'web/features']

interface Contents {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/** Every file and folder of the house, by path in the project. */
export function contentsOf(root: string): Contents {
  const files: string[] = []
  const folders: string[] = []
  const walk = (folder: string) => {
    folders.push(folder)
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (SKIPPED.has(entry.name)) continue
      if (entry.isDirectory()) walk(`${folder}/${entry.name}`)
      else files.push(`${folder}/${entry.name}`)
    }
  }
  for (const folder of MAPPED) walk(folder)
  return { files, folders }
}

/** One line for each thing that ARCHITECTURE.md names and that is not there, and for each folder that it leaves out. */
export function mapErrors(text: string, { files, folders }: Contents): string[] {
  const tree = /```\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const named = [...text.matchAll(/[\w./-]*\w\.(?:tsx?|mjs|sql)\b/g)].map(([name]) => name)
  const gone = named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
  const missingFolders = [...tree.matchAll(/(?<![\w>*-])([\w-]+)\//g)]
    .map(([, name = '']) => name)
    .filter((name) => !folders.some((folder) => path.posix.basename(folder) === name))
  const isMapped = (folder: string) => {
    const holder = OF_NAMES.find((one) => folder.startsWith(`${one}/`))
    const name = path.posix.basename(folder)
    const depth = folder.split('/').length
    if (holder !== undefined) return depth > 3 || new RegExp(`\\b${name}\\b`).test(tree)
    return depth > (/^(server|web)\//.test(folder) ? 3 : 2) || tree.includes(`${name}/`)
  }
  return [
    ...gone.map((name) => `${name} is not there`),
    ...missingFolders.map((name) => `${name}/ is not there`),
    ...folders.filter((folder) => !isMapped(folder)).map((folder) => `${folder}/ is not on the map`),
  ]
}
