import ButtonBase from '@mui/material/ButtonBase'
import { IconAlertCircle, IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { loadMenu, Menu } from '../../navigation/Menu.tsx'
import { styled } from '../../theme/styled.tsx'
import type { SectionMarks } from './useFaults.ts'

interface SectionTab extends SectionMarks {
  key: string
  label: string
  count?: number
  conflicts?: number
}

interface SectionListProps {
  /** Prefix of the ids of tabs and panels. */
  id: string
  label: string
  tabs: readonly SectionTab[]
  at: number
  onShow: (index: number) => void
  /** A list at the side; else a row that opens it. */
  isVertical: boolean
}

const SectionTabs = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  padding: '8px 0',
  borderRight: `1px solid ${theme.vars.palette.line}`,
}))

const Tab = styled(ButtonBase)(({ theme }) => ({
  justifyContent: 'flex-start',
  gap: 8,
  minHeight: 40,
  padding: '0 14px 0 16px',
  ...theme.typography.body1,
  fontWeight: 500,
  textAlign: 'start',
  color: theme.vars.palette.ink2,
  '& > span:first-of-type': { flex: 1, minWidth: 0 },
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&.Mui-focusVisible': { outlineOffset: -2 },
  '&[aria-selected="true"]': {
    fontWeight: 600,
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
    boxShadow: `inset 2px 0 0 ${theme.vars.palette.primary.main}`,
  },
}))

const Chooser = styled(Tab)(({ theme }) => ({
  minHeight: 48,
  width: '100%',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& small': { marginLeft: 8, ...theme.typography.note },
}))

const Mark = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  flex: 'none',
  ...theme.typography.note,
  fontWeight: 500,
  '&[data-error]': { color: theme.vars.palette.danger.text },
  '&[data-conflict]': { color: theme.vars.palette.warning.text },
  '& > i': { width: 6, height: 6, borderRadius: 3, backgroundColor: theme.vars.palette.primary.main },
}))

const spoken = ({ label, errors, conflicts = 0, changed }: SectionTab): string =>
  [
    label,
    errors > 0 && formatCount(errors, 'error'),
    conflicts > 0 && formatCount(conflicts, 'conflict'),
    changed > 0 && errors + conflicts === 0 && 'changed',
  ]
    .filter(Boolean)
    .join(', ')

function Marks({ tab: { errors, conflicts = 0, changed, count = 0 } }: { tab: SectionTab }) {
  return (
    <>
      {errors > 0 && (
        <Mark data-error="">
          <IconAlertCircle size={16} />
          {errors}
        </Mark>
      )}
      {conflicts > 0 && (
        <Mark data-conflict="">
          <IconAlertTriangle size={16} />
          {conflicts}
        </Mark>
      )}
      {errors + conflicts === 0 && changed > 0 && (
        <Mark>
          <i />
        </Mark>
      )}
      {errors + conflicts === 0 && count > 0 && <Mark>{count}</Mark>}
    </>
  )
}

/** The sections of a form as tabs: arrows walk them, Home and End go to their ends. */
export function SectionList({ id, label, tabs, at, onShow, isVertical }: SectionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [anchor, setAnchor] = useState<Element | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const next = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowRight: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onShow(next)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  const current = tabs[at]
  if (!isVertical && current) {
    return (
      <>
        <Chooser
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-label={`${label}: ${spoken(current)}, ${at + 1} of ${tabs.length}`}
          onPointerEnter={loadMenu}
          onFocus={loadMenu}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <span>
            {current.label}
            <small>{`${at + 1} of ${tabs.length}`}</small>
          </span>
          <Marks tab={current} />
          <IconChevronDown size={14} />
        </Chooser>
        <Menu
          label={label}
          anchor={anchor}
          onClose={() => setAnchor(null)}
          entries={tabs.map((tab, index) => ({
            key: tab.key,
            label: spoken(tab),
            selected: index === at,
            onSelect: () => onShow(index),
          }))}
        />
      </>
    )
  }
  return (
    <SectionTabs
      ref={list}
      role="tablist"
      aria-orientation="vertical"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab, index) => (
        <Tab
          key={tab.key}
          id={`${id}-tab-${index}`}
          role="tab"
          aria-selected={index === at}
          aria-controls={`${id}-panel-${index}`}
          aria-label={spoken(tab)}
          tabIndex={index === at ? 0 : -1}
          onClick={() => onShow(index)}
        >
          <span>{tab.label}</span>
          <Marks tab={tab} />
        </Tab>
      ))}
    </SectionTabs>
  )
}
