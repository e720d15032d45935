import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeTypeDefs } from '@graphql-tools/merge'
import { buildASTSchema, type GraphQLSchema, parse } from 'graphql'
import { MODULES } from './modules/index.ts'

/** The schema as the modules' *.graphql files state it, without resolvers. */
export function buildSchemaFromModules(): GraphQLSchema {
  const filesIn = (folder: string): string[] =>
    globSync('**/*.graphql', { cwd: folder })
      .sort()
      .map((file) => join(folder, file))
  const files = [
    join(import.meta.dirname, 'schema.graphql'),
    ...MODULES.all.flatMap(({ folder }) => filesIn(folder)),
  ]
  // Every definition stays in memory with the schema; the places in its text would, too.
  return buildASTSchema(
    mergeTypeDefs(files.map((file) => parse(readFileSync(file, 'utf8'), { noLocation: true }))),
  )
}
