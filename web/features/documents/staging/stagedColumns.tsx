import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { type Column, type DotColor, StatusDot, Tooltip } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { StagedDocumentsQuery } from '../found/operations.generated.ts'
import { type NamedPrincipal, PermissionChips } from '../rows/PermissionChips.tsx'

export type StagedRow = StagedDocumentsQuery['stagedDocuments']['items'][number]
type Audience = NonNullable<StagedRow['stagedFor']>
type Change = StagedRow['stagedChanges'][number]

const CHANGES: Readonly<Record<Change['kind'], { word: string; color: DotColor }>> = {
  VERSION: { word: 'New version', color: 'info' },
  MOVE: { word: 'Moved', color: 'accent' },
  PERMISSION: { word: 'Permissions', color: 'violet' },
}

/** "New", "New version, moved". */
export function changeText({ stagedChanges }: StagedRow): string {
  const words = stagedChanges.map(({ kind }) => CHANGES[kind].word)
  return words.length === 0
    ? 'New'
    : words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(', ')
}

function ChangeCell({ row }: { row: StagedRow }) {
  const [first] = row.stagedChanges
  const told = row.stagedChanges.map(({ text, by }) => `${text}, by ${by}`).join('; ')
  return (
    <Tooltip title={told}>
      <span>
        <StatusDot color={first ? CHANGES[first.kind].color : 'success'}>{changeText(row)}</StatusDot>
      </span>
    </Tooltip>
  )
}

/** Who will see it by name, with a level below the original; one word for all groups. */
function audienceWords({ groups, levels, groupCount, isEveryGroup, sharedLevel }: Audience): {
  lead: string
  names: NamedPrincipal[]
} {
  const tailOf = (level: Audience['levels'][number] | null | undefined) =>
    !level || level === 'ORIGINAL' ? '' : `: ${LEVEL_NAMES[level]}`
  if (groupCount === 0) return { lead: 'Nobody', names: [] }
  if (isEveryGroup && groupCount > 2 && sharedLevel)
    return {
      lead: '',
      names: [{ text: `All ${formatNumber(groupCount)} groups`, tail: tailOf(sharedLevel) }],
    }
  const names = groups.map((text, at) => ({ text, tail: tailOf(levels[at]) }))
  const unnamed = groupCount - groups.length
  return {
    lead: '',
    names: unnamed > 0 ? [...names, { text: `${formatNumber(unnamed)} more`, tail: '' }] : names,
  }
}

const audienceText = ({ stagedFor }: StagedRow): string => {
  if (!stagedFor) return ''
  const { lead, names } = audienceWords(stagedFor)
  return `${lead}${names
    .slice(0, 2)
    .map(({ text, tail }) => text + tail)
    .join('  ')}${names.length > 2 ? ' +99' : ''}`
}

/** "3 groups fewer", "5 groups more", "Same". */
export function differenceText({ fewer, more, difference }: Audience): string {
  const words = [
    ...(more > 0 ? [`${formatCount(more, 'group')} more`] : []),
    ...(fewer > 0 ? [`${formatCount(fewer, 'group')} fewer`] : []),
  ]
  if (words.length > 0) return words.join(', ')
  return difference === null ? 'Same' : 'Other levels'
}

const Difference = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  gap: 6,
  minWidth: 0,
  '& > svg': { flex: 'none', width: 14, height: 14, color: theme.vars.palette.ink3 },
  '&[data-same]': { color: theme.vars.palette.ink3 },
  // What more people will see than see its folder is what one looks for.
  '&[data-more]': {
    fontWeight: 500,
    color: theme.vars.palette.warning.text,
    '& > svg': { color: 'inherit' },
  },
}))

function DifferenceCell({ audience }: { audience: Audience }) {
  const { fewer, more, difference } = audience
  return (
    <Tooltip title={difference ?? ''}>
      <Difference data-same={difference === null ? '' : undefined} data-more={more > 0 ? '' : undefined}>
        {more > 0 ? <IconArrowUpRight /> : fewer > 0 ? <IconArrowDownRight /> : null}
        {differenceText(audience)}
      </Difference>
    </Tooltip>
  )
}

const CHANGE: Column<StagedRow> = {
  key: 'change',
  header: 'Change',
  words: changeText,
  padding: 14,
  cell: (row) => <ChangeCell row={row} />,
}
const AUDIENCE: readonly Column<StagedRow>[] = [
  {
    key: 'audience',
    header: 'Will be seen by',
    words: audienceText,
    padding: 44,
    cell: ({ stagedFor }) => stagedFor && <PermissionChips {...audienceWords(stagedFor)} />,
  },
  {
    key: 'people',
    header: 'People',
    align: 'right',
    width: 64,
    cell: ({ stagedFor }) => stagedFor && formatNumber(stagedFor.people),
  },
  {
    key: 'difference',
    header: 'Differs from folder',
    words: ({ stagedFor }) => (stagedFor ? differenceText(stagedFor) : ''),
    padding: 24,
    cell: ({ stagedFor }) => stagedFor && <DifferenceCell audience={stagedFor} />,
  },
]

/** What is staged of an entry, and for whoever may know who will see it and what differs from its folder (STAGE-04). */
export const stagedColumns = (knowsAudience: boolean): readonly Column<StagedRow>[] => [
  CHANGE,
  ...(knowsAudience ? AUDIENCE : []),
]

/** The same on a phone, in short. */
export const stagedFacts = (row: StagedRow): readonly string[] => {
  const { stagedFor } = row
  if (!stagedFor) return [changeText(row)]
  const people = formatCount(stagedFor.people, 'person', 'people')
  return [changeText(row), stagedFor.difference === null ? people : `${people}, ${differenceText(stagedFor)}`]
}
