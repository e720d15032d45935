import { isId } from '../../platform/ids.ts'
import { operationsOf, pathOf, withPaths } from './draft.ts'
import { invalidValue } from './errors.ts'
import { attributeOf, isObject, type Json, textOf } from './values.ts'

/** What becomes of the members, one after the other. */
export interface MemberChange {
  how: 'set' | 'add' | 'remove'
  userIds: string[]
}

export interface GroupDraft {
  displayName: string
  externalId: string | null
  members: MemberChange[]
}

/** What POST and PUT give. @throws ScimError */
export function groupIn(body: Json): GroupDraft {
  const displayName = textOf(attributeOf(body, 'displayName'), 'displayName')
  if (displayName === null) throw invalidValue('displayName is required.')
  return {
    displayName,
    externalId: textOf(attributeOf(body, 'externalId'), 'externalId'),
    members: [{ how: 'set', userIds: memberIds(attributeOf(body, 'members')) }],
  }
}

/** The same after the operations of a PATCH (SCIM-08). @throws ScimError */
export function patchedGroup(before: Pick<GroupDraft, 'displayName' | 'externalId'>, body: Json): GroupDraft {
  const draft: GroupDraft = { ...before, members: [] }
  for (const { op, path, value } of withPaths(operationsOf(body))) {
    const { attribute, filter } = pathOf(path)
    const given = op === 'remove' ? null : value
    if (attribute === 'displayname') {
      const name = textOf(given, 'displayName')
      if (name === null) throw invalidValue('displayName is required.')
      draft.displayName = name
    } else if (attribute === 'externalid') draft.externalId = textOf(given, 'externalId')
    else if (attribute === 'members') draft.members.push(memberChange(op, filter, value))
  }
  return { ...draft, members: joined(draft.members) }
}

/** Okta takes each member out by an operation of its own: those of one kind in a row are one change. */
function joined(changes: readonly MemberChange[]): MemberChange[] {
  const all: MemberChange[] = []
  for (const change of changes) {
    const last = all.at(-1)
    if (last && last.how === change.how && change.how !== 'set') last.userIds.push(...change.userIds)
    else all.push({ ...change, userIds: [...change.userIds] })
  }
  return all
}

function memberChange(op: 'add' | 'replace' | 'remove', filter: string | null, value: unknown): MemberChange {
  const named = filter === null ? null : /^\s*value\s+eq\s+"([^"]*)"\s*$/i.exec(filter)?.[1]
  if (filter !== null && named === undefined) throw invalidValue('Members are named by their value.')
  const userIds = typeof named === 'string' ? memberIds([{ value: named }]) : memberIds(value)
  if (op === 'add') return { how: 'add', userIds }
  if (op === 'replace') return { how: 'set', userIds }
  // Without a value all of them go; Entra ID names those that go in it, and of an empty list nobody does.
  const isAll = filter === null && (value === undefined || value === null)
  return isAll ? { how: 'set', userIds: [] } : { how: 'remove', userIds }
}

function memberIds(value: unknown): string[] {
  if (value === undefined || value === null) return []
  const all = (Array.isArray(value) ? value : [value]).map((each: unknown) =>
    isObject(each) ? attributeOf(each, 'value') : each,
  )
  const ids = all.filter((id): id is string => typeof id === 'string' && isId(id))
  if (ids.length < all.length) throw invalidValue('A member is unknown.')
  return [...new Set(ids)]
}
