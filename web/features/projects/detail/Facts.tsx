import { type ReactNode, useId } from 'react'
import { MISSING } from '../../../../shared/format/number.ts'
import { Panel } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Part = styled(Panel)(({ theme }) => ({
  minWidth: 0,
  padding: '14px 16px 10px',
  '& > h2': { margin: '0 0 8px', ...theme.typography.h3 },
  '& > p': { margin: '0 0 6px', color: theme.vars.palette.ink2 },
}))

const FactList = styled('dl')(({ theme }) => ({
  margin: 0,
  columnWidth: 300,
  columnGap: 32,
  '& > div': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: 16,
    minHeight: 32,
    boxSizing: 'border-box',
    padding: '6px 0',
    breakInside: 'avoid',
    borderTop: `1px solid ${theme.vars.palette.line}`,
  },
  '& dt': { flex: 'none', ...theme.typography.note, lineHeight: '20px' },
  '& dd': { margin: 0, minWidth: 0, fontWeight: 500, textAlign: 'right', overflowWrap: 'anywhere' },
  '& dd[data-missing]': { fontWeight: 400, color: theme.vars.palette.ink3 },
}))

/** A label, and what is known; nothing shows as a dash (PROJ-13). */
export type Fact = readonly [label: string, value: ReactNode]

const isMissing = (value: ReactNode): boolean =>
  value === null || value === undefined || value === '' || value === MISSING

/** A part of a page with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Part role="region" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Part>
  )
}

/** Facts under a heading, in as many columns as there is room for. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <Section title={title}>
      <FactList>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-missing={isMissing(value) ? '' : undefined}>{isMissing(value) ? MISSING : value}</dd>
          </div>
        ))}
      </FactList>
    </Section>
  )
}
