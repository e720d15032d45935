import {
  type FieldNode,
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
  /** Fragments spread, those without a field included. */
  spreads: number
  /** Fields of the root, without `__typename`. */
  rootFields: number
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
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const inner = ofFragment(selection.name.value)
      return { ...inner, spreads: added(inner.spreads, 1) }
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSet(selection.selectionSet)
    const below = selection.selectionSet ? ofSet(selection.selectionSet) : EMPTY
    return {
      depth: below.depth + 1,
      aliases: below.aliases + (selection.alias ? 1 : 0),
      fields: below.fields + 1,
      spreads: below.spreads,
      rootFields: isCounted(selection) ? 1 : 0,
    }
  }
  const ofSet = (set: SelectionSetNode): Measures => {
    const sum = { ...EMPTY }
    for (const selection of set.selections) {
      const { depth, aliases, fields, spreads, rootFields } = ofSelection(selection)
      sum.depth = Math.max(sum.depth, depth)
      sum.aliases = added(sum.aliases, aliases)
      sum.fields = added(sum.fields, fields)
      sum.spreads = added(sum.spreads, spreads)
      sum.rootFields = added(sum.rootFields, rootFields)
    }
    return sum
  }
  return ofSet(operation.selectionSet)
}

const EMPTY: Measures = { depth: 0, aliases: 0, fields: 0, spreads: 0, rootFields: 0 }

/** Fragments that double each other reach any number; what is beyond counting stays a whole one. */
const added = (left: number, right: number): number => Math.min(left + right, Number.MAX_SAFE_INTEGER)

/** `__typename` is nobody's secret and not counted at the root. */
const isCounted = ({ name }: FieldNode): boolean => name.value !== '__typename'

/**
 * Names of the root fields of an operation, with those of all fragments spread there and conditions not regarded.
 * Each fragment is visited once.
 */
export function rootFieldsOf(operation: OperationDefinitionNode, fragments: Fragments): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<string>()
  const look = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        if (isCounted(selection)) names.add(selection.name.value)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        look(selection.selectionSet)
      } else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value)
        const fragment = fragments.get(selection.name.value)
        if (fragment) look(fragment.selectionSet)
      }
    }
  }
  look(operation.selectionSet)
  return names
}

/** What is asked for at one place of the answer: fields by their name there, and fragments. */
interface Place {
  times: number
  below: Map<string, Place>
}

/**
 * Pairs that validation has to compare: of fields for one place of the answer, and of fragments spread at one place.
 * Only for an operation with few fields and spreads: each is walked as often as it is spread.
 */
export function comparisonsOf(operation: OperationDefinitionNode, fragments: Fragments): number {
  let pairs = 0
  const open = new Set<string>()
  const count = (place: Place, name: string): Place => {
    const there = place.below.get(name) ?? { times: 0, below: new Map() }
    place.below.set(name, there)
    pairs += there.times
    there.times += 1
    return there
  }
  const walk = (set: SelectionSetNode, place: Place): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, place)
      else if (selection.kind === Kind.FIELD) {
        const there = count(place, (selection.alias ?? selection.name).value)
        if (selection.selectionSet) walk(selection.selectionSet, there)
      } else {
        const { value } = selection.name
        count(place, '...')
        const fragment = fragments.get(value)
        // One that spreads itself is refused by validation.
        if (!fragment || open.has(value)) continue
        open.add(value)
        walk(fragment.selectionSet, place)
        open.delete(value)
      }
    }
  }
  walk(operation.selectionSet, { times: 0, below: new Map() })
  return pairs
}
