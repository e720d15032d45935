import {
  compareLevels,
  type DocumentAccess,
  type DocumentLevel,
  type DocumentRendition,
  type GivenLevel,
} from '../../../../shared/documentLevels.ts'
import type { OpenTree } from './trees.ts'

/** What one principal has on a list that differs from what all have there. */
export interface OwnLevel {
  readonly level?: GivenLevel
  readonly rendition?: 'REDACTED'
}

/**
 * Who may read a document, and what of it. Equal lists of a tree are one row (interned), so that what an actor may read
 * is a handful of row ids, and a list of a folder needs no lookup per document.
 */
export interface Acl {
  /** Sorted ids of the permitted principals; null is open to all, also to those that are added later. */
  readonly principals: readonly string[] | null
  /**
   * Sorted ids that see a folder only because something below it is permitted to them. Kept apart from
   * `principals`, since new entries take over the permissions of their folder, but never a traversal.
   */
  readonly traversal: readonly string[]
  /** By principal; who is not named has the original on a closed list, and the tree's usual level on an open one (VIEW-03). */
  readonly levels: Readonly<Record<string, OwnLevel>>
  /** Until it is published, only those among them who edit may read by it (STAGE-03). */
  readonly isStaged: boolean
}

/** The list of what nobody is permitted. */
export const NOBODY: Acl = { principals: [], traversal: [], levels: {}, isStaged: false }
/** The list of what is open to all, as everything is at first. */
export const EVERYBODY: Acl = { principals: null, traversal: [], levels: {}, isStaged: false }

/** Whether the list permits the principal, and not only to pass through. */
export const includes = (acl: Acl, principalId: string): boolean =>
  acl.principals === null || acl.principals.includes(principalId)

/** What principals are given by a list, null for those whom it does not permit; made once for many of them. */
export function givenBy(
  { principals, levels }: Acl,
  usual: GivenLevel,
): (principalId: string) => DocumentAccess | null {
  const among = principals && new Set(principals)
  const unsaid = principals === null ? usual : 'ORIGINAL'
  return (id) =>
    among && !among.has(id)
      ? null
      : { level: levels[id]?.level ?? unsaid, rendition: levels[id]?.rendition ?? 'FULL' }
}

/** The whole of it: what is given where nobody has set a level, and to whoever edits permissions (VIEW-02). */
export const EVERYTHING: DocumentAccess = { level: 'ORIGINAL', rendition: 'FULL' }
/** Of a folder that somebody only passes through: nothing that is added to it is for them. */
export const PASSING: DocumentAccess = { level: 'VIEW', rendition: 'FULL' }

type Levelling = Pick<OpenTree, 'hasLevels' | 'usualLevel'>

/** Whether whoever sees something in the tree has all of it. */
const isWithoutLevels = ({ hasLevels, usualLevel }: Levelling): boolean =>
  !hasLevels && usualLevel === 'ORIGINAL'

/** Whether nobody has less than everything in the tree, or its actor sees all whatever the lists say. */
export const isUnlevelled = (tree: Levelling & Pick<OpenTree, 'rights'>): boolean =>
  tree.rights.admin || isWithoutLevels(tree)

/** Whether the list gives everything to all, so that it narrows no other. */
export const givesAll = (acl: Acl, tree: Levelling): boolean =>
  acl.principals === null && isWithoutLevels(tree)

/**
 * What the tree's actor is given by a list that they read by: the highest level of their principals (VIEW-02), of those
 * with the full rendition where there are any (REDACT-19).
 */
export function accessBy(acl: Acl, tree: OpenTree): DocumentAccess {
  if (isUnlevelled(tree)) return EVERYTHING
  const given = givenBy(acl, tree.usualLevel)
  const all = tree.principals.flatMap((id) => given(id) ?? [])
  const full = all.filter(({ rendition }) => rendition === 'FULL')
  const [first, ...others] = full.length > 0 ? full : all
  if (!first) return PASSING
  return others.reduce((best, each) => (compareLevels(each.level, best.level) > 0 ? each : best), first)
}

/** A list that says of each of these principals what it is given. */
function closedTo(
  given: readonly (readonly [id: string, access: DocumentAccess])[],
  { isStaged }: Pick<Acl, 'isStaged'>,
): Acl {
  return {
    principals: given.map(([id]) => id),
    traversal: [],
    levels: Object.fromEntries(given.map(([id, access]) => [id, own(access)])),
    isStaged,
  }
}

const own = ({ level, rendition }: DocumentAccess): OwnLevel =>
  rendition === 'REDACTED' ? { level, rendition } : { level }

/** The tree's principals at this moment, and what whoever is not named has on an open list. */
export interface Principals {
  readonly everyone: readonly string[]
  readonly usual: GivenLevel
}

/**
 * The list after a principal was permitted or not: with the usual level where it had none (VIEW-05). `everyone` is what
 * an open list becomes when one of them is taken out.
 */
export function changed(
  acl: Acl,
  principalId: string,
  permissible: boolean,
  { everyone, usual }: Principals,
): Acl {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== principalId)
  if (permissible) {
    if (includes(acl, principalId)) return acl
    return {
      ...acl,
      principals: [...(acl.principals ?? []), principalId],
      traversal: others(acl.traversal),
      levels: { ...acl.levels, [principalId]: { level: usual } },
    }
  }
  if (acl.principals === null) {
    const given = givenBy(acl, usual)
    return closedTo(
      others(everyone).flatMap((id) => [[id, given(id) ?? { ...EVERYTHING, level: usual }]]),
      acl,
    )
  }
  return { ...acl, principals: others(acl.principals), traversal: others(acl.traversal) }
}

/** The list that permits exactly these principals, those whom it permitted already as they were (VIEW-05). */
export function permittedTo(acl: Acl, principalIds: readonly string[], usual: GivenLevel): Acl {
  const given = givenBy(acl, usual)
  return closedTo(
    principalIds.map((id) => [id, given(id) ?? { level: usual, rendition: 'FULL' }]),
    acl,
  )
}

/** Another level or rendition of a principal; what is left out stays (VIEW-07). */
export interface LevelChange {
  readonly principalId: string
  readonly level?: DocumentLevel | null | undefined
  readonly rendition?: DocumentRendition | null | undefined
}

/** The list after changes of levels. */
export function levelled(acl: Acl, changes: readonly LevelChange[], principals: Principals): Acl {
  return changes.reduce((list, { principalId, level, rendition }): Acl => {
    if (level === 'NONE') return changed(list, principalId, false, principals)
    const isNew = !includes(list, principalId)
    // A rendition alone gives no access.
    if (isNew && !level) return list
    const permitted = isNew ? changed(list, principalId, true, principals) : list
    const former = permitted.levels[principalId] ?? {}
    const next = rendition ?? former.rendition ?? 'FULL'
    const said = level ?? former.level
    const mine: OwnLevel = {
      ...(said ? { level: said } : {}),
      ...(next === 'REDACTED' ? { rendition: next } : {}),
    }
    return { ...permitted, levels: { ...permitted.levels, [principalId]: mine } }
  }, acl)
}

const lower = (a: DocumentAccess, b: DocumentAccess): DocumentAccess => ({
  level: compareLevels(a.level, b.level) <= 0 ? a.level : b.level,
  rendition: a.rendition === 'REDACTED' || b.rendition === 'REDACTED' ? 'REDACTED' : 'FULL',
})

/** Whether the second access takes something of the first away. */
export const isLess = (before: DocumentAccess, after: DocumentAccess): boolean =>
  compareLevels(after.level, before.level) < 0 ||
  (before.rendition === 'FULL' && after.rendition === 'REDACTED')

/** Those of whom something is said: all that a closed list permits, and whoever has a level of its own on an open one. */
const named = (acl: Acl): readonly string[] => acl.principals ?? Object.keys(acl.levels)

/**
 * What remains of a list below a folder with the other list: the narrower of both (PERM-08), of each principal the lower
 * level (VIEW-12).
 */
export function narrowed(acl: Acl, folder: Acl, usual: GivenLevel): Acl {
  const [mine, theirs] = [givenBy(acl, usual), givenBy(folder, usual)]
  const levels = (ids: readonly string[]): Record<string, OwnLevel> =>
    Object.fromEntries(
      ids.flatMap((id): [string, OwnLevel][] => {
        const [a, b] = [mine(id), theirs(id)]
        return a && b ? [[id, own(lower(a, b))]] : []
      }),
    )
  if (acl.principals === null && folder.principals === null) {
    return { ...acl, levels: levels([...named(acl), ...named(folder)]) }
  }
  const among = folder.principals && new Set(folder.principals)
  const keep = (ids: readonly string[]) => (among ? ids.filter((id) => among.has(id)) : [...ids])
  const principals = keep(acl.principals ?? folder.principals ?? [])
  return { principals, traversal: keep(acl.traversal), levels: levels(principals), isStaged: acl.isStaged }
}

/** The list with levels no higher than those of a folder above that were lowered since: `before` is its list of then. */
export function loweredSince(
  list: Acl,
  { before, now }: { before: Acl | null; now: Acl },
  usual: GivenLevel,
): Acl {
  const [mine, theirs] = [givenBy(list, usual), givenBy(now, usual)]
  const then = before && givenBy(before, usual)
  const ids = [...named(list), ...named(now), ...(before ? named(before) : [])]
  const levels = ids.flatMap((id): [string, OwnLevel][] => {
    const [had, has] = [mine(id), theirs(id)]
    const former = then ? then(id) : EVERYTHING
    return had && has && former && isLess(former, has) ? [[id, own(lower(had, has))]] : []
  })
  return { ...list, levels: { ...list.levels, ...Object.fromEntries(levels) } }
}

/**
 * Whether the other list takes something away from somebody who is permitted. Who only passes through has no part in it:
 * that shows on the lists of what they pass to, and may be hidden.
 */
export function isNarrowed(acl: Acl, folder: Acl, usual: GivenLevel): boolean {
  const less = narrowed(acl, folder, usual)
  if (less.principals?.length !== acl.principals?.length) return true
  const [before, after] = [givenBy(acl, usual), givenBy(less, usual)]
  return [...named(acl), ...named(less)].some((id) => {
    const [had, has] = [before(id), after(id)]
    return had !== null && has !== null && isLess(had, has)
  })
}

/** Whether somebody is not permitted, or has less than the usual, so that a change of the tree's type closes it (VIEW-13). */
export const isRestricted = (acl: Acl, usual: GivenLevel): boolean =>
  acl.principals !== null ||
  Object.values(acl.levels).some(
    ({ level = usual, rendition }) => rendition === 'REDACTED' || compareLevels(level, usual) < 0,
  )

/** The list as it is kept: sorted, and without what it says anyway, so that equal lists are one row. */
export function canonical({ principals, traversal, levels, isStaged }: Acl): Acl {
  const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].sort()
  const among = principals && new Set(principals)
  const kept = Object.entries(levels).flatMap(([id, { level, rendition }]): [string, OwnLevel][] => {
    if (among && !among.has(id)) return []
    const said: OwnLevel = {
      ...(level && !(among && level === 'ORIGINAL') ? { level } : {}),
      ...(rendition ? { rendition } : {}),
    }
    return said.level || said.rendition ? [[id, said]] : []
  })
  return {
    principals: principals && sorted(principals),
    traversal: principals ? sorted(traversal) : [],
    levels: Object.fromEntries(kept),
    isStaged,
  }
}
