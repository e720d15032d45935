import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { styled } from '../theme/styled.tsx'

const PRODUCT = 'Helioroom'

/** Names the browser's tab after the page: "Prairie Sun II · Helioroom"; the product alone without a title. */
export function usePageTitle(title: string | null) {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT
  }, [title])
}

interface PageHeadingProps {
  children: ReactNode
  /** h1 (24 to 26 px) on the front door and home, else h2 (22 px): the size alone, it is always the first heading. */
  variant?: 'h1' | 'h2'
}

const Heading = styled('h1')(({ theme }) => ({
  margin: 0,
  ...theme.typography.h2,
  '&[data-size="h1"]': theme.typography.h1,
}))

/**
 * The one main heading of a page. It takes the focus when the page has been navigated to, so that a screen
 * reader says where one is; the first page of a visit, and a person who already types, are left alone.
 */
export function PageHeading({ children, variant = 'h2' }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirstPage = useLocation().key === 'default'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page appears
  useEffect(() => {
    if (!isFirstPage && !isTyping(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Heading ref={heading} data-size={variant} tabIndex={-1}>
      {children}
    </Heading>
  )
}

const isTyping = (element: Element | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input, textarea, select, [role="dialog"] *'))
