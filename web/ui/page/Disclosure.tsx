import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { styled } from '../theme/styled.tsx'

const Details = styled('details')({
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    cursor: 'pointer',
    fontWeight: 500,
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '& > svg': { flex: 'none' },
  },
  '&[open] > summary > svg': { transform: 'rotate(90deg)' },
})

interface DisclosureProps {
  /** What is pressed to see the rest. */
  summary: ReactNode
  children: ReactNode
  className?: string
}

/** A part that opens in its place, with the chevron that menus have. */
export const Disclosure = ({ summary, children, className }: DisclosureProps) => (
  <Details className={className}>
    <summary>
      <IconChevronRight size={14} aria-hidden="true" />
      {summary}
    </summary>
    {children}
  </Details>
)
