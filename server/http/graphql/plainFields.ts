import {
  defaultFieldResolver,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  type SelectionNode,
} from 'graphql'
import type { Context } from '../../contracts/context.ts'
import type { PlainFields } from '../../contracts/plainFields.ts'
import {
  asError,
  filledRows,
  type MakeRow,
  type Plain,
  type ResolvePlain,
  type Row,
  SOURCE,
  writtenRows,
} from './rows.ts'

type Resolve = GraphQLFieldResolver<unknown, Context>

interface Plan {
  readonly names: ReadonlySet<string>
  readonly plain: Plain
  make: MakeRow
  /** How often it was asked for. */
  uses: number
}
type Planned = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>

/** A query that was asked so often will be asked again. */
const OFTEN = 3

/**
 * Has the plain fields of types read where their objects are given, in the schema itself. Whatever gives such an object
 * gives a row, whose plain fields need no resolver any more.
 * @throws for a field that the type doesn't have, that takes arguments or `info` or holds objects, and for a type that an
 * interface or a union may give
 */
export function readPlainFields(schema: GraphQLSchema, all: readonly PlainFields[]): void {
  for (const { type: name, names, readAhead } of all) {
    const type = objectType(schema, name)
    const resolvers = new Map(names.map((field) => [field, plainResolver(type, field)]))
    for (const field of Object.values(type.getFields())) {
      if (resolvers.has(field.name)) field.resolve = undefined
      else field.resolve = ofSource(field)
    }
    const asked = plansOf(resolvers)
    const rows: GiveRows = async (found, context, info) => {
      const plan = asked(info)
      const sources = (Array.isArray(found) ? found : [found]).filter(isSource)
      if (sources.length > 0) await readAhead(context, plan.names, sources)
      const row = (source: unknown): unknown => {
        if (source instanceof Promise) return source.then(row, asError)
        return isSource(source) ? plan.make(source, context) : source
      }
      if (!Array.isArray(found)) return row(found)
      const given = found.map(row)
      return given.some((each) => each instanceof Promise) ? Promise.all(given) : given
    }
    for (const parent of Object.values(schema.getTypeMap())) {
      if (!isObjectType(parent)) continue
      for (const field of Object.values(parent.getFields())) {
        if (getNamedType(field.type) === type) field.resolve = giving(field, rows)
      }
    }
  }
}

type GiveRows = (found: unknown, context: Context, info: GraphQLResolveInfo) => unknown

function objectType(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`The schema has no object type ${name}.`)
  const isGivenByOthers = Object.values(schema.getTypeMap()).some(
    (other) => isAbstractType(other) && schema.isSubType(other, type),
  )
  if (isGivenByOthers) throw new Error(`${name} is given by an interface or a union.`)
  return type
}

function plainResolver(type: GraphQLObjectType, name: string): ResolvePlain {
  const field = type.getFields()[name]
  if (!field) throw new Error(`The schema has no field ${type.name}.${name}.`)
  const { resolve = defaultFieldResolver } = field
  if (field.args.length > 0 || !isLeafType(getNamedType(field.type))) {
    throw new Error(`${type.name}.${name} is not plain: it takes arguments or holds objects.`)
  }
  if (resolve === defaultFieldResolver) return (source) => (source as Record<string, unknown>)[name]
  if (resolve.length > 3)
    throw new Error(`The resolver of ${type.name}.${name} takes its place in the query.`)
  return resolve as ResolvePlain
}

/** A field of such a type that has a resolver still, of the object as the modules know it. */
function ofSource({ resolve = defaultFieldResolver }: GraphQLField<unknown, Context>): Resolve {
  return (row, args, context, info) => resolve((row as Row)[SOURCE], args, context, info)
}

function giving({ resolve = defaultFieldResolver }: GraphQLField<unknown, Context>, rows: GiveRows): Resolve {
  return (source, args, context, info) => {
    const found = resolve(source, args, context, info)
    return found instanceof Promise
      ? found.then((value) => (value == null ? value : rows(value, context, info)))
      : found == null
        ? found
        : rows(found, context, info)
  }
}

const isSource = (value: unknown): boolean =>
  value != null && !(value instanceof Error) && !(value instanceof Promise)

/** What is asked of the objects that a field gives; kept for queries whose nodes stay, as those that are compiled. */
function plansOf(resolvers: ReadonlyMap<string, ResolvePlain>): (info: Planned) => Plan {
  const kept = new WeakMap<Planned['fieldNodes'], Plan>()
  return (info) => {
    const before = kept.get(info.fieldNodes)
    if (before) {
      before.uses += 1
      if (before.uses === OFTEN) before.make = writtenRows(before.plain)
      return before
    }
    const names = new Set<string>()
    let isConditional = false
    const collect = (selections: readonly SelectionNode[]) => {
      for (const selection of selections) {
        if (selection.directives?.length) isConditional = true
        if (!isIncluded(selection, info)) continue
        if (selection.kind === 'Field') names.add(selection.name.value)
        else collect(selectionsOf(selection, info.fragments))
      }
    }
    for (const { selectionSet } of info.fieldNodes) collect(selectionSet?.selections ?? [])
    const plain = [...names].flatMap((name) => {
      const resolve = resolvers.get(name)
      return resolve ? [[name, resolve] as const] : []
    })
    const plan: Plan = { names, plain, make: filledRows(plain), uses: 1 }
    if (!isConditional) kept.set(info.fieldNodes, plan)
    return plan
  }
}

const selectionsOf = (
  selection: Exclude<SelectionNode, { kind: 'Field' }>,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): readonly SelectionNode[] =>
  selection.kind === 'InlineFragment'
    ? selection.selectionSet.selections
    : (fragments[selection.name.value]?.selectionSet.selections ?? [])

const isIncluded = (selection: SelectionNode, { variableValues }: Planned): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if !== true &&
  getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if !== false
