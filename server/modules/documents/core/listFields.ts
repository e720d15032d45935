import DataLoader from 'dataloader'
import type { GraphQLResolveInfo, SelectionNode } from 'graphql'
import { type Context, perRequest } from '../../../contracts/context.ts'
import type { DocumentNode } from './nodes.ts'

/** What fields of a document need: immediately where it was read ahead, or else with what the request asks beside it. */
export type ListField<Value> = (context: Context, node: DocumentNode) => Value | Promise<Value>

/** What follows from it; no promise where it is known. */
export const followed = <Value, Result>(
  value: Value | Promise<Value>,
  then: (value: Value) => Result,
): Result | Promise<Result> => (value instanceof Promise ? value.then(then) : then(value))

/** Fields of documents that are read for many together. */
export interface ListFields {
  /**
   * @param names fields of Document that need it
   * @param load in the order of the nodes
   * @param isFor of which nodes the fields ask for it
   */
  field<Value extends NonNullable<unknown> | null>(
    names: readonly string[],
    load: (nodes: readonly DocumentNode[], context: Context) => Promise<readonly Value[]>,
    isFor?: (node: DocumentNode) => boolean,
  ): ListField<Value>
  /**
   * Reads for all of a list what a query asks of its entries, before their fields are resolved: hundreds of rows then need
   * no promise for each of their fields, which took longer than all else that a page of a folder does.
   */
  readAhead(
    context: Context,
    info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
    nodes: readonly DocumentNode[],
  ): Promise<void>
}

export function createListFields(): ListFields {
  let count = 0
  const readers = new Map<string, (context: Context, nodes: readonly DocumentNode[]) => Promise<unknown>>()
  return {
    field: <Value extends NonNullable<unknown> | null>(
      names: readonly string[],
      load: (nodes: readonly DocumentNode[], context: Context) => Promise<readonly Value[]>,
      isFor: (node: DocumentNode) => boolean = () => true,
    ): ListField<Value> => {
      const place = count
      count += 1
      // On the node itself: a page of a folder asks for thousands of them, of which each took three looks into maps.
      const known = (node: DocumentNode) => node.readAhead?.[place] as Value | undefined
      const lists = perRequest(
        (context) =>
          new DataLoader<readonly DocumentNode[], unknown>(
            async (asked) => {
              const nodes = [...new Set(asked.flat())].filter((node) => known(node) === undefined)
              const values = nodes.length === 0 ? [] : await load(nodes, context)
              for (const [at, node] of nodes.entries()) {
                node.readAhead ??= []
                node.readAhead[place] = values[at]
              }
              return asked
            },
            { cache: false },
          ),
      )
      const read = async (context: Context, nodes: readonly DocumentNode[]): Promise<void> => {
        const asked = nodes.filter(isFor)
        if (asked.length > 0) await lists(context).load(asked)
      }
      for (const name of names) readers.set(name, read)
      return (context, node) => {
        const value = known(node)
        return value === undefined
          ? lists(context)
              .load([node])
              .then(() => known(node) as Value)
          : value
      }
    },

    readAhead: async (context, info, nodes) => {
      if (nodes.length === 0) return
      const asked = new Set<(context: Context, nodes: readonly DocumentNode[]) => Promise<unknown>>()
      for (const name of namesAsked(info)) {
        const read = readers.get(name)
        if (read) asked.add(read)
      }
      await Promise.all([...asked].map((read) => read(context, nodes)))
    },
  }
}

/** By the query's own nodes, which stay the same as long as the compiled query does. */
const asked = new WeakMap<GraphQLResolveInfo['fieldNodes'], ReadonlySet<string>>()

/** Names of the fields that are asked of what a field gives, whether conditions leave them out or not. */
function namesAsked({
  fieldNodes,
  fragments,
}: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): ReadonlySet<string> {
  const before = asked.get(fieldNodes)
  if (before) return before
  const names = new Set<string>()
  const collect = (selections: readonly SelectionNode[]) => {
    for (const selection of selections) {
      if (selection.kind === 'Field') names.add(selection.name.value)
      else if (selection.kind === 'InlineFragment') collect(selection.selectionSet.selections)
      else collect(fragments[selection.name.value]?.selectionSet.selections ?? [])
    }
  }
  for (const { selectionSet } of fieldNodes) collect(selectionSet?.selections ?? [])
  asked.set(fieldNodes, names)
  return names
}
