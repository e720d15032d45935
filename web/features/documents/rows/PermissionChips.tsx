import { styled } from '@mui/material/styles'
import { MISSING } from '../../../../shared/format/number.ts'
import { ChipList } from '../../../ui/index.ts'
import type { Row } from '../place/place.ts'

const Missing = styled('span')(({ theme }) => ({ color: theme.vars.palette.ink3 }))

/** Names of those who may see a document, in the order of the tree's principals. */
export const permittedNames = ({ permissions }: Pick<Row, 'permissions'>): string[] =>
  permissions.filter(({ permissible }) => permissible).map(({ principal }) => principal.name)

const isBidder = (name: string): boolean => /\bbidders?\b/i.test(name)

/**
 * What the chips of a document say: all where all may see it, else the names, bidders first, since they are whom one
 * looks for.
 */
export function permissionWords(row: Pick<Row, 'permissions'>, kind: 'groups' | 'roles'): string[] {
  const names = permittedNames(row)
  if (names.length > 1 && names.length === row.permissions.length) return [`All ${names.length} ${kind}`]
  return [...names.filter(isBidder), ...names.filter((name) => !isBidder(name))]
}

/** Who may see a document: two names of at most 25 characters, and how many more (PERM-07). */
export function PermissionChips({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <Missing>{MISSING}</Missing>
  return <ChipList items={names.map((name) => ({ key: name, text: name }))} longest={25} kept={20} />
}
