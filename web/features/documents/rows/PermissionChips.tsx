import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { ChipList } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Principal, Row } from '../place/place.ts'

const Lead = styled('span')(({ theme }) => ({ color: theme.vars.palette.ink2, whiteSpace: 'pre' }))

/** Somebody of whom something is said. */
export interface NamedPrincipal {
  readonly text: string
  /** ": View" below the original, else empty (VIEW-11). */
  readonly tail: string
}

/** What the permissions of a document say in a list: a word, and names that it is said of. */
export interface PermissionWords {
  /** "All 11 groups", "All 11 groups: View", "Every group, also later ones", "Same as folder", "Not", "Only", "Also"; empty where the names alone say it. */
  readonly lead: string
  readonly names: readonly NamedPrincipal[]
  /** Whom it is permitted to. */
  readonly permitted: readonly string[]
}

const isBidder = (name: string): boolean => /\bbidders?\b/i.test(name)

/** To whom something is permitted, and at which levels; ids are null for all principals, levels for the original. */
export type Permitting = Pick<Row, 'permittedIds' | 'permittedLevels'>

/** What each of the principals has by it: nothing, or the level behind its name. */
function tailsOf(
  { permittedIds, permittedLevels }: Permitting,
  principals: readonly Principal[],
): ReadonlyMap<string, string> {
  const ids = permittedIds ?? principals.map(({ id }) => id)
  return new Map(
    ids.map((id, at) => {
      const level = permittedLevels?.[at] ?? 'ORIGINAL'
      return [id, level === 'ORIGINAL' ? '' : `: ${LEVEL_NAMES[level]}`]
    }),
  )
}

/**
 * What is worth saying of who may see a document: all, or what differs from the folder that it is in.
 * @param above to whom that folder is permitted; undefined where it is not known
 */
export function permissionWords(
  row: Permitting,
  principals: readonly Principal[],
  kind: 'groups' | 'roles',
  above?: Permitting,
): PermissionWords {
  // Open by rule, whoever may be added; without anybody there is nobody to name.
  if (row.permittedIds === null && principals.length === 0)
    return { lead: `Every ${kind.slice(0, -1)}, also later ones`, names: [], permitted: [] }
  const tails = tailsOf(row, principals)
  /** Bidders first, since they are whom one looks for. */
  const ordered = (some: readonly Principal[]): NamedPrincipal[] => {
    const names = some.map(({ id, name }) => ({ text: name, tail: tails.get(id) ?? '' }))
    return [...names.filter(({ text }) => isBidder(text)), ...names.filter(({ text }) => !isBidder(text))]
  }
  const mine = principals.filter(({ id }) => tails.has(id))
  const names = ordered(mine)
  const permitted = names.map(({ text, tail }) => text + tail)
  if (mine.length > 1 && mine.length === principals.length) {
    const lead = `All ${mine.length} ${kind}`
    const shared = names[0]?.tail ?? ''
    return names.every(({ tail }) => tail === shared)
      ? { lead: lead + shared, names: [], permitted }
      : { lead, names: names.filter(({ tail }) => tail !== ''), permitted }
  }
  if (mine.length === 0) return { lead: 'Nobody', names, permitted }
  const isAlone = principals.length === 1
  if (isAlone || !above) return { lead: isAlone ? '' : 'Only', names, permitted }
  const inFolder = tailsOf(above, principals)
  const removed = principals.filter(({ id }) => inFolder.has(id) && !tails.has(id))
  const differing = mine.filter(({ id }) => inFolder.get(id) !== tails.get(id))
  if (differing.length + removed.length === 0) return { lead: 'Same as folder', names: [], permitted }
  // Who has the original again has no level to name: all are named.
  const isSaid = differing.every(({ id }) => !inFolder.has(id) || tails.get(id) !== '')
  if (removed.length === 0 && isSaid) {
    const isAdded = differing.some(({ id }) => !inFolder.has(id))
    return { lead: isAdded ? 'Also' : '', names: ordered(differing), permitted }
  }
  if (differing.length === 0 && removed.length < mine.length) {
    return { lead: 'Not', names: ordered(removed), permitted }
  }
  return { lead: 'Only', names, permitted }
}

/** A word, then two names of at most 25 characters with their levels, and how many more (PERM-07, VIEW-11). */
export function PermissionChips({ lead, names }: Pick<PermissionWords, 'lead' | 'names'>) {
  return (
    <>
      {lead !== '' && <Lead>{names.length > 0 ? `${lead} ` : lead}</Lead>}
      {names.length > 0 && (
        <ChipList items={names.map((name) => ({ key: name.text, ...name }))} longest={25} kept={20} />
      )}
    </>
  )
}
