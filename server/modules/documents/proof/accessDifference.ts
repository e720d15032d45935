import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { groupsAt, holdingOf, type Moment, type PastGroup } from '../../../access/past.ts'
import { scopeOf } from '../../../access/scopes.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { type Acl, givenBy } from '../core/levels.ts'
import { type OpenTree, openOrNull, type TreeRow } from '../core/trees.ts'
import { type AccessEvent, accessEvents } from './accessEvents.ts'
import { levelText } from './documentAccess.ts'
import { treeAt } from './pastPlaces.ts'
import { namesOf, type PlaceNames } from './placeNames.ts'

/** Groups, or a person, to whom a change gave or took the same. */
export interface ChangedPrincipals {
  /** The first of them. */
  names: string[]
  count: number
  /** In words. */
  former: string
  level: string
}

/** A change of rights: what became visible or hidden, to whom, and by whom (PROOF-04). */
export interface AccessChange {
  at: Date
  /** Null where nothing says who made it. */
  by: string | null
  /** What was done, in words, such as 'Permissions' or 'Joined Lenders'. */
  what: string
  /** In names of now: an entry, or a folder and which of it; empty for what is about all of the room. */
  path: string
  principals: ChangedPrincipals[]
}

/** What is said of groups as a whole. */
const OPENED = { NOTHING: LEVEL_NAMES.NONE, PERMITTED: 'As permitted', EVERYTHING: 'Everything' } as const
/** Groups that are named of those for whom a change did the same. */
const MAX_NAMES = 200
const PASSING = 'What is in it'
const ADMINS = 'Admins'
const NOT = '–'

/** A page of what changed between two moments, the last change first. */
export async function accessDifference(
  db: Connection,
  tree: TreeRow,
  { from, to }: { from: Moment; to: Moment },
  page: { limit: number; offset: number },
): Promise<{ count: number; items: AccessChange[] }> {
  const place = scopeOf(tree)
  const [before, after] = await Promise.all([groupsAt(db, place, from), groupsAt(db, place, to)])
  const [treeBefore, treeAfter] = await Promise.all([treeAt(db, tree, from), treeAt(db, tree, to)])
  const known = new Set(after.map(({ id }) => id))
  const gone = before.filter(({ id }) => !known.has(id))
  const groups = [...after, ...gone]
  const { count, events } = await accessEvents(
    db,
    {
      tree,
      from,
      to,
      groupIds: groups.map(({ id }) => id),
      roleIds: [...new Set([...before, ...after].map(({ held }) => held.roleId))],
    },
    page,
  )
  const opened = [...openedBy(after, treeAfter), ...openedBy(gone, treeBefore)].toSorted((a, b) =>
    a.group.name.localeCompare(b.group.name),
  )
  const acls = await aclsByIds(
    db,
    events.flatMap(({ formerAclId, aclId }) => [formerAclId, aclId].flatMap((id) => id ?? [])),
  )
  const names = await namesOf(db, events)
  const states = statesOf(db, tree)
  const items: AccessChange[] = []
  for (const event of events) {
    items.push({
      at: new Date(event.at),
      by: event.by,
      what: whatOf(event, acls, names),
      path: pathOf(event, names),
      principals: await principalsOf(event, { acls, names, opened, states }),
    })
  }
  return { count, items }
}

interface OpenedBy {
  group: PastGroup
  opened: OpenTree
}

const openedBy = (groups: readonly PastGroup[], tree: TreeRow): OpenedBy[] =>
  groups.flatMap((group) => {
    const opened = openOrNull(holdingOf(group), tree)
    return opened ? [{ group, opened }] : []
  })

/** How far each group opened the tree at a moment, by its id; asked one time for each moment. */
function statesOf(
  db: Connection,
  tree: TreeRow,
): (at: Moment) => Promise<Map<string, { name: string; roleId: string; state: string }>> {
  const place = scopeOf(tree)
  const known = new Map<Moment, ReturnType<typeof read>>()
  const read = async (at: Moment) => {
    const [groups, then] = await Promise.all([groupsAt(db, place, at), treeAt(db, tree, at)])
    return new Map(
      groups.map((group) => {
        const opened = openOrNull(holdingOf(group), then)
        const state = !opened ? OPENED.NOTHING : opened.rights.admin ? OPENED.EVERYTHING : OPENED.PERMITTED
        return [group.id, { name: group.name, roleId: group.held.roleId, state }]
      }),
    )
  }
  return (at) => {
    const asked = known.get(at) ?? read(at)
    known.set(at, asked)
    return asked
  }
}

function whatOf(event: AccessEvent, acls: ReadonlyMap<number, Acl>, names: PlaceNames): string {
  const { kind, formerAclId, aclId, isMoved } = event
  if (kind === 'ADDED') return 'Added'
  if (kind === 'MEMBER') return `${event.isJoining ? 'Joined' : 'Left'} ${names.group(event.groupId)}`
  if (kind === 'GROUP') return 'Access of the group'
  if (kind === 'END') return 'End of access'
  if (kind === 'ROLE') return 'Permissions of the role'
  if (kind === 'ROOM') return 'Phase or settings of the room'
  if (aclId === null) return 'Deleted'
  if (formerAclId === null) return 'Restored'
  if (acls.get(formerAclId)?.isStaged && !acls.get(aclId)?.isStaged) return 'Published'
  return isMoved ? 'Moved' : 'Permissions'
}

function pathOf({ folderId, documentId, count, isFolder }: AccessEvent, names: PlaceNames): string {
  if (documentId !== null) return names.path(documentId)
  if (folderId === null) return ''
  const path = names.path(folderId)
  const entries = count === null ? (isFolder ? 'folders' : 'files') : `${count} entries`
  return path === '' ? entries : `${path}, ${entries}`
}

interface Known {
  acls: ReadonlyMap<number, Acl>
  names: PlaceNames
  opened: readonly OpenedBy[]
  states: ReturnType<typeof statesOf>
}

async function principalsOf(
  event: AccessEvent,
  { acls, names, opened, states }: Known,
): Promise<ChangedPrincipals[]> {
  if (event.kind === 'MEMBER') {
    const [as, name] = [`As ${names.group(event.groupId)}`, names.person(event.personId)]
    return [
      { names: [name], count: 1, former: event.isJoining ? NOT : as, level: event.isJoining ? as : NOT },
    ]
  }
  if (['GROUP', 'END', 'ROLE', 'ROOM'].includes(event.kind)) {
    const [before, after] = [await states(event.before), await states(event.at)]
    const ids = [...new Set([...before.keys(), ...after.keys()])]
    return collected(
      ids.flatMap((id) => {
        const [was, is] = [before.get(id), after.get(id)]
        if (event.groupId !== null && id !== event.groupId) return []
        if (event.roleId !== null && was?.roleId !== event.roleId && is?.roleId !== event.roleId) return []
        return {
          name: is?.name ?? was?.name ?? '',
          former: was?.state ?? OPENED.NOTHING,
          level: is?.state ?? OPENED.NOTHING,
        }
      }),
    )
  }
  const [was, is] = [listed(acls, event.formerAclId), listed(acls, event.aclId)]
  const admins =
    (was === null) === (is === null)
      ? []
      : [
          {
            name: ADMINS,
            former: was ? LEVEL_NAMES.ORIGINAL : LEVEL_NAMES.NONE,
            level: is ? LEVEL_NAMES.ORIGINAL : LEVEL_NAMES.NONE,
          },
        ]
  return collected([
    ...admins,
    ...opened.flatMap(({ group, opened: tree }) =>
      tree.rights.admin ? [] : [{ name: group.name, former: given(was, tree), level: given(is, tree) }],
    ),
  ])
}

/** A list that was in effect: what is staged is there for nobody. */
const listed = (acls: ReadonlyMap<number, Acl>, id: number | null): Acl | null => {
  const acl = id === null ? undefined : acls.get(id)
  return acl && !acl.isStaged ? acl : null
}

/** What a list gave a group in words. */
function given(acl: Acl | null, tree: OpenTree): string {
  const [id] = tree.principals
  if (!acl || id === undefined) return LEVEL_NAMES.NONE
  const access = givenBy(acl, tree.usualLevel)(id)
  if (access) return levelText(access)
  return acl.traversal.includes(id) ? PASSING : LEVEL_NAMES.NONE
}

/** Those for whom it changed, together where it is the same. */
function collected(all: readonly { name: string; former: string; level: string }[]): ChangedPrincipals[] {
  const changed = all.filter(({ former, level }) => former !== level)
  return [...Map.groupBy(changed, ({ former, level }) => JSON.stringify([former, level])).values()].flatMap(
    (some) => {
      const [first] = some
      return first
        ? [
            {
              names: some.slice(0, MAX_NAMES).map(({ name }) => name),
              count: some.length,
              former: first.former,
              level: first.level,
            },
          ]
        : []
    },
  )
}
