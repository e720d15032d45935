import path from 'node:path'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

/**
 * Groups of modules by the page that needs them, for pages whose first visit must be quick: what such a page imports
 * comes in one script, since forty compress worse.
 * @param pages by name, the modules of a page's routes
 */
export const routeGroups = (
  pages: Readonly<Record<string, readonly string[]>>,
): Rolldown.CodeSplittingGroup[] =>
  Object.entries(pages).map(([name, roots]) => {
    let needed: ReadonlySet<string> | undefined
    return {
      name: (id: string, graph: Graph) => {
        needed ??= importedBy(roots, graph)
        return needed.has(id) ? name : null
      },
      priority: 1,
    }
  })

/** The modules and all that they import, save what is loaded later. */
function importedBy(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(roots)
  for (const id of found) {
    for (const imported of importsOf(id, graph)) found.add(imported)
  }
  return found
}

/** What a module imports; of our own index.ts files only what stands behind the names that it takes from them. */
function importsOf(id: string, graph: Graph): string[] {
  return (graph.getModuleInfo(id)?.importedIds ?? []).flatMap((imported) =>
    isIndex(imported)
      ? namesFrom(id, imported, graph).flatMap((name) => behind(name, imported, graph))
      : [imported],
  )
}

const isIndex = (id: string): boolean => id.endsWith('/index.ts') && !id.includes('/node_modules/')

/** The names that a module takes from another. */
const namesFrom = (id: string, from: string, graph: Graph): string[] =>
  statements(id, graph).flatMap(({ names, target }) =>
    target === from ? names.map(({ taken }) => taken) : [],
  )

/** The module that an index gives under a name. */
function behind(name: string, index: string, graph: Graph): string[] {
  const found = statements(index, graph).find(({ names }) => names.some(({ given }) => given === name))
  const taken = found?.names.find(({ given }) => given === name)?.taken
  if (!found || taken === undefined) return []
  return isIndex(found.target) ? behind(taken, found.target, graph) : [found.target]
}

const NAMED = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["'](\.[^"']+)["']/g

/** A module's imports and exports of names from files of ours. */
const statements = (id: string, graph: Graph) =>
  [...(graph.getModuleInfo(id)?.code ?? '').matchAll(NAMED)].map(([, list = '', file = '']) => ({
    target: path.resolve(path.dirname(id), file),
    names: list.split(',').map((each) => {
      const [taken = '', given = taken] = each.trim().split(/\s+as\s+/)
      return { taken, given }
    }),
  }))
