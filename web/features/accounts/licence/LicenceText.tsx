import { useEffect, useRef } from 'react'
import { styled } from '../../../ui/theme/styled.tsx'

/** An area of its own that scrolls (EULA-02), with as much of the window as the boxes below leave. */
const Area = styled('section')(({ theme }) => ({
  boxSizing: 'border-box',
  height: 'clamp(220px, calc(100dvh - 510px), 620px)',
  padding: '16px 20px',
  overflowY: 'auto',
  border: `1px solid ${theme.vars.palette.lineStrong}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.canvas,
  ...theme.typography.prose,
  lineHeight: '24px',
  overflowWrap: 'anywhere',
  '& h2': { margin: '20px 0 4px', ...theme.typography.h3 },
  '& p': { margin: '0 0 8px' },
}))

/** Px that may be left below for the end to count as reached (EULA-05). */
const END_WITHIN = 1

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight < END_WITHIN

interface LicenceTextProps {
  text: string
  /** Called when the end has been scrolled to, and immediately for a text that fits (EULA-06). */
  onEnd: () => void
}

/** The licence agreement: paragraphs, and headings after "## ". */
export function LicenceText({ text, onEnd }: LicenceTextProps) {
  const area = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const check = () => {
      if (isAtEnd(element)) onEnd()
    }
    check()
    // Its height goes with the window's.
    const observer = new ResizeObserver(check)
    observer.observe(element)
    element.addEventListener('scroll', check, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', check)
    }
  }, [onEnd])
  return (
    // What scrolls is reached by keyboard.
    <Area ref={area} tabIndex={0} aria-label="Licence agreement">
      {blocksOf(text).map(({ key, heading, words }) =>
        heading ? <h2 key={key}>{words}</h2> : <p key={key}>{words}</p>,
      )}
    </Area>
  )
}

const HEADING = '## '

const blocksOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block, at) => ({
      key: at,
      heading: block.startsWith(HEADING),
      words: block.startsWith(HEADING) ? block.slice(HEADING.length) : block,
    }))
