import {
  type DocumentNode,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { badRequest } from './errors.ts'

/** Marks by which the compiler tells its own values; it would run a text that begins with one as code. */
const COMPILER_MARK = '__MAGIC_'

/**
 * Refuses what must not get into the compiled code: texts with the compiler's own marks (also those spelled
 * with escapes, hence from the parsed values), and aliases, variables and fragments with the names of
 * JavaScript's own properties, such as `__proto__` and `constructor`.
 */
export function refuseUnsafeNames(document: DocumentNode): void {
  const refuseMark = ({ value }: { value: string }) => {
    if (value.includes(COMPILER_MARK)) throw badRequest(`A text in the query holds "${COMPILER_MARK}".`)
  }
  const refuseName = (name: string | undefined) => {
    if (name?.startsWith('__') || (name && name in Object.prototype)) {
      throw badRequest(
        `"${name}" can't be used as an alias, a variable or a fragment. Please choose another name.`,
      )
    }
  }
  visit(document, {
    [Kind.STRING]: refuseMark,
    [Kind.ENUM]: refuseMark,
    [Kind.FIELD]: ({ alias }) => refuseName(alias?.value),
    [Kind.VARIABLE]: ({ name }) => refuseName(name.value),
    [Kind.FRAGMENT_DEFINITION]: ({ name }) => refuseName(name.value),
  })
}

/**
 * Variables with a default may be nullable where null is not allowed. GraphQL finds a null there as it runs;
 * the compiled code would then stop in the middle of a mutation, so it is looked for before.
 */
export function variablesNeverNull(
  schema: GraphQLSchema,
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
): string[] {
  const nullable = new Set(
    (operation.variableDefinitions ?? [])
      .filter(({ type, defaultValue }) => defaultValue !== undefined && type.kind !== Kind.NON_NULL_TYPE)
      .map(({ variable }) => variable.name.value),
  )
  const found = new Set<string>()
  if (nullable.size === 0) return []
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.VARIABLE_DEFINITION]: () => false,
      [Kind.VARIABLE]: ({ name }) => {
        if (nullable.has(name.value) && isNonNullType(types.getInputType())) found.add(name.value)
      },
    }),
  )
  return [...found]
}
