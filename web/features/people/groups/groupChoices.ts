import { useCallback, useRef } from 'react'
import { useOptionSearch, withText } from '../../../graphql/useOptionSearch.ts'
import { type GroupChoiceFragment, GroupChoicesDocument } from '../core/operations.generated.ts'

export type GroupChoice = GroupChoiceFragment

/** Deal rooms that are named before they are counted. */
const NAMED = 3

const optionOf = ({ id, name, role }: GroupChoice) => ({
  value: id,
  label: name,
  ...(role && { detail: role.name }),
})

/** 'Prairie Sun II, Mojave and 2 more'; nothing where it reaches none. */
export function roomsText({ portfolios }: GroupChoice): string {
  const names = portfolios.map(({ name }) => name)
  const more = names.length - NAMED
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ')
}

/** What groups allow together: each codename with the groups that grant it, and where (08-people). */
export function grantedBy(groups: readonly GroupChoice[]): ReadonlyMap<string, string> {
  const granted = new Map<string, string>()
  for (const group of groups) {
    const rooms = roomsText(group)
    const by = rooms === '' ? group.name : `${group.name}: ${rooms}`
    for (const { codename } of group.role?.permissions ?? []) {
      const before = granted.get(codename)
      granted.set(codename, before === undefined ? by : `${before}; ${by}`)
    }
  }
  return granted
}

/** Finds groups that the viewer may put people into by name for a combobox, and keeps what it has read of each (PPL-32). */
export function useGroupChoices(orgSlug: string, first: readonly GroupChoice[] = []) {
  const seen = useRef(new Map<string, GroupChoice>())
  for (const group of first) seen.current.set(group.id, group)
  const search = useOptionSearch(GroupChoicesDocument, { orgSlug }, ({ groupPages: { groups } }, text) => {
    for (const group of groups) seen.current.set(group.id, group)
    return withText(groups.filter(({ canFill }) => canFill).map(optionOf), text)
  })
  const known = useCallback((id: string) => seen.current.get(id), [])
  return { search, known, options: first.map(optionOf) }
}
