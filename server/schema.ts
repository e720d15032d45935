import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildASTSchema, concatAST, type GraphQLSchema, parse } from 'graphql'
import { MODULES } from './modules/index.ts'

const filesIn = (folder: string): string[] =>
  globSync('**/*.graphql', { cwd: folder })
    .sort()
    .map((file) => join(folder, file))

/** The root fields that a module's *.graphql files state. */
const rootFieldsIn = (folder: string): string[] =>
  filesIn(folder).flatMap((file) =>
    parse(readFileSync(file, 'utf8'), { noLocation: true }).definitions.flatMap((node) =>
      'fields' in node && (node.name.value === 'Query' || node.name.value === 'Mutation')
        ? (node.fields ?? []).map(({ name }) => name.value)
        : [],
    ),
  )

/** Root fields that run by no token (TOKEN-05). */
export const rootFieldsWithoutTokens = (): string[] =>
  MODULES.all.flatMap(({ folder, tokens }) => [
    ...(tokens?.never ?? []),
    ...(tokens?.only ? rootFieldsIn(folder).filter((name) => !tokens.only?.includes(name)) : []),
  ])

/**
 * The schema as the modules' *.graphql files state it, without resolvers.
 * @param isChecked whether they are compared with all rules of the language, which takes half of the time: a start leaves it
 * to `npm run codegen` and the tests
 * @throws Error for what breaks one of them
 */
export function buildSchemaFromModules({ isChecked = false } = {}): GraphQLSchema {
  const files = [
    join(import.meta.dirname, 'schema.graphql'),
    ...MODULES.all.flatMap(({ folder }) => filesIn(folder)),
  ]
  // Every definition stays in memory with the schema; the places in its text would, too.
  return buildASTSchema(
    concatAST(files.map((file) => parse(readFileSync(file, 'utf8'), { noLocation: true }))),
    { assumeValidSDL: !isChecked },
  )
}
