import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const PRODUCT = 'Helioroom'

/** Names the browser's tab after the page: "Prairie Sun II · Helioroom"; the product alone without a title. */
export function usePageTitle(title: string | null) {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT
  }, [title])
}

export interface PageHeadingProps {
  children: ReactNode
  /** h1 (24 to 26 px) on the front door and home, else h2 (22 px): the size alone, it is always the first heading. */
  variant?: 'h1' | 'h2'
}

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
    <Typography ref={heading} component="h1" variant={variant} tabIndex={-1}>
      {children}
    </Typography>
  )
}

const isTyping = (element: Element | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input, textarea, select, [role="dialog"] *'))
