import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeTypeDefs } from '@graphql-tools/merge'
import { buildASTSchema, type GraphQLSchema } from 'graphql'

/** The modules that add to the schema, in the order in which they may depend on each other. */
const MODULES = ['accounts', 'organisations', 'funds', 'documents', 'reporting'] as const

/** The schema as the modules' *.graphql files state it, without resolvers. */
export function buildSchemaFromModules(): GraphQLSchema {
  const filesOf = (name: string): string[] =>
    globSync(join('modules', name, '**', '*.graphql'), { cwd: import.meta.dirname }).sort()
  const files = ['schema.graphql', ...MODULES.flatMap(filesOf)]
  return buildASTSchema(
    mergeTypeDefs(files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))),
  )
}
