import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  isNonNullType,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  parse,
  Source,
  TokenKind,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { costOf } from './cost.ts'
import { badRequest, invalidDocument } from './errors.ts'
import type { Limits } from './limits.ts'
import { type Fragments, type Measures, measure, rootFieldsOf } from './measure.ts'

/** An operation of a document, chosen and parsed but not checked. */
export interface ParsedOperation {
  readonly query: string
  readonly name: string | undefined
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  /** Names of the root fields with how often each is asked for. */
  readonly rootFields: ReadonlyMap<string, number>
}

/** An operation that passed every check that does not depend on its variables. */
export interface ReadyOperation extends ParsedOperation {
  /** Compiled at its first use, which must come after the check of the cost: compiling spreads all fragments. */
  readonly compiled: () => CompiledQuery['query']
  /** At least the number of fields with all fragments spread. */
  readonly cost: (variables: Readonly<Record<string, unknown>>) => number
  /** Variables that may be left out but must not be null. */
  readonly neverNull: readonly string[]
}

/** Reads documents, and keeps those that passed all checks: a client sends the same few over and over. */
export interface Documents {
  /** @throws RefusedRequest 400 for a syntax error, too many tokens, or an operation that can't be chosen */
  read(query: string, operationName: string | undefined): ParsedOperation | ReadyOperation
  /** @throws RefusedRequest 400 for what is over a limit or against the schema */
  prepare(parsed: ParsedOperation | ReadyOperation): ReadyOperation
}

/** Bytes of memory that kept documents may take together, by estimate. */
const KEPT_BYTES = 64 * 1024 * 1024
/** What a field takes once compiled, and a character of the text. */
const BYTES_PER = { field: 2000, character: 2 }

/** Documents in the order of their last use, the oldest forgotten when they take too much memory. */
function createStore() {
  const kept = new Map<string, { ready: ReadyOperation; bytes: number }>()
  let total = 0
  return {
    get(key: string): ReadyOperation | undefined {
      const entry = kept.get(key)
      if (!entry) return undefined
      // A Map gives its keys in the order of their insertion.
      kept.delete(key)
      kept.set(key, entry)
      return entry.ready
    },
    add(key: string, ready: ReadyOperation, fields: number): void {
      const bytes = fields * BYTES_PER.field + key.length * BYTES_PER.character
      kept.set(key, { ready, bytes })
      total += bytes
      for (const [oldest, entry] of kept) {
        if (total <= KEPT_BYTES) return
        kept.delete(oldest)
        total -= entry.bytes
      }
    },
  }
}

export interface DocumentsOptions {
  limits: Limits
  /** Whether a wrong name is answered with the right one: that would tell of the schema what introspection may not. */
  suggestions: boolean
}

export function createDocuments(schema: GraphQLSchema, { limits, suggestions }: DocumentsOptions): Documents {
  const store = createStore()

  return {
    read(query, name) {
      const there = store.get(keyOf(query, name))
      return there ?? parsedOperation(query, name, parseWithin(query, limits.tokens))
    },

    prepare(parsed) {
      if ('compiled' in parsed) return parsed
      const { fields } = checkLimits(parsed, limits)
      refuseUnsafeNames(parsed.document)
      const errors = validate(schema, parsed.document, undefined, { hideSuggestions: !suggestions })
      if (errors.length > 0) throw invalidDocument(errors)
      // Places in the text were for the errors; without them a document takes a fraction of the memory.
      const { query, name } = parsed
      const lean = parsedOperation(query, name, parse(query, { noLocation: true }))
      let compiled: CompiledQuery['query'] | undefined
      const ready: ReadyOperation = {
        ...lean,
        compiled: () => {
          if (!compiled) {
            compiled = compile(schema, lean)
            store.add(keyOf(query, name), ready, fields)
          }
          return compiled
        },
        cost: costOf(schema, lean.operation, fragmentsOf(lean.document)),
        neverNull: variablesNeverNull(schema, lean),
      }
      return ready
    },
  }
}

function parsedOperation(query: string, name: string | undefined, document: DocumentNode): ParsedOperation {
  const operation = operationOf(document, name)
  return { query, name, document, operation, rootFields: rootFieldsOf(operation, fragmentsOf(document)) }
}

/** No name has a blank, so that no two pairs have one key. */
const keyOf = (query: string, name: string | undefined): string => `${name ?? ''} ${query}`

function parseWithin(query: string, maxTokens: number): DocumentNode {
  try {
    return parse(query, { maxLexicalTokens: maxTokens })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const tokens = countTokens(query)
    if (tokens > maxTokens) throw badRequest(`Query has too many tokens: ${tokens}, at most ${maxTokens}.`)
    throw invalidDocument([error])
  }
}

/** Tokens up to the end or the first sign that can't be read. */
function countTokens(query: string): number {
  const lexer = new Lexer(new Source(query))
  let count = 0
  try {
    while (lexer.advance().kind !== TokenKind.EOF) count += 1
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
  }
  return count
}

function operationOf(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (operation?.operation === 'subscription') throw badRequest('Subscriptions are not offered.')
  if (operation) return operation
  throw badRequest(
    name === undefined
      ? 'Please send one operation, or name the one to run as operationName.'
      : `The document has no operation named "${name}".`,
  )
}

const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  )

function checkLimits({ document, operation, rootFields }: ParsedOperation, limits: Limits): Measures {
  const measures = measure(operation, fragmentsOf(document))
  const { depth, aliases } = measures
  const roots = [...rootFields.values()].reduce((sum, times) => sum + times, 0)
  if (depth > limits.depth) throw badRequest(`Query is too deep: ${depth}, at most ${limits.depth}.`)
  if (roots > limits.rootFields) {
    throw badRequest(`Query has too many root fields: ${roots}, at most ${limits.rootFields}.`)
  }
  if (aliases > limits.aliases) {
    throw badRequest(`Query has too many aliases: ${aliases}, at most ${limits.aliases}.`)
  }
  return measures
}

/** Marks by which the compiler tells its own values; it would run a text that begins with one as code. */
const COMPILER_MARK = '__MAGIC_'

/**
 * Refuses what must not get into the compiled code: texts with the compiler's own marks (also those spelled
 * with escapes, hence from the parsed values), and aliases, variables and fragments with the names of
 * JavaScript's own properties, such as `__proto__` and `constructor`.
 */
function refuseUnsafeNames(document: DocumentNode): void {
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

function compile(schema: GraphQLSchema, { document, name }: ParsedOperation): CompiledQuery['query'] {
  const compiled = compileQuery(schema, document, name ?? '', {
    useExperimentalPathBasedSkipInclude: true,
    // The resolvers' types vouch for enums and GraphQL's own scalars; lists of hundreds of rows notice the check.
    disableLeafSerialization: true,
  })
  if (isCompiledQuery(compiled)) return compiled.query
  throw new Error('The query could not be compiled.', { cause: compiled.errors })
}

/**
 * Variables with a default may be nullable where null is not allowed. GraphQL finds a null there as it runs;
 * the compiled code would then stop in the middle of a mutation, so it is looked for before.
 */
function variablesNeverNull(schema: GraphQLSchema, { document, operation }: ParsedOperation): string[] {
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
