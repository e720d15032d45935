import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Folders of the house that the map names; what lies deeper is the business of its module or feature. */
const MAPPED = [
  'bin',
  'shared',
  'server',
  'web',
  'demo',
  'testing',
  'e2e',
  'bench',
  'migrations',
  'deploy',
  'docs',
]
const SKIPPED = new Set(['node_modules', 'dist', '.cache'])
/** Below these each folder is a module or a feature, and stands in a sentence of its own below the tree. */
const NAMED_IN: Readonly<Record<string, RegExp>> = {
  'server/modules': /Modules, each of which[^:]*: ([^.]*)\./,
  'web/features': /Features: ([^.]*)\./,
}
const FILE = /[\w./-]*\w\.(?:tsx?|mjs|sql)\b/g
const FOLDER = /(?<![\w>*/-])[\w-]+\//g

export interface Contents {
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

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([name]) => name)

/** Paths that the tree names, each below the folder of its line or of the line above it that is indented less. */
function pathsOf(tree: string, { files, folders }: Contents): { paths: Set<string>; errors: string[] } {
  const there = new Set([...files, ...folders])
  const paths = new Set<string>()
  const errors: string[] = []
  /** Folders of the lines above, by their indentation. */
  const above: { indent: number; folder: string }[] = []
  for (const line of tree.split('\n')) {
    if (line.trim() === '') continue
    const indent = line.length - line.trimStart().length
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop()
    const parent = above.at(-1)?.folder ?? ''
    const [first = ''] = names(line.trim(), /^[\w.-]+\//g)
    const own = first === '' ? parent : path.posix.join(parent, first.slice(0, -1))
    if (first !== '') above.push({ indent, folder: own })
    // What stands before the description lies in the folder above, what the description names in the line's own.
    const [head = '', ...description] = line.trim().split(/\s{2,}/)
    for (const [text, folder] of [
      [head, parent],
      [description.join(' '), own],
    ] as const) {
      for (const name of [...names(text, FOLDER).map((each) => each.slice(0, -1)), ...names(text, FILE)]) {
        const named = path.posix.join(folder, name)
        if (there.has(named)) paths.add(named)
        else errors.push(`${named} is not there`)
      }
    }
  }
  return { paths, errors }
}

/** One line for each file that a text names and that is nowhere; with a folder, a name may be of what lies in that. */
export const unknownFiles = (text: string, { files }: Contents): string[] =>
  names(text, FILE)
    .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
    .map((name) => `${name} is not there`)

/**
 * One line for each thing that ARCHITECTURE.md names and that is not there, not in the folder under which it stands
 * either, and for each folder that it leaves out.
 */
export function mapErrors(text: string, contents: Contents): string[] {
  const [fenced = '', tree = ''] = /```\n([\s\S]*?)```/.exec(text) ?? []
  const prose = text.replace(fenced, '')
  const { paths, errors } = pathsOf(tree, contents)
  const isMapped = (folder: string) => {
    const [, sentence] = Object.entries(NAMED_IN).find(([holder]) => folder.startsWith(`${holder}/`)) ?? []
    const depth = folder.split('/').length
    if (sentence !== undefined) {
      const said = (sentence.exec(prose)?.[1] ?? '').split('·').map((name) => name.trim())
      return depth > 3 || said.includes(path.posix.basename(folder))
    }
    return depth > (/^(server|web)\//.test(folder) ? 3 : 2) || paths.has(folder)
  }
  return [
    ...errors,
    ...unknownFiles(prose, contents),
    ...contents.folders.filter((folder) => !isMapped(folder)).map((folder) => `${folder}/ is not on the map`),
  ]
}
