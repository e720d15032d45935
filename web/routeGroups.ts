import path from 'node:path'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

/**
 * Groups of modules by the page that needs them, for pages whose first visit must be quick: what such a page imports
 * comes in one script, since forty compress worse; what other pages import as well comes in a second, `common`, so
 * that they don't load the whole of it.
 * @param pages by name, the modules of a page's routes
 * @param others modules of the other pages that must be quick
 */
export const routeGroups = (
  pages: Readonly<Record<string, readonly string[]>>,
  others: readonly string[],
): Rolldown.CodeSplittingGroup[] => {
  let common: ReadonlySet<string> | undefined
  return Object.entries(pages).map(([name, roots]) => {
    let needed: ReadonlySet<string> | undefined
    return {
      name: (id: string, graph: Graph) => {
        needed ??= importedBy(roots, graph)
        common ??= importedBy(others, graph)
        if (!needed.has(id)) return null
        return common.has(id) ? 'common' : name
      },
      priority: 1,
    }
  })
}

/** Names that a module takes from a file, and those under which it gives them on, if it does. */
interface Statement {
  readonly file: string
  readonly isExport: boolean
  readonly names: readonly { readonly taken: string; readonly given: string }[]
}

/** The modules and all that they import, save what is loaded later. */
function importedBy(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const read = new Map<string, readonly Statement[]>()
  const statementsOf = (id: string): readonly Statement[] => {
    const known = read.get(id) ?? statements(graph.getModuleInfo(id)?.code ?? '')
    read.set(id, known)
    return known
  }
  const importsOf = (id: string): readonly string[] => graph.getModuleInfo(id)?.importedIds ?? []

  /** The module that has what another one gives under a name: an index has nothing by itself. */
  const behind = (name: string, giver: string): string => {
    for (const { file, isExport, names } of statementsOf(giver)) {
      const found = isExport && names.find(({ given }) => given === name)
      const target = found && importsOf(giver).find((id) => isFile(id, file, giver))
      if (target) return behind(found.taken, target)
    }
    return giver
  }

  const found = new Set(roots)
  for (const id of found) {
    for (const imported of importsOf(id)) {
      const taken = statementsOf(id).filter(({ file }) => isFile(imported, file, id))
      const isByName = taken.length > 0 && taken.every(({ names }) => names.length > 0)
      const modules = isByName
        ? taken.flatMap(({ names }) => names.map((name) => behind(name.taken, imported)))
        : [imported]
      for (const module of modules) found.add(module)
    }
  }
  return found
}

/** Whether a module is what another one calls by an address, or by the name of a package. */
const isFile = (id: string, file: string, from: string): boolean =>
  file.startsWith('.') ? id === path.resolve(path.dirname(from), file) : id.includes(`/node_modules/${file}/`)

const TAKEN = /\b(import|export)\b\s*(?:\{([^}]*)\}|[\w$*\s,{}]*?)\s*from\s*["']([^"']+)["']/g

/** A module's imports and exports from files; without names where it takes them whole. */
const statements = (code: string): Statement[] =>
  [...code.matchAll(TAKEN)].map(([, kind, list = '', file = '']) => ({
    file,
    isExport: kind === 'export',
    names: list.split(',').flatMap((each) => {
      const [taken = '', given = taken] = each.trim().split(/\s+as\s+/)
      return taken === '' ? [] : [{ taken, given }]
    }),
  }))
