import {
  type DocumentNode,
  execute,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  parse,
  Source,
  TokenKind,
  validate,
  valueFromASTUntyped,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import { costOf, readsOf } from './cost.ts'
import { badRequest, invalidDocument, TOO_COMPLEX } from './errors.ts'
import { knownAs } from './knownText.ts'
import type { Limits } from './limits.ts'
import { comparisonsOf, type Fragments, type Measures, measure, rootFieldsOf } from './measure.ts'
import { refuseUnsafeNames, variablesNeverNull } from './safety.ts'

/** An operation of a document, chosen and parsed but not checked. */
export interface ParsedOperation {
  readonly query: string
  readonly name: string | undefined
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly rootFields: ReadonlySet<string>
  readonly measures: Measures
  /** What reading it took, and checking it takes, in units of a budget. */
  readonly work: number
}

/** Runs an operation; without `data` nothing ran, since the variables don't fit. */
export type Execute = CompiledQuery['query']

/** An operation that passed every check that does not depend on its variables. */
export interface ReadyOperation extends ParsedOperation {
  /** At least the number of fields with all fragments spread. */
  readonly cost: (variables: Readonly<Record<string, unknown>>) => number
  /** Answers that are read from the database. */
  readonly reads: (variables: Readonly<Record<string, unknown>>) => number
  /** Variables that may be left out but must not be null. */
  readonly neverNull: readonly string[]
  /** Compiled code where the text is one of the product's own; else graphql-js: no text from outside becomes code. */
  readonly execute: Execute
  readonly isCompiled: boolean
}

/** Reads documents, and keeps those that passed all checks: a client sends the same few over and over. */
export interface Documents {
  /** What is kept of a text; null for a new one. */
  kept(query: string, operationName: string | undefined): ReadyOperation | null
  /** Whether a text is one that the product's own page sends. */
  isOwn(query: string): boolean
  /** @throws RefusedRequest 400 for a syntax error, too many tokens, or an operation that can't be chosen */
  read(query: string, operationName: string | undefined): ParsedOperation
  /** @throws RefusedRequest 400 for what is over a limit or against the schema */
  prepare(parsed: ParsedOperation): ReadyOperation
}

/** Bytes of memory that kept documents may take together, by estimate; the product's own texts are kept besides. */
const KEPT_BYTES = 32 * 1024 * 1024
/** What a document takes for each character, token and field. */
const BYTES = { character: 2, token: 200, field: 100 }
/** Fields that are counted as work; with more of them nothing is checked. */
const MAX_CHECKED_FIELDS = 2000
/** Pairs of fields that validation may compare. */
const MAX_COMPARISONS = 10_000
/** Units of a budget, about microseconds, for a token that is read, and a field that is checked. */
const WORK = { token: 10, field: 3 }
/** Characters of the longest text that can be one of the product's own. */
const LONGEST_KNOWN = 32_768

export interface DocumentsOptions {
  limits: Limits
  /** Whether a wrong name is answered with the right one: that would tell of the schema what introspection may not. */
  suggestions: boolean
  /** SHA-256 in base64url of the texts that the product's own page sends. */
  known: ReadonlySet<string>
  /** Fields whose answers are read from the database, such as `Document.ancestors`. */
  reading: ReadonlySet<string>
}

export function createDocuments(
  schema: GraphQLSchema,
  { limits, suggestions, known, reading }: DocumentsOptions,
): Documents {
  const own = new Map<string, ReadyOperation>()
  const kept = new LRUCache<string, ReadyOperation>({ maxSize: KEPT_BYTES })

  const isOwn = (query: string): boolean => query.length <= LONGEST_KNOWN && known.has(knownAs(query))

  const keep = (ready: ReadyOperation, fields: number): void => {
    const { query, name, document } = ready
    const size =
      query.length * BYTES.character + (document.tokenCount ?? 0) * BYTES.token + fields * BYTES.field
    kept.set(keyOf(query, name), ready, { size })
  }

  return {
    kept: (query, name) => own.get(keyOf(query, name)) ?? kept.get(keyOf(query, name)) ?? null,
    isOwn,

    read: (query, name) => parsedOperation(query, name, parseWithin(query, limits.tokens)),

    prepare(parsed) {
      const { fields } = parsed.measures
      checkLimits(parsed, limits)
      refuseUnsafeNames(parsed.document)
      const errors = validate(schema, parsed.document, undefined, { hideSuggestions: !suggestions })
      if (errors.length > 0) throw invalidDocument(errors)
      // Places in the text were for the errors; without them a document takes a fraction of the memory.
      const { query, name } = parsed
      const lean = parsedOperation(query, name, parse(query, { noLocation: true }))
      const fragments = fragmentsOf(lean.document)
      const isCompiled = isOwn(query)
      const ready: ReadyOperation = {
        ...lean,
        cost: costOf(schema, lean.operation, fragments),
        reads: readsOf(schema, lean.operation, fragments, reading),
        neverNull: variablesNeverNull(schema, lean),
        execute: isCompiled ? compile(schema, lean) : interpreted(schema, lean),
        isCompiled,
      }
      if (isCompiled) own.set(keyOf(query, name), ready)
      else keep(ready, fields)
      return ready
    },
  }
}

function parsedOperation(query: string, name: string | undefined, document: DocumentNode): ParsedOperation {
  const operation = operationOf(document, name)
  const fragments = fragmentsOf(document)
  const measures = measure(operation, fragments)
  return {
    query,
    name,
    document,
    operation,
    rootFields: rootFieldsOf(operation, fragments),
    measures,
    work:
      (document.tokenCount ?? 0) * WORK.token + Math.min(measures.fields, MAX_CHECKED_FIELDS) * WORK.field,
  }
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

/** @throws RefusedRequest naming the limit and what was found */
function checkLimits({ document, operation, measures }: ParsedOperation, limits: Limits): void {
  const { depth, aliases, fields, spreads, rootFields } = measures
  if (depth > limits.depth) throw badRequest(`Query is too deep: ${depth}, at most ${limits.depth}.`)
  for (const [what, found, most] of [
    ['root fields', rootFields, limits.rootFields],
    ['aliases', aliases, limits.aliases],
    ['fields', fields, limits.fields],
    ['fragments spread', spreads, limits.fields],
  ] as const) {
    if (found > most) throw badRequest(`Query has too many ${what}: ${found}, at most ${most}.`)
  }
  if (comparisonsOf(operation, fragmentsOf(document)) > MAX_COMPARISONS) throw badRequest(TOO_COMPLEX)
}

const interpreted =
  (schema: GraphQLSchema, { document, name }: ParsedOperation): Execute =>
  (rootValue, contextValue, variableValues) =>
    execute({ schema, document, operationName: name, rootValue, contextValue, variableValues })

function compile(
  schema: GraphQLSchema,
  { document, operation, name }: ParsedOperation,
): CompiledQuery['query'] {
  const compiled = compileQuery(schema, document, name ?? '', {
    useExperimentalPathBasedSkipInclude: true,
    // The resolvers' types vouch for enums and GraphQL's own scalars; lists of hundreds of rows notice the check.
    disableLeafSerialization: true,
  })
  if (isCompiledQuery(compiled)) return withDefaults(operation, compiled.query)
  throw new Error('The query could not be compiled.', { cause: compiled.errors })
}

/** The compiler asks for a variable of a required type although the operation gives it a default. */
function withDefaults(
  { variableDefinitions = [] }: OperationDefinitionNode,
  query: CompiledQuery['query'],
): CompiledQuery['query'] {
  const defaults = variableDefinitions.flatMap(({ variable, type, defaultValue }) =>
    defaultValue && type.kind === Kind.NON_NULL_TYPE
      ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const]
      : [],
  )
  if (defaults.length === 0) return query
  const given = Object.fromEntries(defaults)
  return (root, context, variables) => query(root, context, { ...given, ...variables })
}
