import ButtonBase from '@mui/material/ButtonBase'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { styled } from '../theme/styled.tsx'

/** A page number, or a gap named by the page before it. */
type PageItem = number | `gap-${number}`

/**
 * The pages to offer, counted from 1: the first, the last and those within 1 of the current one, with gaps
 * between. None for a list of one page or none (FMT-25).
 */
export function pageItems(page: number, pageCount: number): PageItem[] {
  if (pageCount <= 1) return []
  const shown = [1, page - 1, page, page + 1, pageCount].filter((n) => n >= 1 && n <= pageCount)
  const pages = [...new Set(shown)].sort((a, b) => a - b)
  return pages.flatMap((n, at) => {
    const before = pages[at - 1]
    const gap: PageItem[] = before !== undefined && n - before > 1 ? [`gap-${before}`] : []
    return [...gap, n]
  })
}

const PageRow = styled('nav')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 4,
  [theme.breakpoints.down('md')]: { justifyContent: 'center', gap: 0 },
}))

const Square = styled(ButtonBase)(({ theme }) => ({
  minWidth: 28,
  height: 28,
  padding: '0 6px',
  borderRadius: 6,
  ...theme.typography.body1,
  color: theme.vars.palette.ink2,
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&[aria-current="page"]': {
    fontWeight: 600,
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  [theme.breakpoints.down('md')]: { minWidth: 40, height: 44 },
}))

const Gap = styled('span')(({ theme }) => ({
  minWidth: 20,
  textAlign: 'center',
  color: theme.vars.palette.ink3,
}))

interface PaginationProps {
  /** The current page, from 1. */
  page: number
  pageCount: number
  onChange: (page: number) => void
  /** Accessible name. */
  label?: string
}

/** The pages of a list, at its lower right; nothing for one page (FMT-25). */
export function Pagination({ page, pageCount, onChange, label = 'Pages' }: PaginationProps) {
  const items = pageItems(page, pageCount)
  if (items.length === 0) return null
  return (
    <PageRow aria-label={label}>
      <Square aria-label="Previous page" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <IconChevronLeft size={16} />
      </Square>
      {items.map((item) =>
        typeof item === 'number' ? (
          <Square
            key={item}
            aria-label={`Page ${item}`}
            aria-current={item === page ? 'page' : undefined}
            onClick={() => onChange(item)}
          >
            {item}
          </Square>
        ) : (
          <Gap key={item}>…</Gap>
        ),
      )}
      <Square aria-label="Next page" disabled={page >= pageCount} onClick={() => onChange(page + 1)}>
        <IconChevronRight size={16} />
      </Square>
    </PageRow>
  )
}
