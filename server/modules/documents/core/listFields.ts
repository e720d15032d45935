import DataLoader from 'dataloader'
import { type Context, perRequest } from '../../../contracts/context.ts'
import type { DocumentNode } from './nodes.ts'

type ReadAhead = (context: Context, nodes: readonly DocumentNode[]) => Promise<unknown> | undefined

/** What fields of a document need: immediately where it was read ahead, or else with what the request asks beside it. */
export interface ListField<Value> {
  (context: Context, node: DocumentNode): Value | Promise<Value>
  /** Reads it for all of a list. */
  readonly ahead: ReadAhead
}

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
   * @param after what `load` asks for itself, read for the same list before
   */
  field<Value extends NonNullable<unknown> | null>(
    names: readonly string[],
    load: (nodes: readonly DocumentNode[], context: Context) => Promise<readonly Value[]>,
    isFor?: (node: DocumentNode) => boolean,
    after?: ListField<unknown>,
  ): ListField<Value>
  /**
   * Reads for all of a list what a query asks of its entries, before their fields are resolved: hundreds of rows then need
   * no promise for each of their fields, which took longer than all else that a page of a folder does.
   * @param names of fields of Document
   */
  readAhead(
    context: Context,
    names: ReadonlySet<string>,
    nodes: readonly DocumentNode[],
  ): Promise<void> | undefined
}

export function createListFields(): ListFields {
  let count = 0
  const readers = new Map<string, ReadAhead>()
  return {
    field: <Value extends NonNullable<unknown> | null>(
      names: readonly string[],
      load: (nodes: readonly DocumentNode[], context: Context) => Promise<readonly Value[]>,
      isFor: (node: DocumentNode) => boolean = () => true,
      after?: ListField<unknown>,
    ): ListField<Value> => {
      const place = count
      count += 1
      // On the node itself: a page of a folder asks for thousands of them, of which each took three looks into maps.
      const known = (node: DocumentNode) => node.readAhead?.[place] as Value | undefined
      const lists = perRequest(
        (context) =>
          new DataLoader<readonly DocumentNode[], unknown>(
            async (asked) => {
              const [list = [], ...others] = asked
              const all = others.length === 0 ? list : [...new Set(asked.flat())]
              const nodes = all.filter((node) => known(node) === undefined)
              const values = nodes.length === 0 ? [] : await load(nodes, context)
              for (const [at, node] of nodes.entries()) {
                // An empty one would be moved as it grows, for each of the rows.
                node.readAhead ??= new Array<unknown>(count)
                node.readAhead[place] = values[at]
              }
              return asked
            },
            { cache: false },
          ),
      )
      const read: ReadAhead = (context, nodes) => {
        const asked = nodes.filter(isFor)
        if (asked.length === 0) return undefined
        const load = () => lists(context).load(asked)
        return after?.ahead(context, asked)?.then(load) ?? load()
      }
      for (const name of names) readers.set(name, read)
      const field = (context: Context, node: DocumentNode): Value | Promise<Value> => {
        const value = known(node)
        return value === undefined
          ? lists(context)
              .load([node])
              .then(() => known(node) as Value)
          : value
      }
      return Object.assign(field, { ahead: read })
    },

    readAhead: (context, names, nodes) => {
      const asked = new Set([...names].flatMap((name) => readers.get(name) ?? []))
      const waits = [...asked].flatMap((read) => read(context, nodes) ?? [])
      return waits.length === 0 ? undefined : Promise.all(waits).then(() => {})
    },
  }
}
