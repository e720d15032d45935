import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The one list of all modules; it alone imports what each declares of itself. */
const LIST = 'server/modules/index.ts'

/** The modules in the order of a text that lists them by `.with(fundsModule)`. */
export const modulesIn = (text: string): string[] =>
  [...text.matchAll(/\.with\((\w+)Module\)/g)].map(([, name = '']) => name)

/** Modules from left to right: each may use only those before it, and only through their index.ts. */
export const MODULES = modulesIn(readFileSync(path.join(import.meta.dirname, '..', LIST), 'utf8'))

/**
 * The rooms of a module, of a feature and of the kit, from the ground up: each may use only those before it. What lies
 * at the top (index.ts, resolvers.ts, pages) may use every room, and none of them uses it, save the pure policy. The
 * aids of tests in testing/ may use all.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'server/modules/memberships': ['core', 'viewing', 'invitations', 'acceptance', 'roles', 'groups', 'teams'],
  'server/modules/projects': ['core', 'equipment', 'spatial', 'import', 'form', 'deletion'],
  'server/modules/sso': ['saml'],
  'server/modules/copilot': ['extract'],
  'server/modules/crm': ['import', 'core', 'duplicates', 'salesforce'],
  'server/modules/documents': [
    'core',
    'permissions',
    'reading',
    'personal',
    'news',
    'thumbnails',
    'texts',
    'contents',
    'trees',
    'labels',
    'analytics',
    'digests',
    'uploads',
    'versions',
    'pages',
    'comparing',
    'changes',
    'numbering',
    'history',
    'bin',
    'exports',
    'redaction',
    'readiness',
    'proof',
    'staging',
    'waiting',
    'readingTimes',
    'zip',
    'archived',
  ],
  'web/ui': [
    'theme',
    'text',
    'pictures',
    'feedback',
    'toast',
    'navigation',
    'figures',
    'page',
    'unsaved',
    'dialog',
    'form',
    'table',
    'list',
    'grid',
    'chart',
    'thread',
    'richtext',
    'markdown',
    'window',
    'frontdoor',
  ],
  'web/features/accounts': ['passkeys', 'sso', 'core', 'invitation', 'licence', 'reset', 'unsubscribe'],
  'web/features/documents': [
    'place',
    'picking',
    'personal',
    'notes',
    'labels',
    'permissions',
    'deleting',
    'operations',
    'markedPdf',
    'redacting',
    'renaming',
    'copilot',
    'moving',
    'comparing',
    'versions',
    'zip',
    'uploads',
    'rows',
    'found',
    'search',
    'favourites',
    'news',
    'marks',
    'numbering',
    'administration',
    'frame',
    'exports',
    'preview',
    'columnsView',
    'analytics',
    'history',
    'bin',
    'staging',
    'proof',
    'folder',
  ],
  'web/features/funds': ['core', 'rooms', 'portfolios', 'companies', 'landing', 'home', 'operations'],
  'web/features/people': ['core', 'groups', 'teams', 'invitations', 'signIn', 'webhooks'],
  'web/features/projects': [
    'core',
    'map',
    'layers',
    'deletion',
    'detail',
    'form',
    'import',
    'mapView',
    'list',
  ],
  'web/features/settings': [
    'core',
    'avatar',
    'authenticator',
    'passkeys',
    'sessions',
    'tokens',
    'api',
    'notifications',
    'salesforce',
  ],
}

/** One import of one file, both as paths in the project with forward slashes. */
export interface Import {
  from: string
  to: string
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?['"](\.{1,2}\/[^'"]+)['"]|import\(\s*['"](\.{1,2}\/[^'"]+)['"]\s*\)/g

/** The relative imports that a source text holds. */
export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => ({
    from: file,
    to: path.posix.join(path.posix.dirname(file), (match[1] ?? match[2] ?? '').replace(/\?.*$/, '')),
  }))
}

const SOURCE = /\.(ts|tsx|mjs)$/
const SKIPPED = new Set(['node_modules', 'dist', '.cache'])

/** Every source file below the folders, by path in the project. */
export function sourceFiles(root: string, folders: readonly string[]): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = `${folder}/${entry.name}`
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(file)
      return SOURCE.test(entry.name) ? [file] : []
    })
  return folders.flatMap(walk)
}

export const readImports = (root: string, folders: readonly string[]): Import[] =>
  sourceFiles(root, folders).flatMap((file) => importsIn(file, readFileSync(path.join(root, file), 'utf8')))

/** A test, or a fixture that only tests import. */
const isTest = (file: string): boolean => /\.(test|fixture)\.tsx?$/.test(file)
const isGenerated = (file: string): boolean => file.includes('.generated.')
const under = (file: string, folder: string): boolean => file.startsWith(`${folder}/`)
const moduleOf = (file: string): string | null => /^server\/modules\/([^/]+)\//.exec(file)?.[1] ?? null
const isResolvers = (file: string): boolean => /(\/r|R)esolvers\.ts$/.test(file)
const featureOf = (file: string): string | null => /^web\/features\/([^/]+)\//.exec(file)?.[1] ?? null

/** What is wrong with an import from one room to what else its module or feature holds. */
function amongRooms({ from, to }: Import): string | null {
  const house = Object.keys(ROOMS).find((folder) => under(from, folder) && under(to, folder))
  if (house === undefined) return null
  const rooms = ROOMS[house] ?? []
  const roomOf = (file: string): string | null => /^([^/]+)\//.exec(file.slice(house.length + 1))?.[1] ?? null
  const [mine, theirs] = [roomOf(from), roomOf(to)]
  if (mine === null || mine === theirs || mine === 'testing') return null
  if (theirs === null) {
    return to === `${house}/policy.ts` ? null : 'a room uses nothing at the top but the policy'
  }
  const [left, right] = [rooms.indexOf(theirs), rooms.indexOf(mine)]
  if (left < 0 || right < 0) return `the room is not in the order of the rooms of ${house}`
  return left < right ? null : `room ${mine} may not use ${theirs}, which comes later`
}

/**
 * What lies below the modules, from the ground up, and what each may use. Configuration errors are the one thing that
 * errors an operator can fix share with the start.
 */
const LAYERS: readonly { folder: string; uses: readonly string[] }[] = [
  { folder: 'server/platform', uses: ['shared', 'server/config.ts', 'server/settings.ts'] },
  { folder: 'server/access', uses: ['server/platform', 'shared'] },
  { folder: 'server/contracts', uses: ['server/access', 'server/platform', 'shared'] },
  { folder: 'server/admin', uses: ['server/contracts', 'server/access', 'server/platform', 'shared'] },
]

/** The rules: each gives a sentence for an import that breaks it, or null. */
const RULES: readonly ((each: Import) => string | null)[] = [
  ({ from, to }) => (under(from, 'shared') && !under(to, 'shared') ? 'shared imports nothing of ours' : null),
  ({ from, to }) => {
    const apart = (under(from, 'web') && under(to, 'server')) || (under(from, 'server') && under(to, 'web'))
    return apart ? 'web and server meet only in shared and generated types' : null
  },
  ({ from, to }) => {
    const layer = LAYERS.find(({ folder }) => under(from, folder))
    if (!layer) return null
    return [layer.folder, ...layer.uses].some((each) => to === each || under(to, each))
      ? null
      : `${layer.folder} uses nothing but ${layer.uses.join(', ')}`
  },
  ({ from, to }) => {
    const [mine, theirs] = [moduleOf(from), moduleOf(to)]
    if (theirs === null || mine === theirs) return null
    if (isGenerated(from)) return null
    if (from === LIST && to === `server/modules/${theirs}/module.ts`) return null
    if (!to.endsWith('/index.ts')) return `module ${theirs} is entered only through its index.ts`
    if (mine === null) return null
    const [left, right] = [MODULES.indexOf(theirs), MODULES.indexOf(mine)]
    if (left < 0 || right < 0) return 'the module is not in the order of modules'
    return left < right ? null : `module ${mine} may not use ${theirs}, which comes later`
  },
  amongRooms,
  ({ from, to }) => {
    if (moduleOf(from) === null) return null
    if (to === LIST) return 'a module knows those before it by their public APIs, and never the list'
    if (isResolvers(to) && !isResolvers(from) && !from.endsWith('/module.ts')) {
      return 'resolvers are for module.ts alone'
    }
    if (to === 'server/schema.generated.ts' && !isResolvers(from)) {
      return 'rows and services know nothing of the schema, whose types are made of theirs'
    }
    return null
  },
  ({ from, to }) =>
    under(from, 'server/http') && under(to, 'server/modules') ? 'http serves what modules declare' : null,
  ({ from, to }) =>
    moduleOf(from) !== null && under(to, 'server/http') ? 'modules know nothing of http' : null,
  ({ from, to }) => {
    if (!/^server\/modules\/[^/]+\/policy\.ts$/.test(from)) return null
    const impure = /\/(store|service|resolvers)\.ts$/.test(to) || under(to, 'server/platform')
    return impure ? 'a policy is pure: no store, service, resolver or platform' : null
  },
  ({ from, to }) => {
    const [mine, theirs] = [featureOf(from), featureOf(to)]
    return mine !== null && theirs !== null && mine !== theirs
      ? `feature ${mine} may not import feature ${theirs}; routes.tsx joins them`
      : null
  },
  ({ from, to }) => {
    if (!under(from, 'web/ui')) return null
    return under(to, 'web/ui') || under(to, 'shared') ? null : 'web/ui knows no word of the domain'
  },
  ({ from, to }) => {
    const product = ['server/', 'web/', 'shared/'].some((prefix) => from.startsWith(prefix)) && !isTest(from)
    const outer =
      isTest(to) || ['demo/', 'testing/', 'e2e/', 'bench/'].some((prefix) => to.startsWith(prefix))
    // The start seeds the demo, by a dynamic import that a production start never makes.
    return product && outer && !(from === 'server/main.ts' && under(to, 'demo'))
      ? 'the product needs no tests, bench or demo'
      : null
  },
]

/** One line for each broken rule. Tests may import what they need, save across web and server. */
export const violations = (imports: readonly Import[]): string[] =>
  imports.flatMap((each) =>
    RULES.flatMap((rule) => {
      const broken = rule(each)
      const testing = isTest(each.from) && !/web and server/.test(broken ?? '')
      return broken === null || testing ? [] : [`${each.from} imports ${each.to}: ${broken}`]
    }),
  )

/** Files that import each other in a circle, each circle once and sorted. Tests import what they like. */
export function circles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of imports) {
    if (!isTest(from)) targets.set(from, [...(targets.get(from) ?? []), to])
  }
  const reached = new Map<string, Set<string>>()
  const reach = (file: string): Set<string> => {
    const known = reached.get(file)
    if (known) return known
    const found = new Set<string>()
    reached.set(file, found)
    const waiting = [...(targets.get(file) ?? [])]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(...(targets.get(next) ?? []))
    }
    return found
  }
  const inCircles = [...targets.keys()].filter((file) => reach(file).has(file))
  const groups = inCircles.map((file) =>
    inCircles.filter((other) => reach(file).has(other) && reach(other).has(file)),
  )
  return [...new Map(groups.map((group) => [group.toSorted().join(), group.toSorted()])).values()]
}
