import { type KeyboardEvent, useEffect, useRef } from 'react'
import { styled } from '../../../../ui/theme/styled.tsx'

const Tabs = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  height: 38,
  overflowX: 'auto',
  overflowY: 'hidden',
  scrollbarWidth: 'thin',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  // Workbooks may have a thousand sheets, so tabs are plain elements under one set of rules.
  '& > button': {
    flex: 'none',
    maxWidth: 240,
    padding: '0 14px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    font: 'inherit',
    fontWeight: 500,
    color: theme.vars.palette.ink2,
    background: 'none',
    border: 0,
    borderTop: '2px solid transparent',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.hover },
    '&:focus-visible': { outlineOffset: -2 },
    '&[aria-selected="true"]': {
      fontWeight: 600,
      color: theme.vars.palette.accent.text,
      borderTopColor: theme.vars.palette.primary.main,
      '@media (forced-colors: active)': { borderTopColor: 'Highlight' },
    },
  },
  [theme.breakpoints.down('md')]: { height: 48 },
}))

interface SheetTabsProps {
  names: readonly string[]
  active: number
  onChange: (index: number) => void
  /** Id of what shows the active sheet. */
  panelId: string
}

/** The sheets of a workbook, below it. */
export function SheetTabs({ names, active, onChange, panelId }: SheetTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const tab = (index: number) => list.current?.children.item(index) as HTMLElement | null
  useEffect(() => {
    const room = list.current
    const shown = room?.children.item(active)
    if (!room || !shown) return
    // Not scrollIntoView, which would scroll the page as well.
    const [outer, inner] = [room.getBoundingClientRect(), shown.getBoundingClientRect()]
    if (inner.left < outer.left) room.scrollLeft -= outer.left - inner.left
    if (inner.right > outer.right) room.scrollLeft += inner.right - outer.right
  }, [active])
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: active - 1,
      ArrowRight: active + 1,
      Home: 0,
      End: names.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const index = (next + names.length) % names.length
    onChange(index)
    tab(index)?.focus({ preventScroll: true })
  }
  return (
    <Tabs ref={list} role="tablist" aria-label="Sheets" onKeyDown={onKeyDown}>
      {names.map((name, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: sheets never change their places
          key={index}
          type="button"
          role="tab"
          id={`${panelId}-${index}`}
          aria-selected={index === active}
          aria-controls={index === active ? panelId : undefined}
          tabIndex={index === active ? 0 : -1}
          onClick={() => onChange(index)}
        >
          {name}
        </button>
      ))}
    </Tabs>
  )
}
