import { ChipList } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Principal, Row } from '../place/place.ts'

const Lead = styled('span')(({ theme }) => ({ color: theme.vars.palette.ink2, whiteSpace: 'pre' }))

/** What the permissions of a document say in a list: a word, and names that it is said of. */
export interface PermissionWords {
  /** "All 11 groups", "Every group, also later ones", "Same as folder", "Not", "Only", "Also"; empty where the names alone say it. */
  readonly lead: string
  readonly names: readonly string[]
  /** Whom it is permitted to. */
  readonly permitted: readonly string[]
}

const isBidder = (name: string): boolean => /\bbidders?\b/i.test(name)

/** Bidders first, since they are whom one looks for. */
const ordered = (principals: readonly Principal[]): string[] => {
  const names = principals.map(({ name }) => name)
  return [...names.filter(isBidder), ...names.filter((name) => !isBidder(name))]
}

/**
 * What is worth saying of who may see a document: all, or what differs from the folder that it is in.
 * @param above whom that folder is permitted to, null for all of them; undefined where it is not known
 */
export function permissionWords(
  { permittedIds }: Pick<Row, 'permittedIds'>,
  principals: readonly Principal[],
  kind: 'groups' | 'roles',
  above?: readonly string[] | null,
): PermissionWords {
  const has = (ids: readonly string[] | null) => {
    const known = ids && new Set(ids)
    return ({ id }: Principal) => known?.has(id) ?? true
  }
  // Open by rule, whoever may be added; without anybody there is nobody to name.
  if (permittedIds === null && principals.length === 0)
    return { lead: `Every ${kind.slice(0, -1)}, also later ones`, names: [], permitted: [] }
  const mine = principals.filter(has(permittedIds))
  const permitted = ordered(mine)
  if (mine.length > 1 && mine.length === principals.length) {
    return { lead: `All ${mine.length} ${kind}`, names: [], permitted }
  }
  if (mine.length === 0) return { lead: 'Nobody', names: [], permitted }
  const isAlone = principals.length === 1
  if (isAlone || above === undefined) return { lead: isAlone ? '' : 'Only', names: permitted, permitted }
  const inFolder = has(above)
  const isMine = has(permittedIds)
  const added = mine.filter((each) => !inFolder(each))
  const removed = principals.filter((each) => inFolder(each) && !isMine(each))
  if (added.length + removed.length === 0) return { lead: 'Same as folder', names: [], permitted }
  if (removed.length === 0) return { lead: 'Also', names: ordered(added), permitted }
  if (added.length === 0 && removed.length < mine.length) {
    return { lead: 'Not', names: ordered(removed), permitted }
  }
  return { lead: 'Only', names: permitted, permitted }
}

/** A word, then two names of at most 25 characters, and how many more (PERM-07). */
export function PermissionChips({ lead, names }: Pick<PermissionWords, 'lead' | 'names'>) {
  return (
    <>
      {lead !== '' && <Lead>{names.length > 0 ? `${lead} ` : lead}</Lead>}
      {names.length > 0 && (
        <ChipList items={names.map((name) => ({ key: name, text: name }))} longest={25} kept={20} />
      )}
    </>
  )
}
