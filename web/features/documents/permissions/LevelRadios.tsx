import { IconMinus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { DOCUMENT_LEVELS, type DocumentLevel } from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { cssVars } from '../../../ui/theme/cssVars.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { filesText } from '../place/sizes.ts'

/** Columns of levels, in px. */
export const LEVEL_WIDTH = 93

const Group = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: `repeat(${DOCUMENT_LEVELS.length}, 1fr)`,
  // Each level includes those before it: a line runs from View to the chosen one.
  '& > i': {
    position: 'absolute',
    top: 'calc(50% - 0.5px)',
    left: '30%',
    width: 'var(--reach)',
    height: 1,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '& > button': {
    all: 'unset',
    position: 'relative',
    boxSizing: 'border-box',
    display: 'grid',
    placeItems: 'center',
    height: 36,
    cursor: 'pointer',
    borderRadius: 6,
  },
  '& > button > span': {
    boxSizing: 'border-box',
    display: 'grid',
    placeItems: 'center',
    width: 16,
    height: 16,
    borderRadius: '50%',
    border: `1px solid ${theme.vars.palette.control}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& > button:hover > span': { borderColor: theme.vars.palette.primary.main },
  '& > button[aria-checked="true"] > span': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 3px ${theme.vars.palette.background.paper}`,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '& > button > span[data-occurs]': {
    border: 0,
    color: theme.vars.palette.primary.contrastText,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '& > button:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -4 },
  '& > button[aria-disabled="true"]': { cursor: 'default', opacity: 0.6 },
  '& > button > small': {
    position: 'absolute',
    left: 'calc(50% + 13px)',
    ...theme.typography.caption,
    color: theme.vars.palette.ink2,
  },
}))

/** Files by level, where they differ. */
export type LevelCounts = ReadonlyMap<DocumentLevel, number>

const spoken = (name: string, counts: LevelCounts): string => {
  const parts = [...counts].map(([level, files]) => `${LEVEL_NAMES[level]} on ${filesText(files)}`)
  return `Level of ${name}, Mixed${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

interface LevelRadiosProps {
  /** Of the principal. */
  name: string
  /** Null where the documents differ. */
  level: DocumentLevel | null
  /** What it is now where another one is chosen that is not set yet. */
  now: DocumentLevel | null | undefined
  /** Of documents that differ. */
  counts: LevelCounts
  busy: boolean
  /** Whether arrows choose, as nothing is set by that alone; else Space does. */
  arrowsChoose: boolean
  /** Ids of what the levels mean. */
  lineId: (level: DocumentLevel) => string
  onChange: (level: DocumentLevel) => void
}

/** The five levels of a principal side by side (VIEW-11). */
export function LevelRadios(props: LevelRadiosProps) {
  const { name, level, now, counts, busy, arrowsChoose, lineId, onChange } = props
  const [visited, setVisited] = useState<DocumentLevel | null>(null)
  // The one stop of the row for Tab.
  const stop = visited ?? level ?? 'VIEW'
  const choose = (chosen: DocumentLevel) => {
    if (!busy && chosen !== level) onChange(chosen)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (across === undefined && down === undefined) return
    event.preventDefault()
    if (down !== undefined) return walkRows(event.currentTarget, down)
    const at = DOCUMENT_LEVELS.indexOf(stop) + (across ?? 0)
    const next = DOCUMENT_LEVELS[at]
    if (!next) return
    event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')[at]?.focus()
    if (arrowsChoose) choose(next)
  }
  const reach = level === null ? 0 : Math.max(0, DOCUMENT_LEVELS.indexOf(level) - 1)
  return (
    <Group
      role="radiogroup"
      aria-label={level === null ? spoken(name, counts) : `Level of ${name}`}
      onKeyDown={onKeyDown}
      onBlur={() => setVisited(null)}
      style={cssVars({ '--reach': `${(reach * 100) / DOCUMENT_LEVELS.length}%` })}
    >
      {reach > 0 && <i aria-hidden="true" />}
      {DOCUMENT_LEVELS.map((each) => {
        const files = level === null ? counts.get(each) : undefined
        return (
          // biome-ignore lint/a11y/useSemanticElements: native ones choose as soon as an arrow comes to them
          <button
            key={each}
            type="button"
            role="radio"
            aria-checked={each === level}
            aria-label={LEVEL_NAMES[each]}
            aria-describedby={lineId(each)}
            aria-disabled={busy || undefined}
            tabIndex={each === stop ? 0 : -1}
            onFocus={() => setVisited(each)}
            onClick={() => choose(each)}
          >
            <span data-occurs={files ? '' : undefined}>
              {files ? <IconMinus size={12} stroke={3} aria-hidden /> : null}
            </span>
            {files ? <small aria-hidden="true">{files}</small> : null}
            {now === each && now !== level && <small>now</small>}
          </button>
        )
      })}
    </Group>
  )
}

/** To the same place of the next row, or the one before. */
function walkRows(group: HTMLElement, direction: number): void {
  const row = group.closest('tr')
  const next = direction === 1 ? row?.nextElementSibling : row?.previousElementSibling
  next?.querySelector<HTMLElement>('[role="radio"][tabindex="0"]')?.focus()
}
