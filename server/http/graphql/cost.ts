import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Fragments } from './measure.ts'

/** Rows that a list is taken to have when nothing says how many are wanted. */
const ROWS = 10
/** No list gives more rows, whatever its `limit` says. */
const MAX_ROWS = 200
const FIELD_COST = 1
const MUTATION_FIELD_COST = 10

type Variables = Readonly<Record<string, unknown>>

/** How often what is below counts: a number, or the value of a variable. */
type Factor = number | { variable: string; otherwise: number }

/** A part of the sum; those that no variable touches are numbers. */
type Cost = number | CostNode

interface CostNode {
  own: number
  factor: Factor
  below: readonly Cost[]
  /** The evaluation that `value` belongs to: a fragment spread many times is summed up once. */
  run: number
  value: number
}

/**
 * What running an operation may cost, by its variables (API-012): a field counts 1, a field of the mutation 10,
 * and a list multiplies what is below it by its `limit`, or by 10. The `limit` of a field that answers with a
 * page holds for the lists in the page. The lists of introspection count once: GraphQL bounds them by its own rule.
 */
export const costOf = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): ((variables: Variables) => number) => {
  const root = schema.getRootType(operation.operation)
  const isMutation = operation.operation === 'mutation'
  return sumOver(schema, operation, fragments, (parent) =>
    isMutation && parent === root ? MUTATION_FIELD_COST : FIELD_COST,
  )
}

/**
 * How many answers of an operation are read from the database, counted as its cost is: for a field of `reading` once
 * for each object that it is asked of. One statement serves many of them, but each is work for the database.
 * @param reading such as `Document.ancestors`
 */
export const readsOf = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  reading: ReadonlySet<string>,
): ((variables: Variables) => number) => {
  const isReading = (type: GraphQLNamedType, field: string) => reading.has(`${type.name}.${field}`)
  return sumOver(schema, operation, fragments, (parent, field) => {
    const types = isInterfaceType(parent) ? schema.getPossibleTypes(parent) : parent ? [parent] : []
    return types.some((type) => isReading(type, field)) ? 1 : 0
  })
}

/** The sum of what fields count for, each as often as lists above it may repeat it. */
function sumOver(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  countOf: (parent: GraphQLNamedType | undefined, field: string) => number,
): (variables: Variables) => number {
  const root = schema.getRootType(operation.operation)
  const defaults = variableDefaults(operation)
  const known = new Map<string, Map<Factor | null, Cost>>()

  const ofSet = (set: SelectionSetNode, type: GraphQLNamedType | undefined, page: Factor | null): Cost =>
    sum(
      set.selections.map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection, type, page)
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value, page)
        const condition = selection.typeCondition
        return ofSet(selection.selectionSet, condition ? schema.getType(condition.name.value) : type, page)
      }),
    )

  const ofFragment = (name: string, page: Factor | null): Cost => {
    const byPage = known.get(name) ?? new Map<Factor | null, Cost>()
    known.set(name, byPage)
    const there = byPage.get(page)
    if (there !== undefined) return there
    byPage.set(page, 0)
    const fragment = fragments.get(name)
    const cost = fragment
      ? ofSet(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value), page)
      : 0
    byPage.set(page, cost)
    return cost
  }

  const ofField = (node: FieldNode, parent: GraphQLNamedType | undefined, page: Factor | null): Cost => {
    const name = node.name.value
    const own = countOf(parent, name)
    if (!node.selectionSet) return own
    // The fields of introspection have no definition here: below them everything counts once.
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined
    const limit = field ? limitOf(node, field, defaults) : null
    const isList = field !== undefined && isListType(getNullableType(field.type))
    const type = field && getNamedType(field.type)
    const below = ofSet(node.selectionSet, isCompositeType(type) ? type : undefined, isList ? null : limit)
    return weigh(own, isList ? (limit ?? page ?? ROWS) : 1, [below])
  }

  const total = ofSet(operation.selectionSet, root ?? undefined, null)
  let runs = 0
  return (variables) => {
    runs += 1
    return evaluate(total, variables, runs)
  }
}

const sum = (parts: readonly Cost[]): Cost => weigh(0, 1, parts)

function weigh(own: number, factor: Factor, parts: readonly Cost[]): Cost {
  let fixed = 0
  const open: Cost[] = []
  for (const part of parts) {
    if (typeof part === 'number') fixed += part
    else open.push(part)
  }
  if (open.length === 0 && typeof factor === 'number') return own + factor * fixed
  return { own, factor, below: [fixed, ...open], run: 0, value: 0 }
}

function evaluate(cost: Cost, variables: Variables, run: number): number {
  if (typeof cost === 'number') return cost
  if (cost.run === run) return cost.value
  let below = 0
  for (const part of cost.below) below += evaluate(part, variables, run)
  cost.run = run
  cost.value = cost.own + times(cost.factor, variables) * below
  return cost.value
}

function times(factor: Factor, variables: Variables): number {
  if (typeof factor === 'number') return factor
  const value = variables[factor.variable]
  return typeof value === 'number' ? rows(value) : factor.otherwise
}

/** A limit below 1 is refused by its field; it must not make the rest free. */
const rows = (limit: number): number => Math.min(Math.max(limit, 1), MAX_ROWS)

/** The `limit` of a field; null where it has no such argument. Variables of one name are one factor. */
function limitOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  defaults: Map<string, { variable: string; otherwise: number }>,
): Factor | null {
  const definition = field.args.find((arg) => arg.name === 'limit')
  if (!definition) return null
  const otherwise = typeof definition.defaultValue === 'number' ? rows(definition.defaultValue) : ROWS
  const value = node.arguments?.find((arg) => arg.name.value === 'limit')?.value
  if (value?.kind === Kind.INT) return rows(Number(value.value))
  if (value?.kind !== Kind.VARIABLE) return otherwise
  const variable = value.name.value
  const factor = defaults.get(variable) ?? { variable, otherwise }
  defaults.set(variable, factor)
  return factor
}

function variableDefaults(
  operation: OperationDefinitionNode,
): Map<string, { variable: string; otherwise: number }> {
  const defaults = new Map<string, { variable: string; otherwise: number }>()
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    if (defaultValue?.kind !== Kind.INT) continue
    const name = variable.name.value
    defaults.set(name, { variable: name, otherwise: rows(Number(defaultValue.value)) })
  }
  return defaults
}
