import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Sources with the tests that are nearest to them. */
export interface Target {
  readonly files: readonly string[]
  readonly tests: readonly string[]
  readonly needsDatabase: boolean
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const inRoot = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).toSorted()

const besides = (file: string): string => file.replace(/\.ts$/, '.test.ts')

/** Rules without a test of their own name, and where they are tried. */
const TRIED_IN: Readonly<Record<string, readonly string[]>> = {
  'shared/project/rules.ts': ['testing/sharedRules.test.ts'],
  'shared/slugs.ts': ['testing/sharedRules.test.ts'],
  'shared/spatialFiles.ts': ['testing/sharedRules.test.ts'],
  'shared/fileKind.ts': ['testing/sharedRules.test.ts'],
  'shared/figures.ts': ['testing/sharedRules.test.ts'],
  'shared/project/values.ts': ['testing/sharedRules.test.ts'],
  ...Object.fromEntries(
    ['markedWords', 'matches', 'search', 'stems', 'words'].map((name) => [
      `shared/finding/${name}.ts`,
      ['shared/finding/finding.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    [
      'archives',
      'documentLevels',
      'format/thousands',
      'format/withinSentence',
      'labels',
      'markedPdfs',
      'numberedNames',
      'passkeyRules',
      'peopleRules',
      'personalDocuments',
      'pictureRules',
      'texts',
      'tokenRules',
      'webhookRules',
    ].map((name) => [`shared/${name}.ts`, ['testing/sharedLimits.test.ts']]),
  ),
}

/** What people hold, in closed rooms as well. */
const OF_POLICIES = ['testing/policies.test.ts', 'testing/closedRooms.test.ts']
/** What an actor holds by their groups, and in a view as others. */
const OF_ACCESS = ['server/access/actor.test.ts', 'server/access/viewing.test.ts']

const pure = (file: string): Target => ({
  files: [file],
  tests: TRIED_IN[file] ?? [besides(file)],
  needsDatabase: false,
})

/** Sources of a folder that its tests try together. */
const inFolder = (folder: string, names: readonly string[], tests: readonly string[]): Target[] =>
  names.map((name) => ({
    files: [`${folder}/${name}.ts`],
    tests: tests.map((test) => `${folder}/${test}.test.ts`),
    needsDatabase: false,
  }))

/** What `npm run mutate -- MODULE` knows; a file outside of them is tried with the test beside it. */
const MODULES: Readonly<Record<string, () => Target[]>> = {
  /** Who may what: every policy, and what they stand on. */
  policies: () =>
    [
      ...inRoot('server/modules/*/policy.ts'),
      ...['actor', 'reach', 'viewing'].map((name) => `server/access/${name}.ts`),
    ].map((file) => ({
      files: [file],
      tests: [...OF_POLICIES, ...(file.startsWith('server/access/') ? OF_ACCESS : inRoot(besides(file)))],
      needsDatabase: false,
    })),
  shared: () =>
    inRoot('shared/**/*.ts')
      .filter(
        (file) => !file.endsWith('.test.ts') && (existsSync(besides(`${ROOT}/${file}`)) || TRIED_IN[file]),
      )
      .map(pure),
  /** What writes spreadsheets. */
  exports: () =>
    inFolder('server/platform/spreadsheets', ['cells', 'index', 'parts'], ['cells', 'parts', 'spreadsheets']),
  /** What reads the cells of those that people send, and says what is wrong with them. */
  imports: () => [
    ...inFolder(
      'server/modules/projects/import',
      ['cells', 'columns', 'plan', 'rows', 'warnings'],
      ['cells', 'plan'],
    ),
    ...inFolder('server/modules/crm/import', ['addresses', 'keys', 'rows'], ['keys', 'rows']),
  ],
  /** What mails say; of their looks (layout.ts) most is figures that nobody would miss by one. */
  mails: () => [
    ...inFolder('server/platform/mail', ['letter', 'plainText'], ['layout']),
    ...inFolder('server/modules/documents/digests', ['letter'], ['letter']),
  ],
}

/** The targets of these names, or of all modules. @throws for a name that is neither a module nor a source */
export function chosen(names: readonly string[]): Target[] {
  if (names.length === 0) return Object.values(MODULES).flatMap((targets) => targets())
  return names.flatMap((name) => {
    const targets = MODULES[name]?.()
    if (targets) return targets
    const known = Object.values(MODULES)
      .flatMap((each) => each())
      .find(({ files }) => files.includes(name))
    if (known) return [{ ...known, files: [name] }]
    if (!existsSync(`${ROOT}/${besides(name)}`))
      throw new Error(`There is no module ${name}, nor a test beside it.`)
    return [{ files: [name], tests: [besides(name)], needsDatabase: true }]
  })
}
