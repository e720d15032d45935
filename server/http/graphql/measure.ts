import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** How large an operation is, with fragments counted wherever they are spread. */
export interface Measures {
  /** Levels of fields. */
  depth: number
  aliases: number
  fields: number
}

/**
 * Measures an operation that was only parsed. Each fragment is measured once, so that fragments that spread
 * each other many times over cost no time; one that spreads itself counts as empty there, since validation
 * refuses it afterwards.
 */
export function measure(operation: OperationDefinitionNode, fragments: Fragments): Measures {
  const known = new Map<string, Measures>()

  const ofFragment = (name: string): Measures => {
    const there = known.get(name)
    if (there) return there
    known.set(name, EMPTY)
    const fragment = fragments.get(name)
    const measures = fragment ? ofSet(fragment.selectionSet) : EMPTY
    known.set(name, measures)
    return measures
  }
  const ofSelection = (selection: SelectionNode): Measures => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value)
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSet(selection.selectionSet)
    const below = selection.selectionSet ? ofSet(selection.selectionSet) : EMPTY
    return {
      depth: below.depth + 1,
      aliases: below.aliases + (selection.alias ? 1 : 0),
      fields: below.fields + 1,
    }
  }
  const ofSet = (set: SelectionSetNode): Measures => {
    let depth = 0
    let aliases = 0
    let fields = 0
    for (const selection of set.selections) {
      const measures = ofSelection(selection)
      depth = Math.max(depth, measures.depth)
      aliases += measures.aliases
      fields += measures.fields
    }
    return { depth, aliases, fields }
  }
  return ofSet(operation.selectionSet)
}

const EMPTY: Measures = { depth: 0, aliases: 0, fields: 0 }

/**
 * The root fields of an operation with how often each is asked for, fragments counted wherever they are spread
 * and conditions not regarded. `__typename` is nobody's secret and not counted as a field.
 */
export function rootFieldsOf(
  operation: OperationDefinitionNode,
  fragments: Fragments,
): ReadonlyMap<string, number> {
  const known = new Map<string, ReadonlyMap<string, number>>()
  const ofSet = (set: SelectionSetNode): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>()
    const add = (name: string, times: number) => counts.set(name, (counts.get(name) ?? 0) + times)
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value !== '__typename') add(selection.name.value, 1)
        continue
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? ofSet(selection.selectionSet)
          : ofFragment(selection.name.value)
      for (const [name, times] of inner) add(name, times)
    }
    return counts
  }
  const ofFragment = (name: string): ReadonlyMap<string, number> => {
    const there = known.get(name)
    if (there) return there
    known.set(name, new Map())
    const fragment = fragments.get(name)
    const counts: ReadonlyMap<string, number> = fragment ? ofSet(fragment.selectionSet) : new Map()
    known.set(name, counts)
    return counts
  }
  return ofSet(operation.selectionSet)
}
